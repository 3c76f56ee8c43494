/** The foreign keys of the form: what they may refer to, and the pairs of columns that a chosen target suggests. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { foreignKeyTargetsQuery, type ForeignKeyTarget } from '../../data/structure.js'
import type { Form } from '../../kernel/form.js'
import type { Disposable } from '../../kernel/screen.js'
import { isSameTable } from '../../sql/table-ddl.js'
import type { DescribedColumn, ReadDescription } from '../../sql/table-description.js'
import { structureText as text } from '../../text/structure.js'
import type { Needs } from '../context.js'
import { keyOf, shownName, targetLabel, type ColumnValues, type TableValues } from './table-values.js'

/** A column that a foreign key may refer to. */
export interface TargetColumn {
  value: string
  label: string
}

/** The foreign keys of the form, and their possible targets. */
export interface ForeignKeys extends Disposable {
  /** What a foreign key may refer to, as one chooses it. */
  readonly $targets: ReadableAtom<readonly string[]>
  addForeignKey(): void
  removeForeignKey(index: number): void
  setTarget(index: number, typed: string): void
  /** Columns of the referenced table that a foreign key may refer to, by the name of the table. */
  readonly $targetColumns: ReadableAtom<Readonly<Record<string, readonly TargetColumn[]>>>
}

export interface ForeignKeysOptions {
  ref: string
  form: Form<TableValues>
  /** The table before its change; null: it is new. */
  $base: ReadableAtom<ReadDescription | null>
  /** Which columns of that table the form shows. */
  shows(column: DescribedColumn): boolean
  /** A key that no other row of the form has. */
  newKey(): string
}

export function createForeignKeys(
  { client, queries }: Needs<'client' | 'queries'>,
  { ref, form, $base, shows, newKey }: ForeignKeysOptions,
): ForeignKeys {
  const $words = atom('')
  const $known = atom<ReadonlyMap<string, ForeignKeyTarget>>(new Map())
  const $foundTargets = atom<readonly ForeignKeyTarget[]>([])
  /** The columns that the table will have: those of the form, and those that it does not show. */
  const $ownColumns = computed([form.$values, $base], ({ columns }, base) => [
    ...columns.map(({ key, name, isPrimary }) => ({ key, name, isPrimary })),
    ...(base?.columns ?? [])
      .filter((column) => !shows(column))
      .map((column) => ({
        key: keyOf(column),
        name: column.name,
        isPrimary: base?.primaryKey.includes(column.name) ?? false,
      })),
  ])
  const $remoteTargets = queries.follow(
    computed($words, (words) => foreignKeyTargetsQuery(client, ref, words)),
  )
  const dispose = $remoteTargets.subscribe((remote) => {
    if (remote?.status !== 'ready') return
    $known.set(new Map([...$known.get(), ...remote.data.map((one) => [targetLabel(one), one] as const)]))
    $foundTargets.set(remote.data)
    // A table that was typed out before its list arrived is chosen now.
    for (const [index, key] of form.$values.get().foreignKeys.entries())
      if (key.target === null && $known.get().has(key.targetText)) setTarget(index, key.targetText)
  })

  return {
    $targets: computed([$foundTargets, $words, $base], (found, words, base) => {
      const own = text.thisTable.toLowerCase().includes(words.trim().toLowerCase()) ? [text.thisTable] : []
      const others = found.filter((target) => base === null || !isSameTable(target, base))
      return [...own, ...others.map(targetLabel)]
    }),
    addForeignKey() {
      const { foreignKeys } = form.$values.get()
      form.list('foreignKeys').insert(foreignKeys.length, {
        key: newKey(),
        name: null,
        targetText: '',
        target: null,
        pairs: [],
        onDelete: 'no action',
        onUpdate: 'no action',
      })
    },
    removeForeignKey: (index) => form.list('foreignKeys').remove(index),
    setTarget,
    $targetColumns: computed([$known, $ownColumns], (known, own) => ({
      ...Object.fromEntries(
        [...known].map(([label, { keys }]) => [
          label,
          [...new Set(keys.flat())].map((name) => ({ value: name, label: name })),
        ]),
      ),
      [text.thisTable]: own.map(({ key, name }) => ({ value: key, label: shownName({ name }) })),
    })),
    dispose,
  }

  function setTarget(index: number, typed: string): void {
    $words.set(typed)
    const key = form.$values.get().foreignKeys[index]
    if (!key) return
    const isSame = key.target !== null && targetLabel(key.target) === typed
    const { columns } = form.$values.get()
    const found = $known.get().get(typed)
    const base = $base.get()
    const isOwn = typed === text.thisTable || (found && base !== null && isSameTable(found, base))
    const change = isSame
      ? {}
      : isOwn
        ? { target: 'self' as const, pairs: pairsWithin($ownColumns.get(), columns) }
        : found
          ? { target: { schema: found.schema, name: found.name }, pairs: pairsFor(found, columns) }
          : { target: null, pairs: [] }
    const targetText = isOwn ? text.thisTable : typed
    form.setAt(`foreignKeys.${index}`, { ...key, targetText, ...change })
  }
}

/** Each column of the target's first key, with the column of the form whose name says that it refers to it. */
function pairsFor(
  { name, keys }: ForeignKeyTarget,
  columns: readonly ColumnValues[],
): { column: string; target: string }[] {
  const likely = (target: string) => {
    const names = [`${name}_${target}`, `${name.replace(/s$/, '')}_${target}`, target]
    const found = columns.find((column) => names.includes(column.name) && !column.isPrimary)
    return found?.key ?? (columns.length === 1 ? (columns[0]?.key ?? '') : '')
  }
  return (keys[0] ?? []).map((target) => ({ column: likely(target), target }))
}

/** Each column of the table's own key, with the column whose name says that it refers to it, as parent_id does. */
function pairsWithin(
  own: readonly { key: string; name: string; isPrimary: boolean }[],
  columns: readonly ColumnValues[],
): { column: string; target: string }[] {
  const keys = own.filter(({ isPrimary }) => isPrimary)
  const likely = (target: string) =>
    columns.find(({ name, isPrimary }) => !isPrimary && name.endsWith(`_${target}`))?.key ?? ''
  return keys.length === 0
    ? [{ column: '', target: '' }]
    : keys.map(({ key, name }) => ({ column: likely(name), target: key }))
}
