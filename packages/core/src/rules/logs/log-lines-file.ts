/**
 * Lines as a file: one JSON object a line, or CSV whose texts no spreadsheet reads as formulas.
 * @rule logs.file  @spec §2
 */
import type { LogLine } from '@basedeck/platform-client'

/** What a download is written as. */
export type LogFileForm = 'ndjson' | 'csv'

const COLUMNS = ['time', 'level', 'source', 'request_id', 'message', 'fields'] as const
/** Spreadsheets run what begins so. */
const FORMULA = /^[=+\-@\t\r]/

/** The text of the file, in the order of the lines. */
export function logLinesFile(lines: readonly LogLine[], form: LogFileForm): string {
  if (form === 'ndjson') return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const rows = lines.map((line) =>
    COLUMNS.map((column) => csvText(column === 'fields' ? JSON.stringify(line.fields) : line[column])).join(
      ',',
    ),
  )
  return [COLUMNS.join(','), ...rows].map((row) => `${row}\r\n`).join('')
}

function csvText(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
