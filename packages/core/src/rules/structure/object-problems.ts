/**
 * What is wrong in the form of a database object before PostgreSQL is asked, by the path of each problem.
 * @rule structure.object-problems  @spec §4
 */
import type { ObjectField, ObjectRow, ObjectValues, RowField } from '../../sql/objects/object-kind.js'
import { expressionProblem, typeProblem, type ExpressionProblem } from './ddl-expression.js'
import { nameProblem, type NameProblem } from './object-name.js'

/** Why a value can't be as it is. */
export type ObjectProblem =
  | { kind: 'name'; reason: NameProblem }
  | { kind: 'type'; reason: ExpressionProblem | 'empty' | 'words' }
  | { kind: 'expression'; reason: ExpressionProblem }
  | { kind: 'required' | 'number' | 'nul' }

/** A problem and its path: `keys.0.value`. */
export interface PlacedObjectProblem {
  path: string
  problem: ObjectProblem
}

/** All problems of the fields that the form shows, in their order. */
export function objectProblems(
  fields: readonly ObjectField[],
  values: ObjectValues,
  isNew: boolean,
): PlacedObjectProblem[] {
  return fields.flatMap((field): PlacedObjectProblem[] => {
    if (field.isShown && !field.isShown(values, isNew)) return []
    const value = values[field.name]
    if (field.type === 'rows') {
      const rows = (value ?? []) as readonly ObjectRow[]
      if (field.isRequired && rows.length === 0) return [{ path: field.name, problem: { kind: 'required' } }]
      return rows.flatMap((row, at) =>
        field.columns.flatMap((column) => {
          const problem = textProblem(column, row[column.name])
          return problem ? [{ path: `${field.name}.${at}.${column.name}`, problem }] : []
        }),
      )
    }
    if (field.type === 'set') {
      const isEmpty = field.isRequired && Array.isArray(value) && value.length === 0
      return isEmpty ? [{ path: field.name, problem: { kind: 'required' } }] : []
    }
    if (field.type === 'code' || field.type === 'secret') {
      if (field.isRequired && String(value).trim() === '')
        return [{ path: field.name, problem: { kind: 'required' } }]
      return String(value).includes('\0') ? [{ path: field.name, problem: { kind: 'nul' } }] : []
    }
    const problem = textProblem(field, value)
    return problem ? [{ path: field.name, problem }] : []
  })
}

function textProblem(
  field: Pick<ObjectField | RowField, 'type' | 'isRequired'> & { check?: string },
  value: unknown,
): ObjectProblem | null {
  if (field.type !== 'text' || typeof value !== 'string') return null
  const text = value.trim()
  if (text === '') {
    if (!field.isRequired) return null
    return field.check === 'name' ? { kind: 'name', reason: 'empty' } : { kind: 'required' }
  }
  switch (field.check) {
    case 'name': {
      const reason = nameProblem(value)
      return reason && { kind: 'name', reason }
    }
    case 'type': {
      const reason = typeProblem(value)
      return reason && { kind: 'type', reason }
    }
    case 'expression': {
      const reason = expressionProblem(value)
      return reason && { kind: 'expression', reason }
    }
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) ? null : { kind: 'number' }
    default:
      return value.includes('\0') ? { kind: 'nul' } : null
  }
}
