/** How the explorer shows and orders folders: kept for each project, on this device. */
import type { ReadableAtom } from 'nanostores'
import { storagePreferenceOf, type StoragePreference } from '../../sessions/storage/storage-preferences.js'
import { storageText } from '../../text/storage.js'
import type { Needs } from '../context.js'
import type { Choice } from '../parts/list-view.js'

const text = storageText.toolbar

export interface ExplorerView {
  readonly $preference: ReadableAtom<StoragePreference>
  readonly views: readonly Choice[]
  readonly sorts: readonly Choice[]
  readonly orders: readonly Choice[]
  setView(view: string): void
  sortBy(column: string): void
  setOrder(order: string): void
}

export function createExplorerView(context: Needs<'host' | 'lazy'>, ref: string): ExplorerView {
  const $preference = storagePreferenceOf(context, ref)
  const change = (changed: Partial<StoragePreference>) =>
    $preference.set({ ...$preference.get(), ...changed })
  return {
    $preference,
    views: text.views,
    sorts: text.sorts,
    orders: text.orders,
    setView: (view) => change({ view: view === 'list' ? 'list' : 'columns' }),
    sortBy(column) {
      const sortBy = text.sorts.find(({ value }) => value === column)?.value as
        | StoragePreference['sortBy']
        | undefined
      if (sortBy) change({ sortBy })
    },
    setOrder: (order) => change({ sortByOrder: order === 'desc' ? 'desc' : 'asc' }),
  }
}
