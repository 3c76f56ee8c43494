/**
 * Short addresses of queries, as `/sql/1`. On a device each of them leads to one query of the project, as does the
 * query's id.
 */
import { newId } from '@basedeck/platform-client'
import type { KeyValueStorage } from '../../ports/index.js'
import { isSheetAddress } from '../../rules/documents/snippet-saving.js'

export interface Sheets {
  /** The id of the query that an address leads to: the same each time, on this device. */
  idOf(ref: string, address: string): string
  /** The short address of a query, if the device has given it one; else its id. */
  addressOf(ref: string, id: string): string
}

const SHEETS = 'basedeck:sheets:'

/** @param owner profile id of the person who is signed in; undefined without accounts */
export function createSheets(storage: KeyValueStorage, owner: () => string | undefined): Sheets {
  const keyOf = (ref: string) => {
    const who = owner()
    return SHEETS + (who === undefined ? ref : `@${who}/${ref}`)
  }
  const sheets = (ref: string) => pairsIn(storage.get(keyOf(ref)))
  return {
    idOf(ref, address) {
      if (!isSheetAddress(address)) return address
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

/** Anything that another version or hand wrote is ignored. */
function pairsIn(text: string | null): Map<string, string> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    const pairs = typeof value === 'object' && value !== null ? Object.entries(value) : []
    return new Map(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
  } catch {
    return new Map()
  }
}
