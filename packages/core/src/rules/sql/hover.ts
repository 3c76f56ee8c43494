/**
 * What the name under the pointer means in its statement: a table, a column, a function, or nothing that is known.
 * @rule completion.hover  @spec §2
 */
import type { KnownColumn, KnownFunction, KnownRelation, SqlCatalogue } from './sql-catalogue.js'
import { columnIn, scopeAt, type Source } from './sql-scope.js'
import { SqlWords } from './sql-words.js'

export type Hover = { start: number; end: number } & Meaning

export type Meaning =
  | { type: 'relation'; relation: KnownRelation }
  | { type: 'column'; column: KnownColumn; source: Source }
  | { type: 'function'; functions: readonly KnownFunction[] }

/** @param offset in the statement */
export function hoverAt(statement: string, offset: number, catalogue: SqlCatalogue): Hover | undefined {
  const words = new SqlWords(statement)
  const index = words.tokens.findIndex(({ start, end }) => start <= offset && offset < end)
  const token = words.tokens[index]
  const name = words.name(index)
  if (!token || name === undefined) return undefined
  const before: string[] = []
  for (let at = index - 1; words.kind(at) === 'dot'; at -= 2) {
    const part = words.name(at - 1)
    // A field of a composite value: `(a).b`.
    if (part === undefined) return undefined
    before.unshift(part)
  }
  const meaning = meaningOf(words, index, { before, name }, catalogue)
  return meaning && { start: token.start, end: token.end, ...meaning }
}

function meaningOf(
  words: SqlWords,
  index: number,
  { before, name }: { before: readonly string[]; name: string },
  catalogue: SqlCatalogue,
): Meaning | undefined {
  const owner = before.at(-1)
  const scope = scopeAt(words, index, catalogue)
  if (words.kind(index + 1) === 'open') {
    const functions = catalogue.functionsNamed(owner, name)
    if (functions.length > 0) return { type: 'function', functions }
  }
  if (before.length <= 1) {
    const found = columnIn(scope, owner, name)
    if (found && !isSourceName(words, index)) return { type: 'column', ...found }
  }
  if (before.length === 2) {
    const relation = catalogue.relation(before[0], owner ?? '')
    const column = relation?.columns.find((one) => one.name === name)
    if (relation && column)
      return { type: 'column', column, source: { name: relation.name, columns: relation.columns, relation } }
  }
  const relation =
    (owner === undefined ? scope.sources.find((one) => one.name === name)?.relation : undefined) ??
    catalogue.relation(owner, name)
  return relation && before.length <= 1 ? { type: 'relation', relation } : undefined
}

/** A table's name may be a column's name too: behind FROM it is the table. */
function isSourceName(words: SqlWords, index: number): boolean {
  return words.is(index - 1, 'from', 'join', 'into', 'update', 'table')
}
