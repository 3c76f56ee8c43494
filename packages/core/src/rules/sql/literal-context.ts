/**
 * What a value is for: the column that it is compared with, inserted into or assigned to, or the type it is cast to. It may
 * be a label of an enum.
 * @rule completion.literal-context  @spec §2
 */
import type { SqlWords } from './sql-words.js'

export interface LiteralContext {
  /** The column's name with its qualifier; or the type's, with its schema. */
  of: { column: readonly string[] } | { type: readonly string[] }
  typed: string
  start: number
  end: number
}

/** @param index of the string; @param offset the cursor in it. Undefined: the meaning is unknown */
export function literalContext(words: SqlWords, index: number, offset: number): LiteralContext | undefined {
  const token = words.tokens[index]
  if (token?.kind !== 'string' || words.sql[token.start] !== "'") return undefined
  const of = meaningOf(words, index)
  if (!of) return undefined
  const start = token.start + 1
  const end = token.closed ? token.end - 1 : offset
  return { of, typed: words.sql.slice(start, offset), start, end }
}

function meaningOf(words: SqlWords, index: number): LiteralContext['of'] | undefined {
  const type = typeBehind(words, index)
  if (type) return { type }
  const column = valueColumn(words, index)
  return column && { column }
}

/** The column that a value at this index is compared with, inserted into or assigned to, with its qualifier. */
export function valueColumn(words: SqlWords, index: number): string[] | undefined {
  return comparedColumn(words, index) ?? insertedColumn(words, index)
}

const COMPARES = new Set(['=', '<>', '!='])

/** `status = '`, `status in ('a', '`. */
function comparedColumn(words: SqlWords, index: number): string[] | undefined {
  let at = index - 1
  while (words.kind(at) === 'comma' && words.kind(at - 1) === 'string') at -= 2
  if (words.kind(at) === 'open' && words.is(at - 1, 'in')) at -= words.is(at - 2, 'not') ? 3 : 2
  else if (COMPARES.has(words.text(at))) at--
  else return undefined
  const column: string[] = []
  for (let name = words.plainName(at); name !== undefined; name = words.plainName(at)) {
    column.unshift(name)
    if (words.kind(at - 1) !== 'dot') break
    at -= 2
  }
  return column.length > 0 ? column : undefined
}

/** `insert into t (id, status) values (1, '`: the column at the same position of the list. */
function insertedColumn(words: SqlWords, index: number): string[] | undefined {
  const before = words.kind(index - 1)
  if (before !== 'open' && before !== 'comma') return undefined
  let open = words.bracketAround(index)
  const position = commasBetween(words, open + 1, index)
  // `values (1, 'a'), (2, '`
  while (words.kind(open - 1) === 'comma' && words.kind(open - 2) === 'close')
    open = words.partner(open - 2) ?? -1
  const close = open - 2
  const list = words.is(open - 1, 'values') ? words.partner(close) : undefined
  if (list === undefined) return undefined
  let at = list - 1
  while (words.kind(at - 1) === 'dot') at -= 2
  if (!words.is(at - 1, 'into')) return undefined
  let column = list + 1
  // It ends: the row itself has as many commas.
  for (let left = position; left > 0; column++) if (words.kind(column) === 'comma') left--
  const name = words.name(column)
  return name === undefined || column >= close ? undefined : [name]
}

function commasBetween(words: SqlWords, from: number, to: number): number {
  let commas = 0
  for (const at of words.shallow(from, to)) if (words.kind(at) === 'comma') commas++
  return commas
}

/** `'draft'::status`. */
function typeBehind(words: SqlWords, index: number): string[] | undefined {
  if (words.text(index + 1) !== '::') return undefined
  const first = words.name(index + 2)
  if (first === undefined) return undefined
  const second = words.kind(index + 3) === 'dot' ? words.name(index + 4) : undefined
  return second === undefined ? [first] : [first, second]
}
