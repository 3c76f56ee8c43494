// How a value looks in one line of a grid: short enough to draw fast, line breaks as a sign.
// What is copied or opened is never this text.

/** UTF-16 units of a value that a cell draws; a column is rarely wider than a hundred characters. */
export const CELL_TEXT_LENGTH = 300

const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g

/** The first characters of the value in one line; never half a character. */
export function cellText(value: string): string {
  const start = value.length > CELL_TEXT_LENGTH ? value.slice(0, lastWhole(value)) : value
  return start.replace(LINE_BREAK, '↵')
}

/** Whether a cell draws less than the whole value. */
export function isShortened(value: string): boolean {
  return value.length > CELL_TEXT_LENGTH
}

function lastWhole(value: string): number {
  const isHalved = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(
    value.slice(CELL_TEXT_LENGTH - 1, CELL_TEXT_LENGTH + 1),
  )
  return isHalved ? CELL_TEXT_LENGTH - 1 : CELL_TEXT_LENGTH
}
