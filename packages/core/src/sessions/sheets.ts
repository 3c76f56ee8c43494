/**
 * Addresses of queries that are no ids, as `/sql/1`: on a device each stands for one query of a project, so both addresses
 * are the same query.
 */
import { newId } from '@basedeck/platform-client'
import type { KeyValueStorage } from '../ports/index.js'
import { isSnippetId } from '../rules/snippet-saving.js'

export interface Sheets {
  /** The id behind an address that is none: the same each time, on this device. */
  idOf(ref: string, address: string): string
  /** The address that stands for an id: its own, unless the device gave it another one. */
  addressOf(ref: string, id: string): string
}

const SHEETS = 'basedeck:sheets:'

/** @param owner the profile's id of whoever is here; undefined where nobody signs in */
export function createSheets(storage: KeyValueStorage, owner: () => string | undefined): Sheets {
  const keyOf = (ref: string) => {
    const who = owner()
    return SHEETS + (who === undefined ? ref : `@${who}/${ref}`)
  }
  const sheets = (ref: string) => pairsIn(storage.get(keyOf(ref)))
  return {
    idOf(ref, address) {
      if (isSnippetId(address)) return address
      const all = sheets(ref)
      const id = all.get(address) ?? newId()
      if (!all.has(address)) {
        all.set(address, id)
        storage.set(keyOf(ref), JSON.stringify(Object.fromEntries(all)))
      }
      return id
    },
    addressOf: (ref, id) => [...sheets(ref)].find(([, other]) => other === id)?.[0] ?? id,
  }
}

/** What some other version or hand wrote counts as absent. */
function pairsIn(text: string | null): Map<string, string> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    const pairs = typeof value === 'object' && value !== null ? Object.entries(value) : []
    return new Map(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
  } catch {
    return new Map()
  }
}
