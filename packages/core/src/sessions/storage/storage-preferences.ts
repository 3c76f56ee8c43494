/** How the explorer of each project looks, on this device. SPEC §3 */
import { OBJECT_SORT_COLUMNS, type ObjectSortColumn } from '@basedeck/platform-client'
import type { WritableAtom } from 'nanostores'
import type { LazyService, LazyServices } from '../../kernel/lazy-services.js'
import { persisted } from '../../kernel/persisted.js'
import type { KeyValueStorage } from '../../ports/index.js'

/** How the explorer of a project looks. */
export interface StoragePreference {
  view: 'columns' | 'list'
  sortBy: ObjectSortColumn
  sortByOrder: 'asc' | 'desc'
  sortBucket: 'created_at' | 'name'
}

const DEFAULT: StoragePreference = {
  view: 'columns',
  sortBy: 'name',
  sortByOrder: 'asc',
  sortBucket: 'created_at',
}

interface StoragePreferences extends LazyService {
  of(ref: string): WritableAtom<StoragePreference>
}

/** The preference of a project: it is stored when it changes. */
export function storagePreferenceOf<Deps extends { host: { storage: KeyValueStorage } }>(
  { lazy }: { lazy: LazyServices<Deps> },
  ref: string,
): WritableAtom<StoragePreference> {
  return lazy.of<StoragePreferences>(createStoragePreferences).of(ref)
}

function createStoragePreferences({ host }: { host: { storage: KeyValueStorage } }): StoragePreferences {
  const open = new Map<string, ReturnType<typeof persisted<StoragePreference>>>()
  const close = () => {
    for (const { dispose } of open.values()) dispose()
    open.clear()
  }
  return {
    of(ref) {
      let stored = open.get(ref)
      if (!stored) {
        stored = persisted(host.storage, {
          key: `basedeck:storage:${ref}`,
          fallback: DEFAULT,
          decode: (text) => storagePreferenceIn(JSON.parse(text)),
          encode: JSON.stringify,
        })
        open.set(ref, stored)
      }
      return stored.$value
    },
    forget: close,
    dispose: close,
  }
}

/** What another version or hand wrote counts as the default, field by field. */
function storagePreferenceIn(
  stored: Partial<Record<keyof StoragePreference, unknown>> | null,
): StoragePreference {
  const one = <Word extends string>(value: unknown, words: readonly Word[], fallback: Word): Word =>
    words.find((word) => word === value) ?? fallback
  return {
    view: one(stored?.view, ['columns', 'list'], DEFAULT.view),
    sortBy: one(stored?.sortBy, OBJECT_SORT_COLUMNS, DEFAULT.sortBy),
    sortByOrder: one(stored?.sortByOrder, ['asc', 'desc'], DEFAULT.sortByOrder),
    sortBucket: one(stored?.sortBucket, ['created_at', 'name'], DEFAULT.sortBucket),
  }
}
