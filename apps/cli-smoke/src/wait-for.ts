/** Waits until a store holds what is wanted. */
import type { ReadableAtom } from 'nanostores'

/** @throws when it does not within `timeoutMs` */
export function waitFor<Value, Wanted extends Value>(
  $store: ReadableAtom<Value>,
  what: string,
  isWanted: (value: Value) => value is Wanted,
  timeoutMs = 60_000,
): Promise<Wanted> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop()
      reject(new Error(`Waited in vain for ${what}`))
    }, timeoutMs)
    const stop = $store.subscribe((value) => {
      if (!isWanted(value as Value)) return
      clearTimeout(timer)
      queueMicrotask(() => stop())
      resolve(value as Wanted)
    })
  })
}
