/** The words of a run that failed, and the position of its error in the editor. SPEC §8. */
import { oddCharactersIn, type OddCharacter } from '@basedeck/sql-guard/lexer'
import { READ_ONLY_VIOLATION, type RefusedPart, type RunFailure } from '../../sessions/sql/run-failure.js'
import { sqlText } from '../../text/sql-editor.js'
import { sqlHelpText } from '../../text/sql-help.js'
import { firstLine } from './run-question.js'
import { sqlRunningText } from '../../text/sql-running.js'

/** A part of the editor's text that is wrong; UTF-16 offsets. */
export interface Mark {
  startOffset: number
  endOffset: number
  message: string
  /** It may be right all the same. */
  isWarning?: true
}

/** What is told of a run that failed. */
export interface RunError {
  title: string
  /** PostgreSQL's own lines: LINE and its caret stand under each other. */
  detail: string[]
  /** What it means for the text, in sentences. */
  remarks: string[]
}

/**
 * @param offset where what was sent begins in the editor's text
 * @param text the editor's
 * @param readOnlyRole what is said where the role is why a write was refused; undefined: the role may write
 */
export function errorOf(
  failure: RunFailure,
  offset: number,
  text: string,
  readOnlyRole?: string | undefined,
): RunError {
  const error = errorAlone(failure, offset, text, readOnlyRole)
  const odd = oddCharactersFor(failure, text)
  const [first] = odd
  if (!first) return error
  const names = new Set(odd.map(({ kind, start, end }) => sqlHelpText.oddName(kind, text.slice(start, end))))
  const remark = sqlHelpText.oddFound(
    [...names].slice(0, ODD_NAMES_MAX),
    lineAt(text, first.start),
    odd.length,
  )
  return { ...error, remarks: [...error.remarks, remark] }
}

/** Names of odd characters in one sentence. */
const ODD_NAMES_MAX = 3

/** SQLSTATEs of a text that PostgreSQL does not understand: syntax, and names that are not there. */
const NOT_UNDERSTOOD: ReadonlySet<string | undefined> = new Set([
  '42601',
  '42703',
  '42P01',
  '42883',
  '42704',
  '3F000',
])

/** Characters of the text that may be why it failed. */
export function oddCharactersFor(failure: RunFailure, text: string): OddCharacter[] {
  const isNotUnderstood =
    failure.reason === 'syntax' || (failure.reason === 'database' && NOT_UNDERSTOOD.has(failure.code))
  return isNotUnderstood ? oddCharactersIn(text) : []
}

function errorAlone(
  failure: RunFailure,
  offset: number,
  text: string,
  readOnlyRole: string | undefined,
): RunError {
  switch (failure.reason) {
    case 'cancelled':
      return said(sqlText.cancelled, sqlText.cancelledDetail)
    case 'too-large':
      return said(sqlText.tooLarge, sqlText.tooLargeDetail)
    case 'several-to-explain':
      return said(sqlRunningText.severalToExplain, sqlRunningText.severalToExplainDetail)
    case 'needs-values':
      return said(sqlText.needsValues(failure.names), sqlText.needsValuesDetail, sqlText.notSent)
    case 'several-with-values':
      return said(sqlText.severalWithValues, sqlText.severalWithValuesDetail, sqlText.notSent)
    case 'syntax':
      return failure.psql === undefined
        ? {
            title: sqlText.errorTitle,
            detail: [`ERROR:  ${failure.message}`],
            remarks: [...lineRemarks(text, offset + failure.at.offset), sqlText.notSent],
          }
        : said(sqlText.psql(failure.psql), sqlText.psqlAdvice[failure.advice ?? 'other'], sqlText.notSent)
    case 'connection-ended':
      return {
        title: sqlRunningText.connectionEnded,
        detail: [failure.message],
        remarks: [sqlRunningText.connectionEndedDetail],
      }
    case 'offline':
      return said(sqlRunningText.offline, sqlRunningText.offlineDetail)
    case 'away':
      return said(sqlRunningText.away, sqlRunningText.awayDetail)
    case 'lost':
      return said(sqlText.lost, sqlText.lostDetail)
    case 'platform':
      return said(sqlText.errorTitle, failure.message)
    case 'database': {
      const { title, detail } = failure.panel ?? { title: sqlText.errorTitle, detail: [failure.message] }
      const notices = failure.notices.map(({ severity, message }) => `${severity}:  ${message}`)
      const { statement } = failure
      const remarks = statement
        ? [
            sqlText.failedStatement(
              statement,
              lineAt(text, offset + statement.offset),
              firstLine(statement.text),
            ),
            ...(statement.outcome === null ? [] : [sqlText.remains[statement.outcome]]),
            ...(statement.index < statement.count - 1 ? [sqlText.restNotRun] : []),
          ]
        : // PostgreSQL counts the lines of what it got, which is not the whole text.
          lineAt(text, Math.max(offset, 0)) > 1
          ? lineRemarks(text, offset + (failure.at?.offset ?? 0))
          : []
      remarks.push(...refusedRemarks(failure.refused ?? [], offset, text))
      if (failure.again?.separately) remarks.push(sqlText.needsOwnTransaction, sqlText.runSeparatelyHint)
      if (readOnlyRole !== undefined && failure.code === READ_ONLY_VIOLATION) remarks.push(readOnlyRole)
      return { title, detail: [...detail, ...notices], remarks }
    }
  }
}

const REFUSED_AT_MOST = 20

function refusedRemarks(refused: readonly RefusedPart[], offset: number, text: string): string[] {
  if (refused.length === 0) return []
  const more = refused.length - REFUSED_AT_MOST
  return [
    sqlText.refusedStatements(refused.length),
    ...refused.slice(0, REFUSED_AT_MOST).map((part) => {
      const words = part.text.replace(BEFORE_WORDS, '')
      const start = offset + part.offset + part.text.length - words.length
      return sqlText.refusedStatement(lineAt(text, start), firstLine(words), part.message)
    }),
    ...(more > 0 ? [sqlText.refusedMore(more)] : []),
  ]
}

/** Blanks and comments before a statement's own words. */
const BEFORE_WORDS = /^(?:\s|--[^\n]*\n)+/

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/** The line of the editor's text, where there are several. */
function lineRemarks(text: string, offset: number): string[] {
  const lines = text.split('\n')
  const line = lineAt(text, offset)
  return lines.length === 1 ? [] : [sqlText.failedLine(line, firstLine(lines[line - 1] ?? ''))]
}

/** The label of the button that runs a failed text in another way; null: there is none. */
export function runAgainLabel(failure: RunFailure): string | null {
  if (failure.reason !== 'database' || !failure.again) return null
  return failure.again.separately ? sqlText.runSeparately : sqlText.runWithout(failure.refused?.length ?? 0)
}

function said(title: string, ...remarks: string[]): RunError {
  return { title, detail: [], remarks }
}

/** The word at the error's position, in the whole text of the editor. */
export function marksOf(failure: RunFailure, offset: number, text: string): Mark[] {
  if ((failure.reason !== 'database' && failure.reason !== 'syntax') || !failure.at) return []
  const startOffset = Math.min(offset + failure.at.offset, Math.max(0, text.length - 1))
  const word = /^[\w"]+/.exec(text.slice(startOffset, startOffset + 128))
  return [{ startOffset, endOffset: startOffset + (word?.[0].length ?? 1), message: failure.message }]
}
