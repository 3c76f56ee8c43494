/** One condition of a search as SQL. Values are parameters; the name of a field is checked by the contract. */
import { keptRequestId } from './kept-request-id.js'
import type { LogOperator, LogTerm } from './log-line.js'

/** Values of the parameters, in their order. */
export type LineValues = (string | bigint | number)[]

const COLUMNS: ReadonlySet<string> = new Set(['source', 'level', 'message', 'request_id'])
const NUMERIC: Readonly<Partial<Record<LogOperator, string>>> = { gt: '>', ge: '>=', lt: '<', le: '<=' }

/** Adds its values to `values`. What a line does not have fits no condition, so `not` finds such lines too. */
export function termCondition({ field, op, values, not }: LogTerm, parameters: LineValues): string {
  const add = (value: string | number): string => {
    parameters.push(value)
    return `$${parameters.length}`
  }
  const fits =
    op === 'any'
      ? `${textOf(field)} <> ''`
      : values.length === 0
        ? 'false'
        : values.map((value) => comparison(field, op, value, add)).join(' or ')
  return not ? `not coalesce(${fits}, false)` : `(${fits})`
}

function comparison(
  field: string | null,
  op: LogOperator,
  value: string,
  add: (value: string | number) => string,
): string {
  const sign = NUMERIC[op]
  if (sign !== undefined) return `try_cast(${textOf(field)} as double) ${sign} ${add(Number(value))}::double`
  if (op === 'has') {
    const parameter = add(value.toLowerCase())
    return field === null
      ? `contains(lower(message), ${parameter}) or contains(lower(fields), ${parameter})`
      : `contains(lower(${textOf(field)}), ${parameter})`
  }
  const text = field === 'request_id' ? keptRequestId(value) : value
  return `${textOf(field)} = ${add(text)}`
}

/** The text of a column, or of a field of the JSON. */
function textOf(field: string | null): string {
  if (field === null) return 'message'
  if (COLUMNS.has(field)) return field
  return `json_extract_string(nullif(fields, ''), '$."${field}"')`
}
