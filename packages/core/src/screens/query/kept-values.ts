/** The values of a query's parameters, kept on the device with the query. */
import { atom, type ReadableAtom } from 'nanostores'
import type { KeyValueStorage } from '../../ports/index.js'
import type { RunValues } from '../../rules/sql/run-values.js'

export interface KeptValues {
  readonly $values: ReadableAtom<RunValues>
  set(name: string, value: string | null): void
}

/** Characters; longer values last as long as the page. */
const KEPT_LENGTH = 100_000

/** @param key absent: nothing is stored */
export function createKeptValues(storage: KeyValueStorage, key?: string): KeptValues {
  const own = key === undefined ? undefined : `basedeck:query-values:${key}`
  const $values = atom<RunValues>(own === undefined ? {} : read(storage.get(own)))
  return {
    $values,
    set(name, value) {
      $values.set({ ...$values.get(), [name]: value })
      const short = Object.entries($values.get()).filter(([, kept]) => (kept?.length ?? 0) <= KEPT_LENGTH)
      if (own !== undefined) storage.set(own, JSON.stringify(Object.fromEntries(short)))
    },
  }
}

/** What another version or hand wrote is ignored. */
function read(text: string | null): RunValues {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return {}
    const entries = Object.entries(stored)
    return Object.fromEntries(
      entries.filter(
        (entry): entry is [string, string | null] => entry[1] === null || typeof entry[1] === 'string',
      ),
    )
  } catch {
    return {}
  }
}
