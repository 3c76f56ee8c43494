/** Where the columns of a table are shown: their order, widths, hidden and frozen ones, kept for each table on the device. */
import { atom, type ReadableAtom } from 'nanostores'
import type { KeyValueStorage } from '../../ports/index.js'
import { createKeptLayouts } from '../query/kept-layouts.js'
import { PLAIN_LAYOUT, type ColumnLayout } from '../query/result-view-state.js'

/** Columns count from 0, as the table has them. */
export interface TableLayout {
  readonly $layout: ReadableAtom<ColumnLayout>
  hideColumn(column: number): void
  showHidden(): void
  toggleFrozen(column: number): void
  /** Moves a column before another; null: to the end. */
  moveColumn(column: number, before: number | null): void
  /** Pixels. */
  resizeColumn(column: number, width: number): void
  /** The table's columns are known, or have changed. */
  open(names: readonly string[]): void
}

/** @param key of the table among all tables of this device */
export function createTableLayout(storage: KeyValueStorage, key: string): TableLayout {
  const kept = createKeptLayouts(storage, key)
  const $layout = atom<ColumnLayout>(PLAIN_LAYOUT)
  let names: readonly string[] = []
  const change = (changes: Partial<ColumnLayout>) => {
    const next = { ...$layout.get(), ...changes }
    kept.keep(names, next)
    $layout.set(next)
  }
  const toggled = (columns: ReadonlySet<number>, column: number) => {
    const next = new Set(columns)
    if (!next.delete(column)) next.add(column)
    return next
  }
  return {
    $layout,
    hideColumn: (column) => change({ hidden: new Set([...$layout.get().hidden, column]) }),
    showHidden: () => change({ hidden: new Set() }),
    toggleFrozen: (column) => change({ frozen: toggled($layout.get().frozen, column) }),
    moveColumn(column, before) {
      const { order } = $layout.get()
      const all = [...order, ...names.map((_, at) => at).filter((at) => !order.includes(at))]
      const others = all.filter((at) => at !== column)
      const to = before === null ? others.length : others.indexOf(before)
      change({ order: others.toSpliced(to === -1 ? others.length : to, 0, column) })
    },
    resizeColumn: (column, width) =>
      change({ widths: new Map([...$layout.get().widths, [column, Math.round(width)]]) }),
    open(now) {
      if (now.join('\0') === names.join('\0')) return
      names = [...now]
      $layout.set(kept.of(names))
    },
  }
}
