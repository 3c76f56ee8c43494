/**
 * Lines as a file: one JSON object a line, or CSV whose texts no spreadsheet reads as formulas.
 * @rule logs.file  @spec §2
 */
import type { LogLine } from '@basedeck/platform-client'
import { csvOf } from '../import/csv.js'

/** What a download is written as. */
export type LogFileForm = 'ndjson' | 'csv'

const COLUMNS = ['time', 'level', 'source', 'request_id', 'message', 'fields'] as const

/** The text of the file, in the order of the lines. */
export function logLinesFile(lines: readonly LogLine[], form: LogFileForm): string {
  if (form === 'ndjson') return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const rows = lines.map((line) =>
    COLUMNS.map((column) => (column === 'fields' ? JSON.stringify(line.fields) : line[column])),
  )
  return csvOf([COLUMNS, ...rows])
}
