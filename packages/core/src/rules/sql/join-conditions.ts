/**
 * Join conditions from the foreign keys between the tables of a query: the whole condition behind ON, and behind `a.b =` the
 * column on the other side.
 * @rule completion.join-conditions  @spec §2
 */
import type { KnownForeignKey, SqlCatalogue } from './sql-catalogue.js'
import { writtenName } from './sql-keywords.js'
import { columnIn, type Scope, type Source } from './sql-scope.js'
import type { SqlWords } from './sql-words.js'

/** @param index of the token at the cursor; the table right before ON comes first. Each condition in both directions */
export function joinConditions(
  words: SqlWords,
  index: number,
  { sources }: Scope,
  catalogue: SqlCatalogue,
): (readonly string[])[] {
  if (!words.is(index - 1, 'on')) return []
  const joined = words.plainName(index - 2)
  const named = [
    ...sources.filter(({ name }) => name === joined),
    ...sources.filter(({ name }) => name !== joined),
  ]
  return named.flatMap((one, position) =>
    named.slice(position + 1).flatMap((other) =>
      linksOf(one, catalogue)
        .flatMap((key) => [pairsOf(key, one, other), pairsOf(key, other, one)])
        .filter((pairs) => pairs.length > 0)
        .map((pairs) => [
          pairs.map(([from, to]) => `${from} = ${to}`).join(' and '),
          pairs.map(([from, to]) => `${to} = ${from}`).join(' and '),
        ]),
    ),
  )
}

/** Behind `a.b =`: the columns of other tables that a foreign key relates to that column. */
export function otherSides(words: SqlWords, index: number, scope: Scope, catalogue: SqlCatalogue): string[] {
  const name = words.plainName(index - 2)
  if (words.text(index - 1) !== '=' || name === undefined) return []
  const owner = words.kind(index - 3) === 'dot' ? words.plainName(index - 4) : undefined
  const source = columnIn(scope, owner, name)?.source
  if (!source) return []
  const written = writtenPath(source, name)
  return scope.sources
    .filter((other) => other !== source)
    .flatMap((other) =>
      linksOf(source, catalogue).flatMap((key) => [
        ...pairsOf(key, source, other),
        ...pairsOf(key, other, source).map(([from, to]) => [to, from] as const),
      ]),
    )
    .flatMap(([own, others]) => (own === written ? [others] : []))
}

function linksOf({ relation }: Source, catalogue: SqlCatalogue): readonly KnownForeignKey[] {
  return relation ? catalogue.linksOf(relation) : []
}

/** The columns of the key as written: of the referring table, and of the referenced one. */
function pairsOf(key: KnownForeignKey, from: Source, to: Source): (readonly [string, string])[] {
  const isFrom = from.relation?.schema === key.schema && from.relation.name === key.name
  const isTo = to.relation?.schema === key.toSchema && to.relation.name === key.toName
  if (!isFrom || !isTo) return []
  return key.columns.map(
    (column, index) => [writtenPath(from, column), writtenPath(to, key.toColumns[index] ?? '')] as const,
  )
}

function writtenPath({ name }: Source, column: string): string {
  return `${writtenName(name)}.${writtenName(column)}`
}
