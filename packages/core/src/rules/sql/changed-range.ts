/**
 * What to replace in one text to make it the other: the smallest range between a common beginning and a common end, so
 * that a cursor, an undo step or an analysis around it survives.
 * @rule text.changed-range  @spec §4
 */

/** Replace `start` up to `end` of the old text by `text`. UTF-16 offsets, the end is exclusive. */
export interface ChangedRange {
  start: number
  end: number
  text: string
}

/** Characters that are compared at once, since most of a long text is equal. */
const BLOCK = 4096

/** The smallest replacement that turns `before` into `after`. It never splits a surrogate pair or a CRLF. */
export function changedRange(before: string, after: string): ChangedRange {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start + BLOCK <= shorter && before.slice(start, start + BLOCK) === after.slice(start, start + BLOCK))
    start += BLOCK
  // Behind the end of a text there is no number, which equals nothing.
  while (before.charCodeAt(start) === after.charCodeAt(start)) start += 1
  if (isInsideCharacter(before, start) || isInsideCharacter(after, start)) start -= 1

  let kept = 0
  const tail = (text: string) => text.slice(text.length - kept - BLOCK, text.length - kept)
  while (kept + BLOCK <= shorter - start && tail(before) === tail(after)) kept += BLOCK
  while (
    kept < shorter - start &&
    before.charCodeAt(before.length - 1 - kept) === after.charCodeAt(after.length - 1 - kept)
  )
    kept += 1
  if (isInsideCharacter(before, before.length - kept) || isInsideCharacter(after, after.length - kept)) {
    kept -= 1
  }
  return { start, end: before.length - kept, text: after.slice(start, after.length - kept) }
}

/** Whether the offset is inside a CRLF or a surrogate pair. */
function isInsideCharacter(text: string, offset: number): boolean {
  return /\r\n|[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(Math.max(0, offset - 1), offset + 1))
}
