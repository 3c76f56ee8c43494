/** A store whose value is kept on this device, and follows other windows. */
import { atom, type WritableAtom } from 'nanostores'
import type { KeyValueStorage } from '../ports/index.js'
import type { Disposable } from './screen.js'

export interface PersistedOptions<Value> {
  key: string
  fallback: Value
  /** Reads a stored text; `undefined` for what can't be read, which then counts as absent. */
  decode: (text: string) => Value | undefined
  encode: (value: Value) => string
}

/** Reads at once, writes at once. Broken stored values fall back and are left alone until the next write. */
export function persisted<Value>(
  storage: KeyValueStorage,
  options: PersistedOptions<Value>,
): { $value: WritableAtom<Value> } & Disposable {
  const read = (text: string | null): Value => {
    if (text === null) return options.fallback
    try {
      return options.decode(text) ?? options.fallback
    } catch {
      // The text was written by another version or by hand: the fallback applies.
      return options.fallback
    }
  }
  const $value = atom(read(storage.get(options.key)))
  let incoming = false
  const stopWriting = $value.listen((value) => {
    if (!incoming) storage.set(options.key, options.encode(value))
  })
  const stopFollowing = storage.subscribe?.((key, text) => {
    if (key !== options.key) return
    incoming = true
    $value.set(read(text))
    incoming = false
  })
  return {
    $value,
    dispose() {
      stopWriting()
      stopFollowing?.()
    },
  }
}

/** A persisted choice among a few words. */
export function oneOf<const Word extends string>(words: readonly Word[]): (text: string) => Word | undefined {
  return (text) => words.find((word) => word === text)
}
