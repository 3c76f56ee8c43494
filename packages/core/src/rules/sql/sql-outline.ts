/**
 * Where the statements of a text end, kept while it is typed: of a long text only the statements around a change are parsed
 * again.
 * @rule sql.outline  @spec §5
 */
import { splitStatements, type Statement } from '@basedeck/sql-guard'
import { changedRange } from './changed-range.js'

export interface SqlOutline {
  text: string
  /** Offsets behind the semicolons that end a statement. */
  ends: readonly number[]
}

/** @param before the outline of the text as it was: it is reused */
export function outlineOf(text: string, before?: SqlOutline): SqlOutline {
  if (!before) return { text, ends: endsIn(text, 0) }
  if (before.text === text) return before
  const change = changedRange(before.text, text)
  const delta = text.length - before.text.length
  const kept = before.ends.slice(0, countUpTo(before.ends, change.start))
  const from = kept.at(-1) ?? 0
  const later = before.ends.slice(countUpTo(before.ends, change.end))
  // Where the new reading ends a statement at the end of an old one, the rest is unchanged.
  for (let step = 0; step < later.length; step = step * 4 + 1) {
    const border = (later[step] ?? 0) + delta
    const found = endsIn(text.slice(from, border), from)
    if (found.at(-1) === border)
      return { text, ends: [...kept, ...found, ...later.slice(step + 1).map((end) => end + delta)] }
  }
  return { text, ends: [...kept, ...endsIn(text.slice(from), from)] }
}

/** The range of the statement at an offset: behind the semicolon before it, to its own. */
export function stretchAt({ text, ends }: SqlOutline, offset: number): { start: number; end: number } {
  // Right behind a semicolon the next statement begins.
  const index = countUpTo(ends, offset)
  return { start: ends[index - 1] ?? 0, end: ends[index] ?? text.length }
}

/** The ranges of all statements. */
export function stretchesOf({ text, ends }: SqlOutline): { start: number; end: number }[] {
  const all = ends.map((end, index) => ({ start: ends[index - 1] ?? 0, end }))
  return [...all, { start: ends.at(-1) ?? 0, end: text.length }]
}

function endsIn(sql: string, at: number): number[] {
  return splitStatements(sql).flatMap((statement) => {
    const semicolon = semicolonAfter(sql, statement)
    return semicolon === undefined ? [] : [at + semicolon + 1]
  })
}

function semicolonAfter(sql: string, { end }: Statement): number | undefined {
  const at = sql.indexOf(';', end)
  return at === -1 ? undefined : at
}

/** How many of the sorted numbers are not above the limit. */
function countUpTo(sorted: readonly number[], limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low
}
