/** Formats a text or a part of it; the formatter's file comes when it is first wanted. SPEC §9. */
import type { Notifier } from '../../ports/index.js'
import { cursorAfterFormat } from '../../rules/sql/formatted-cursor.js'
import { sqlHelpText } from '../../text/sql-help.js'

/** UTF-16 offsets; the end is exclusive. */
export interface TextRange {
  start: number
  end: number
}

/** What replaces the range, and where the cursor is then. */
export interface FormattedText extends TextRange {
  text: string
  cursor: number
}

/** Formatting takes a second for every 300 kB, and the page waits. Characters. */
export const FORMAT_MAX = 200_000

export async function formatText(
  notifier: Notifier,
  text: string,
  cursor: number,
  range: TextRange = { start: 0, end: text.length },
): Promise<FormattedText | null> {
  const { start, end } = range
  const part = text.slice(start, end)
  if (part.trim() === '') return null
  const refuse = (message: string, detail?: string) => {
    notifier.notify({ kind: detail === undefined ? 'info' : 'error', message, ...(detail ? { detail } : {}) })
    return null
  }
  if (part.length > FORMAT_MAX) return refuse(sqlHelpText.formatTooLong, sqlHelpText.formatTooLongDetail)
  const { formattedSql } = await import('@basedeck/sql-guard/format')
  const formatted = formattedSql(part)
  if (formatted === undefined) return refuse(sqlHelpText.formatRefused, sqlHelpText.formatRefusedDetail)
  // A line end at the end of the text is the user's.
  const tail = /\r?\n$/.exec(part)?.[0] ?? ''
  const replacement = formatted + (formatted.endsWith('\n') ? '' : tail)
  if (replacement === part) return refuse(sqlHelpText.formatted)
  return {
    start,
    end,
    text: replacement,
    cursor: start + cursorAfterFormat(part, replacement, cursor - start),
  }
}
