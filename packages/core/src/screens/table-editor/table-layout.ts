/** Where the columns of a table are shown: their order, widths, hidden and frozen ones, kept for each table on the device. */
import { atom, type ReadableAtom } from 'nanostores'
import type { KeyValueStorage } from '../../ports/index.js'
import { createKeptPlaces } from '../query/kept-places.js'
import { NO_PLACES, type ColumnPlaces } from '../query/result-view-state.js'

/** Columns count from 0, as the table has them. */
export interface TableLayout {
  readonly $places: ReadableAtom<ColumnPlaces>
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
  const kept = createKeptPlaces(storage, key)
  const $places = atom<ColumnPlaces>(NO_PLACES)
  let names: readonly string[] = []
  const change = (changes: Partial<ColumnPlaces>) => {
    const next = { ...$places.get(), ...changes }
    kept.keep(names, next)
    $places.set(next)
  }
  const toggled = (columns: ReadonlySet<number>, column: number) => {
    const next = new Set(columns)
    if (!next.delete(column)) next.add(column)
    return next
  }
  return {
    $places,
    hideColumn: (column) => change({ hidden: new Set([...$places.get().hidden, column]) }),
    showHidden: () => change({ hidden: new Set() }),
    toggleFrozen: (column) => change({ frozen: toggled($places.get().frozen, column) }),
    moveColumn(column, before) {
      const { order } = $places.get()
      const all = [...order, ...names.map((_, at) => at).filter((at) => !order.includes(at))]
      const others = all.filter((at) => at !== column)
      const to = before === null ? others.length : others.indexOf(before)
      change({ order: others.toSpliced(to === -1 ? others.length : to, 0, column) })
    },
    resizeColumn: (column, width) =>
      change({ widths: new Map([...$places.get().widths, [column, Math.round(width)]]) }),
    open(now) {
      if (now.join('\0') === names.join('\0')) return
      names = [...now]
      $places.set(kept.of(names))
    },
  }
}
