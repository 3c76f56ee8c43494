/**
 * Whether the whole result of a run can be exported to a file: the statement runs again READ ONLY and streams its rows, so it
 * must be a single one that only reads.
 * @rule results.export-plan  @spec §2 (results grid)
 */
import { splitStatements } from '@basedeck/sql-guard'

/** Whether a run's whole result can be exported; `sql` is the statement that returns it. */
export type WholeExport =
  | { type: 'yes'; sql: string }
  | { type: 'no'; reason: 'several' | 'no-select' | 'empty' }

const READS = /^(?:select|with|table|values)\b/i
/** Blanks, brackets and comments before the first word. */
const BEFORE_WORDS = /^(?:\s|\(|--[^\n]*(?:\n|$)|\/\*[^]*?\*\/)*/

/** Whether the whole result of this text can be exported. */
export function wholeExport(sql: string): WholeExport {
  const [first, second] = splitStatements(sql)
  if (!first) return { type: 'no', reason: 'empty' }
  if (second) return { type: 'no', reason: 'several' }
  const begins = first.text.replace(BEFORE_WORDS, '')
  return READS.test(begins) ? { type: 'yes', sql: first.text } : { type: 'no', reason: 'no-select' }
}

const NAME = String.raw`(?:"(?:[^"]|"")+"|[a-z_][\w$]*)`
const FROM = new RegExp(String.raw`\bfrom\s+(${NAME}(?:\.${NAME})?)(?![\w$.]|\s*\()`, 'i')

/** The default table of INSERT statements: the one that the statement reads. */
export function tableOf(sql: string): string {
  const name = FROM.exec(sql)?.[1]
  if (name === undefined) return 'result'
  return name.replace(/"((?:[^"]|"")+)"/g, (_, quoted: string) => quoted.replaceAll('""', '"'))
}

/** The default file name, without its extension. */
export function exportName(name: string): string {
  const plain = name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-').trim()
  return plain.replace(/^\.+/, '').slice(0, 100) || 'result'
}

/** SQL that returns one cell of a statement's result. Columns are counted, since two may have one name. */
export function cellQuery(sql: string, columns: number, row: number, column: number): string {
  const names = Array.from({ length: columns }, (_, index) => `c${index}`)
  // A comment at the statement's end must not swallow the bracket.
  return `select c${column} from (\n${sql}\n) as result(${names.join(', ')}) offset ${row} limit 1`
}
