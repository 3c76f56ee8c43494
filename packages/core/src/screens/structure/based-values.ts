/** The values of a form together with the description of the table that they were typed over. */
import { atom, type ReadableAtom } from 'nanostores'
import type { FormValues } from '../../kernel/form.js'
import type { ReadDescription } from '../../sql/table-description.js'
import type { TableValues } from './table-values.js'

export interface BasedValues extends FormValues<TableValues> {
  /** The table that the values belong to. */
  readonly $base: ReadableAtom<ReadDescription | null>
  /** The table as it is now. */
  begin(table: ReadDescription): void
}

/**
 * Typed values are kept together with the description that they were typed over: restored after a reload, they are compared
 * with that one.
 */
export function createBasedValues(
  opened: ReadDescription | null,
  startOf: (table: ReadDescription | null) => TableValues,
): BasedValues {
  const $base = atom(opened)
  const $stored = atom(startOf(opened))
  const $typed = atom<Partial<TableValues>>({})
  const begin = (table: ReadDescription) => {
    if (JSON.stringify(table) === JSON.stringify($base.get())) return
    $base.set(table)
    $stored.set(startOf(table))
  }
  return {
    $stored,
    $typed,
    $base,
    isRestored: false,
    begin,
    type(typed) {
      const { base, ...rest } = typed
      if (Object.keys(rest).length === 0) return $typed.set({})
      if ($base.get() === null) return $typed.set(rest)
      if (base !== undefined && base !== '') begin(JSON.parse(base) as ReadDescription)
      $typed.set({ ...rest, base: JSON.stringify($base.get()) })
    },
    settle: () => $typed.set({}),
    start: (stored) => $stored.set(stored),
  }
}
