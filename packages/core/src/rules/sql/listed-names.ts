/**
 * The names from the list of a query for GROUP BY and ORDER BY: those that the list gives its columns, and the columns that
 * are not aggregated.
 * @rule completion.listed-names  @spec §2
 */
import { listAround } from './sql-scope.js'
import type { SqlWords } from './sql-words.js'

/** @param index of the token at the cursor. @returns the names as written, without those already used */
export function listedNames(words: SqlWords, index: number): string[] {
  const by = keyListBefore(words, index)
  if (by === undefined) return []
  const isGroup = words.is(by - 1, 'group')
  const named = new Set(piecesText(words, by + 1, index))
  return listAround(words, by)
    .flatMap(([from, to]) => nameOf(words, from, to, isGroup))
    .filter((name) => !named.has(name))
}

/** The BY whose list contains the position. */
function keyListBefore(words: SqlWords, index: number): number | undefined {
  if (words.kind(index - 1) !== 'comma' && !words.is(index - 1, 'by')) return undefined
  for (let at = index - 1; at > 0; at--) {
    if (words.kind(at) === 'close') at = words.partner(at) ?? at
    else if (words.kind(at) === 'open') return undefined
    else if (words.is(at, 'by')) return words.is(at - 1, 'group', 'order') ? at : undefined
  }
  return undefined
}

/** The alias of an entry; else a path of names. GROUP BY takes a computed entry only with a name and without an aggregate. */
function nameOf(words: SqlWords, from: number, to: number, isGroup: boolean): string[] {
  const pieces = Array.from({ length: to - from }, (_, position) => from + position)
  if (isGroup && pieces.some((at) => aggregates(words, at))) return []
  if (hasAlias(words, to - 1)) return [words.text(to - 1)]
  const isPath = pieces.every((at, position) =>
    position % 2 === 0 ? words.plainName(at) !== undefined : words.kind(at) === 'dot',
  )
  return isPath && pieces.length % 2 === 1 ? [pieces.map((at) => words.text(at)).join('')] : []
}

/** `a as b`, `a b`, `f(a) b`, `1 b`, `case … end b`. */
function hasAlias(words: SqlWords, last: number): boolean {
  if (words.plainName(last) === undefined) return false
  const before = words.kind(last - 1)
  return (
    words.is(last - 1, 'as', 'end') ||
    before === 'close' ||
    before === 'number' ||
    before === 'string' ||
    words.plainName(last - 1) !== undefined
  )
}

const AGGREGATES =
  /^(count|sum|avg|min|max|every|bool_(and|or)|bit_(and|or|xor)|\w+_agg|jsonb?_object_agg|stddev\w*|var(iance|_pop|_samp)|percentile_\w+|mode|corr|regr_\w+|over)$/

function aggregates(words: SqlWords, at: number): boolean {
  return words.kind(at + 1) === 'open' && AGGREGATES.test(words.word(at))
}

/** The names between the commas, without blanks and order. */
function piecesText(words: SqlWords, from: number, to: number): string[] {
  const pieces: string[] = ['']
  for (let at = from; at < to; at++)
    if (words.kind(at) === 'comma') pieces.push('')
    else if (!words.is(at, 'asc', 'desc', 'nulls', 'first', 'last'))
      pieces[pieces.length - 1] += words.text(at)
  return pieces
}
