/**
 * Where the cursor is after a text was formatted: at the same position of the same token.
 * @rule sql.formatted-cursor  @spec §9
 */
import { scan } from '@basedeck/sql-guard/lexer'

/** @param after the same tokens as `before`, with other blanks between them */
export function cursorAfterFormat(before: string, after: string, offset: number): number {
  const old = scan(before)
  const index = old.findLastIndex(({ start }) => start <= offset)
  const from = old[index]
  const to = scan(after)[index]
  if (!from) return 0
  if (!to) return Math.min(offset, after.length)
  return Math.min(to.start + (offset - from.start), nextBlank(after, to.end))
}

/** A cursor right behind a token stays behind it. */
function nextBlank(text: string, end: number): number {
  return /[ \t]/.test(text[end] ?? '') ? end + 1 : end
}
