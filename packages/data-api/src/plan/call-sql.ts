/** The call of a function as SQL. */
import { qualifiedName, quoteIdentifier } from '@basedeck/sql-guard/quoting'
import type { DataFunction } from '../schema/data-function.js'
import type { DataSchema } from '../schema/data-schema.js'
import type { Returns } from '../schema/returns.js'
import { typedRow } from '../sql/table-rows.js'
import { readAs } from '../sql/payload-sql.js'
import type { SqlText } from '../sql/sql-text.js'
import type { Call } from './call-arguments.js'

/** The query that calls it: rows with its columns, and for a value the column `_v`. */
export function callSql(
  sql: SqlText,
  schema: DataSchema,
  { called, takesBody }: { called: DataFunction; takesBody: boolean },
  call: Call,
  returns: Returns,
): string {
  const name = qualifiedName(called.schema, called.name)
  const { from, list } = takesBody ? wholeBody(sql, schema, called, call) : named(sql, schema, called, call)
  if (returns.kind !== 'rows') return `select ${name}(${list}) as "_v"${from === '' ? '' : ` from ${from}`}`
  const needsRow = returns.table.id !== 0 && schema.functionsOfRow(returns.table).length > 0
  const lateral = from === '' ? '' : `${from} cross join lateral `
  return `select "_f".*${needsRow ? `, ${typedRow(returns.table, '"_f"')} as "_row"` : ''} from ${lateral}${name}(${list}) as "_f"`
}

function wholeBody(sql: SqlText, schema: DataSchema, called: DataFunction, call: Call) {
  const type = schema.type(called.arguments[0]?.type ?? 0)
  return { from: '', list: `(${sql.text(call.body)})::${type.sql}` }
}

/** Only what is given is passed on: the rest has its default. */
function named(sql: SqlText, schema: DataSchema, called: DataFunction, call: Call) {
  const given = called.arguments.filter(({ name }) => call.given.names.includes(name))
  if (given.length === 0) return { from: '', list: '' }
  const read = given.map(({ name, type }) => readAs(schema, name, type, call.isText))
  const list = given.map(
    ({ name, isVariadic }, index) =>
      `${isVariadic ? 'variadic ' : ''}${quoteIdentifier(name)} => ${read[index]?.value('"_a"')}`,
  )
  const from = `json_to_record((${sql.text(call.json(called))})::json) as "_a"(${read.map((one) => one.column).join(', ')})`
  return { from, list: list.join(', ') }
}
