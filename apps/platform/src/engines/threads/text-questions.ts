/** What the platform asks about a text of SQL beside PostgreSQL's grammar. An answer takes longer, the longer the text. */
import { wholeExport } from '@basedeck/core/rules'
import {
  confirmationFor,
  isTransactionControl,
  readScript,
  readsOnly,
  splitStatements,
  type TextRange,
} from '@basedeck/sql-guard'

/** A statement of a text. */
export interface StatementRange {
  start: number
  end: number
  controlsTransaction: boolean
}

/** A text as psql reads it. */
export interface ScriptParts {
  statements: (StatementRange & { data?: TextRange })[]
  /** Without data and commands of psql. */
  sql: string
}

/** A statement that begins so stores nothing that stays. */
const GIVES_ROOM =
  /^(?:\s|--[^\n\r]*|\/\*(?:(?!\*\/)[\s\S])*\*\/)*(?:delete|truncate|drop|vacuum|checkpoint|begin|start|commit|end|rollback|abort|set|reset|show)\b/i

export const TEXT_QUESTIONS = {
  /** False: the guard is sure that the text only reads. */
  mayWrite: (sql: string): boolean => !readsOnly(sql),
  /** False: it only reads, deletes or gives room back. */
  mayStore: (sql: string): boolean =>
    confirmationFor(sql).type === 'ask' && !splitStatements(sql).every(({ text }) => GIVES_ROOM.test(text)),
  controlsTransaction: isTransactionControl,
  statements: (sql: string): StatementRange[] =>
    splitStatements(sql).map(({ text, start, end }) => ({
      start,
      end,
      controlsTransaction: isTransactionControl(text),
    })),
  script: (text: string): ScriptParts => {
    const { statements, sql } = readScript(text)
    return {
      sql,
      statements: statements.map(({ text: own, start, end, data }) => ({
        start,
        end,
        controlsTransaction: isTransactionControl(own),
        ...(data && { data }),
      })),
    }
  },
  wholeExport,
}

export type TextQuestions = typeof TEXT_QUESTIONS

/** A message to the thread, which answers with one `TextAnswer`. */
export interface TextQuestion {
  question: keyof TextQuestions
  sql: string
}

export interface TextAnswer {
  answer: unknown
}
