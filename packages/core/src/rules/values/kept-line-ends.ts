/**
 * A text field of the browser shows every line end as a line feed and gives line feeds back. The line ends of a value are
 * part of it: those of the lines that were not changed stay as they were, and a new line ends as most lines of the value do.
 * @rule grid.kept-line-ends  @spec §4
 */

type LineEnd = '\n' | '\r\n' | '\r'

const LINE_END = /\r\n|\r|\n/g

/** More pairs of lines are not compared: lines between the first and the last change are then paired in their order. */
const COMPARED_MAX = 1_000_000

/** The value as a text field shows it. */
export function shownInField(value: string): string {
  return value.includes('\r') ? value.replace(LINE_END, '\n') : value
}

/** The text of a field with the line ends of the value that was typed over. @param value null: there was none */
export function withKeptLineEnds(value: string | null, typed: string): string {
  const text = shownInField(typed)
  if (value === null || !value.includes('\r')) return text
  const ends = (value.match(LINE_END) ?? []) as LineEnd[]
  const usual = mostUsed(ends)
  if (ends.every((end) => end === usual)) return text.replaceAll('\n', usual)
  const before = shownInField(value).split('\n')
  const after = text.split('\n')
  const from = keptLines(before, after)
  const last = after.length - 1
  return after.map((line, at) => (at === last ? line : line + (ends[from[at] ?? -1] ?? usual))).join('')
}

/** Of two that are used as often, the one that comes first. */
function mostUsed(ends: readonly LineEnd[]): LineEnd {
  const counts = new Map<LineEnd, number>()
  for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1)
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0]
}

/** For each line the old line that it was; undefined: it is new. */
function keptLines(before: readonly string[], after: readonly string[]): (number | undefined)[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let tail = 0
  while (tail < shorter - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  const oldEnd = before.length - tail
  const newEnd = after.length - tail
  const from = after.map((_, at) =>
    at < start ? at : at >= newEnd ? at - after.length + before.length : undefined,
  )
  let old = start
  let at = start
  /** Lines between two equal ones are the old ones in their order, changed. */
  const pairUpTo = (nextOld: number, nextAt: number) => {
    while (old < nextOld && at < nextAt) from[at++] = old++
    old = nextOld
    at = nextAt
  }
  for (const [sameOld, sameAt] of equalLines(before.slice(start, oldEnd), after.slice(start, newEnd))) {
    pairUpTo(start + sameOld, start + sameAt)
    from[at++] = old++
  }
  pairUpTo(oldEnd, newEnd)
  return from
}

/** The most lines that both texts have in the same order, as pairs of their positions. */
function equalLines(before: readonly string[], after: readonly string[]): [number, number][] {
  if (before.length * after.length > COMPARED_MAX) return []
  const width = after.length + 1
  const common = new Uint32Array((before.length + 1) * width)
  const at = (row: number, column: number) => common[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      common[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
  const pairs: [number, number][] = []
  for (let row = 0, column = 0; row < before.length && column < after.length;) {
    if (before[row] === after[column]) pairs.push([row++, column++])
    else if (at(row + 1, column) >= at(row, column + 1)) row++
    else column++
  }
  return pairs
}
