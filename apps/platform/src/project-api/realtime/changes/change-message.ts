/** The member `data` of a message about a change, as clients of the family read it. SERVICES §3.4 */
import { jsonOf } from './json-value.js'
import type { RowTexts, TableChange } from './table-change.js'
import type { ShapeColumn, TableShape } from './table-shape.js'

export interface MessageForm {
  /** Those that its reader may see. */
  columns: readonly ShapeColumn[]
  /** Of the row before the change, nothing but the primary key. */
  keyOnly: boolean
  /** Why there are no values. */
  error: string | undefined
}

const MOST_BYTES = 1024 * 1024
/** Where a row is larger, longer values are left out. */
const SHORT_BYTES = 64
const TOO_LARGE = 'Error 413: Payload Too Large'

/** @returns text of JSON */
export function changeMessage(change: TableChange, shape: TableShape, form: MessageForm): string {
  const { type, committedAt, record } = change
  const { columns, keyOnly, error } = form
  const old = oldRow(change, shape)
  const isLarge = bytesOf(record) + bytesOf(old) > MOST_BYTES
  const errors = [...(error === undefined ? [] : [error]), ...(isLarge ? [TOO_LARGE] : [])]
  const most = isLarge ? SHORT_BYTES : Infinity
  const whole = record && new Map([...(change.old ?? []), ...record])
  return `{${[
    `"schema":${JSON.stringify(shape.schema)},"table":${JSON.stringify(shape.table)}`,
    `"type":"${type}","commit_timestamp":"${committedAt.toISOString()}"`,
    `"columns":${JSON.stringify(columns.map(({ name, type: ofColumn }) => ({ name, type: ofColumn })))}`,
    ...(whole ? [`"record":${rowJson(whole, columns, most)}`] : []),
    ...(type === 'INSERT'
      ? []
      : [`"old_record":${rowJson(old, keyOnly ? columns.filter(({ isKey }) => isKey) : columns, most)}`]),
    `"errors":${errors.length > 0 ? JSON.stringify(errors) : 'null'}`,
  ].join(',')}}`
}

/** PostgreSQL sends nothing of it where the replica identity did not change: then it is that of the new row. */
function oldRow({ type, record, old }: TableChange, { columns }: TableShape): RowTexts {
  if (type === 'INSERT') return new Map()
  const known = old ?? record ?? new Map<string, string | null>()
  return new Map(
    columns.flatMap(({ name, isIdentity }) => {
      const value = known.get(name)
      return isIdentity && value !== undefined ? [[name, value] as const] : []
    }),
  )
}

function rowJson(row: RowTexts, columns: readonly ShapeColumn[], most: number): string {
  const fields = columns.flatMap((column) => {
    const value = row.get(column.name)
    if (value === undefined || (value !== null && Buffer.byteLength(value) > most)) return []
    return [`${JSON.stringify(column.name)}:${jsonOf(value, column)}`]
  })
  return `{${fields.join(',')}}`
}

function bytesOf(row: RowTexts | undefined): number {
  let bytes = 0
  for (const value of row?.values() ?? []) bytes += value === null ? 0 : Buffer.byteLength(value)
  return bytes
}
