/** Types of PostgreSQL as TypeScript: what JSON holds for them. */
import type { DataSchema } from '../schema/data-schema.js'

const NUMBERS = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric'])
const ANYTHING = new Set(['json', 'jsonb'])
const UNKNOWN = new Set(['record', 'anyelement', 'anyarray', 'anycompatible', 'anynonarray'])

/** `number`, `string[]`, `Database['public']['Enums']['mood']` … */
export function typescriptOf(schema: DataSchema, id: number): string {
  const type = schema.type(id)
  if (type.base !== 0) return typescriptOf(schema, type.base)
  if (type.category === 'A' && type.element !== 0) {
    const element = typescriptOf(schema, type.element)
    return element.includes(' | ') ? `(${element})[]` : `${element}[]`
  }
  if (NUMBERS.has(type.name)) return 'number'
  if (type.name === 'bool') return 'boolean'
  if (ANYTHING.has(type.name)) return 'Json'
  if (type.name === 'void') return 'undefined'
  if (UNKNOWN.has(type.name)) return 'unknown'
  if (type.labels.length > 0) {
    return schema.schemas.has(type.schema)
      ? `Database[${JSON.stringify(type.schema)}]['Enums'][${JSON.stringify(type.name)}]`
      : type.labels.map((label) => JSON.stringify(label)).join(' | ')
  }
  const relation = type.relation === 0 ? undefined : schema.tableById(type.relation)
  if (relation) {
    const place =
      relation.kind === 'c'
        ? 'CompositeTypes'
        : relation.kind === 'v' || relation.kind === 'm'
          ? 'Views'
          : 'Tables'
    const row = place === 'CompositeTypes' ? '' : "['Row']"
    return `Database[${JSON.stringify(relation.schema)}]['${place}'][${JSON.stringify(relation.name)}]${row}`
  }
  return type.kind === 'c' ? 'Json' : 'string'
}

/** A key of an object: in quotes where it is no word. */
export function wordOf(name: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? name : JSON.stringify(name)
}
