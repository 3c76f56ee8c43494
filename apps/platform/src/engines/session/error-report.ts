/** Turns PostgreSQL's error into the report a caller gets: its position in the caller's own text, and psql's print. */
import type { DatabaseErrorReport } from '@basedeck/platform-client/contract'
import type { ServerReport } from '../wire/server-report.js'
import { caretLines } from '@basedeck/core/rules/platform'
import { offsetOfPosition, locationOfOffset, positionOfOffset } from './text-location.js'

/** Which part of the caller's text was sent. */
export interface SentText {
  /** The caller's whole text. */
  text: string
  /** UTF-16 offset at which the sent part begins, and where it ends. */
  start: number
  end: number
  statementIndex: number
  /** Characters of ours that were sent before the part. */
  prefixCharacters?: number
}

/** The report for the caller of `sent.text`. */
export function errorReport(error: Partial<ServerReport>, sent?: SentText): DatabaseErrorReport {
  const offset = sent && offsetInText(error, sent)
  return {
    ...ownFields(error),
    message: error.message ?? 'Unknown error',
    code: error.code ?? 'XX000',
    formattedError: format(error, sent?.text, offset),
    ...(sent && { statementIndex: sent.statementIndex }),
    ...(sent &&
      offset !== undefined && {
        position: positionOfOffset(sent.text, offset),
        at: locationOfOffset(sent.text, offset),
      }),
  }
}

const COPIED_FIELDS = [
  'severity',
  'detail',
  'hint',
  'length',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'where',
  'file',
  'line',
  'routine',
] as const

function ownFields(error: Partial<ServerReport>): Partial<DatabaseErrorReport> {
  const present = COPIED_FIELDS.filter((field) => error[field] !== undefined)
  return { name: 'error', ...Object.fromEntries(present.map((field) => [field, error[field]])) }
}

function offsetInText(error: Partial<ServerReport>, sent: SentText): number | undefined {
  if (error.position === undefined) return undefined
  const position = Number(error.position) - (sent.prefixCharacters ?? 0)
  const offset = offsetOfPosition(sent.text.slice(sent.start, sent.end), position)
  return offset === undefined ? undefined : sent.start + offset
}

function format(error: Partial<ServerReport>, text?: string, offset?: number): string {
  const { internalQuery, internalPosition } = error
  const lines = [
    `${error.severity ?? 'ERROR'}:  ${error.code ?? 'XX000'}: ${error.message ?? 'Unknown error'}`,
  ]
  if (text !== undefined && offset !== undefined) {
    lines.push(...caretLines(text, offset))
  } else if (internalQuery !== undefined && internalPosition !== undefined) {
    const internalOffset = offsetOfPosition(internalQuery, Number(internalPosition))
    if (internalOffset !== undefined) lines.push(...caretLines(internalQuery, internalOffset))
  }
  if (error.detail !== undefined) lines.push(`DETAIL:  ${error.detail}`)
  if (error.hint !== undefined) lines.push(`HINT:  ${error.hint}`)
  if (internalQuery !== undefined) lines.push(`QUERY:  ${internalQuery}`)
  if (error.where !== undefined) lines.push(`CONTEXT:  ${error.where}`)
  return lines.join('\n')
}
