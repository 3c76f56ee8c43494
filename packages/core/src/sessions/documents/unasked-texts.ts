/** The texts that run read-only without a question in each project, on this device, for each person of the browser. */
import { atom, type ReadableAtom, type WritableAtom } from 'nanostores'
import type { Disposable } from '../../kernel/screen.js'
import type { KeyValueStorage } from '../../ports/index.js'
import { unaskedIn, withUnasked } from '../../rules/documents/unasked-texts.js'

export interface UnaskedTexts extends Disposable {
  /** The newest first. */
  of(ref: string): ReadableAtom<readonly string[]>
  /** Exactly this text. */
  has(ref: string, sql: string): boolean
  add(ref: string, sql: string): void
  /** Asks about these again. @returns how to take that back */
  remove(ref: string, texts: readonly string[]): () => void
}

/** @param owner the profile's id of the current user; undefined without accounts */
export function createUnaskedTexts(storage: KeyValueStorage, owner: () => string | undefined): UnaskedTexts {
  const stores = new Map<string, WritableAtom<readonly string[]>>()
  const keyOf = (ref: string) => `basedeck:sql-unasked:${owner() ?? ''}:${ref}`
  const read = (key: string) => {
    try {
      return unaskedIn(storage.get(key) ?? '[]')
    } catch {
      // Anything that another version or hand wrote is ignored.
      return []
    }
  }
  const storeOf = (key: string) => {
    let $texts = stores.get(key)
    if (!$texts) stores.set(key, ($texts = atom<readonly string[]>(read(key))))
    return $texts
  }
  const write = (key: string, texts: readonly string[]) => {
    // What can't be stored would be forgotten by the next window.
    if (storage.set(key, JSON.stringify(texts))) storeOf(key).set(texts)
  }
  const stopFollowing = storage.subscribe?.((key) => stores.get(key)?.set(read(key)))
  return {
    of: (ref) => storeOf(keyOf(ref)),
    has: (ref, sql) => storeOf(keyOf(ref)).get().includes(sql),
    add(ref, sql) {
      const key = keyOf(ref)
      write(key, withUnasked(read(key), sql))
    },
    remove(ref, texts) {
      const key = keyOf(ref)
      const before = read(key)
      write(
        key,
        before.filter((text) => !texts.includes(text)),
      )
      return () => write(key, before)
    },
    dispose: () => stopFollowing?.(),
  }
}
