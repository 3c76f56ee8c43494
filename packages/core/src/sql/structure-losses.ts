/** What a change of a table would lose, counted before it runs: values of a column, and values that another type cuts. */
import type { CastColumn } from '../rules/structure/structure-losses.js'
import type { Statement } from './catalogue/statements.js'
import type { TableName } from './column-ddl.js'
import { qualifiedName, quoteIdentifier } from './quoting.js'

/** Values that a new type changes. */
export interface ChangedValues {
  count: number
  /** The first of them, before and after. */
  examples: readonly { before: string; after: string | null }[]
}

const EXAMPLES_MAX = 3
/** Characters of a value in an example. */
const EXAMPLE_LENGTH = 60

/** One row: how many values of the column are not NULL. */
export function valueCountStatement({ schema, name }: TableName, column: string): Statement {
  return {
    query: `select count(${quoteIdentifier(column)})::text from ${qualifiedName(schema, name)}`,
    parameters: [],
  }
}

/**
 * One row for each example: how many values are changed by the new type, and one of them before and after.
 * @param goesBack whether changed values are those that the old type does not get back; otherwise those whose text changes,
 *   where there is no cast back
 */
export function changedValuesStatement(
  { schema, name }: TableName,
  { name: column, from, to }: CastColumn,
  goesBack: boolean,
): Statement {
  const value = quoteIdentifier(column)
  const cast = `${value}::${to}`
  const compared = goesBack ? `(${cast}::${from})::text` : `(${cast})::text`
  return {
    query: `with changed as (
  select pg_catalog.left(${value}::text, ${EXAMPLE_LENGTH}) as before, pg_catalog.left((${cast})::text, ${EXAMPLE_LENGTH}) as after
  from ${qualifiedName(schema, name)}
  where ${value} is not null and ${compared} is distinct from ${value}::text
)
select (select count(*) from changed)::text, before, after from changed limit ${EXAMPLES_MAX}`,
    parameters: [],
  }
}

/** The changed values in the statement's rows. */
export function changedValuesIn(rows: readonly (readonly (string | null)[])[]): ChangedValues {
  return {
    count: Number(rows[0]?.[0] ?? 0),
    examples: rows.map(([, before, after]) => ({ before: before ?? '', after: after ?? null })),
  }
}
