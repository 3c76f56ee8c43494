/**
 * What the form of a database object offers on an older PostgreSQL: fields that it does not know are neither shown nor written.
 * @rule structure.known-fields  @spec §2
 */
import type { FieldValue, ObjectField, ObjectRow, ObjectValues } from '../../sql/objects/object-kind.js'

/** @param major of the server; null: not known yet, and every field is taken for known */
export function knownFields(fields: readonly ObjectField[], major: number | null): ObjectField[] {
  return fields
    .filter((field) => isKnown(field, major))
    .map((field) =>
      field.type === 'rows'
        ? { ...field, columns: field.columns.filter((column) => isKnown(column, major)) }
        : field,
    )
}

/** The values without what the server does not know: flags are off, texts and lists are empty. */
export function knownValues(
  fields: readonly ObjectField[],
  values: ObjectValues,
  major: number | null,
): ObjectValues {
  const changed = fields.flatMap((field): [string, FieldValue][] => {
    const value = values[field.name]
    if (value === undefined) return []
    if (!isKnown(field, major)) return [[field.name, nothingOf(value)]]
    if (field.type !== 'rows') return []
    const unknown = field.columns.filter((column) => !isKnown(column, major))
    if (unknown.length === 0) return []
    const without = (row: ObjectRow): ObjectRow => ({
      ...row,
      ...Object.fromEntries(unknown.map(({ name }) => [name, typeof row[name] === 'boolean' ? false : ''])),
    })
    return [[field.name, (value as readonly ObjectRow[]).map(without)]]
  })
  return changed.length === 0 ? values : { ...values, ...Object.fromEntries(changed) }
}

/** The major version in `dbVersion` of a project, such as `15.18`; null: it has none yet. */
export function majorIn(version: string | undefined): number | null {
  const major = Number.parseInt(version ?? '', 10)
  return Number.isNaN(major) ? null : major
}

function isKnown({ since = 0 }: { since?: number }, major: number | null): boolean {
  return major === null || major >= since
}

function nothingOf(value: FieldValue): FieldValue {
  if (typeof value === 'boolean') return false
  return typeof value === 'string' ? '' : []
}
