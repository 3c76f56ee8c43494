/** What the fields of a column offer: types, defaults, and how its values come about. */
import { computed, type ReadableAtom } from 'nanostores'
import { ownTypesQuery } from '../../data/structure.js'
import { suggestedDefaults, suggestedTypes } from '../../rules/structure/column-types.js'
import type { ReadDescription } from '../../sql/table-description.js'
import { structureText as text } from '../../text/structure.js'
import type { Needs } from '../context.js'
import { generatedOf, type ColumnValues } from './table-values.js'

/** A type or a default that is suggested. */
export interface Suggested {
  value: string
  note: string
}

/**
 * What can be changed about computed values: the expression of a new column; whether an old one is computed further; nothing,
 * because PostgreSQL has no such change.
 */
export type Generation =
  | { kind: 'expression' }
  | { kind: 'switch'; hint: string; disabled: boolean }
  | { kind: 'none' }

/** Where the values of a column come from; typed ones may have a default. */
export type ColumnValue = { kind: 'typed' } | { kind: 'identity' } | { kind: 'generated'; expression: string }

/** What the fields of the form's columns offer. */
export interface ColumnFields {
  typesFor(typed: string): readonly Suggested[]
  defaultsFor(type: string, typed: string): readonly Suggested[]
  /** Types of the database have arrived: suggestions may be others. */
  readonly $ownTypes: ReadableAtom<readonly string[]>
  /** Where the values of a column come from. */
  valueOf(column: ColumnValues): ColumnValue
  /** How the generated values of a column can be changed. */
  generationOf(column: ColumnValues): Generation
}

const LONG_NAME = 16

/** @param $base the table before its change; null: it is new */
export function createColumnFields(
  { client, queries }: Needs<'client' | 'queries'>,
  ref: string,
  $base: ReadableAtom<ReadDescription | null>,
): ColumnFields {
  const $ownTypes = computed(queries.store(ownTypesQuery(client, ref)), (types) =>
    types.status === 'ready' ? types.data : [],
  )
  return {
    $ownTypes,
    typesFor: (typed) =>
      suggestedTypes(typed, $ownTypes.get()).map(({ name, aliases: [short, ...others] }) =>
        // A long name would not fit into the field.
        short !== undefined && name.length > LONG_NAME
          ? { value: short, note: name }
          : { value: name, note: [short, ...others].filter((alias) => alias !== undefined).join(', ') },
      ),
    defaultsFor: (type, typed) =>
      suggestedDefaults(type)
        .filter((value) => value.toLowerCase().startsWith(typed.trim().toLowerCase()))
        .map((value) => ({ value, note: '' })),
    valueOf(column) {
      const expression = generatedOf(column)
      if (expression !== null) return { kind: 'generated', expression }
      return { kind: column.identity === 'none' ? 'typed' : 'identity' }
    },
    generationOf(column) {
      if (column.position === null) return { kind: 'expression' }
      const before = $base.get()?.columns.find(({ position }) => position === column.position)
      if (!before || before.generated === null) return { kind: 'none' }
      const isVirtual = before.isVirtual === true
      return {
        kind: 'switch',
        hint: (isVirtual ? text.virtualHint : text.stopComputingHint)(before.generated),
        disabled: isVirtual,
      }
    },
  }
}
