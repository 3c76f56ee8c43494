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
    let stop = () => {}
    const timer = setTimeout(() => {
      stop()
      reject(new Error(`Waited in vain for ${what}`))
    }, timeoutMs)
    stop = $store.subscribe((value) => {
      if (!isWanted(value as Value)) return
      clearTimeout(timer)
      queueMicrotask(() => stop())
      resolve(value as Wanted)
    })
  })
}

/** Of what is loaded. */
export const isReady = <Some extends { status: string }>(state: Some): state is Some & { status: 'ready' } =>
  state.status === 'ready'

/** The first row of a list, once there is one. */
export async function firstRow<Row>(
  $rows: ReadableAtom<{ status: 'ready'; data: readonly Row[] } | { status: 'loading' | 'failed' }>,
  what: string,
): Promise<Row> {
  const rows = await waitFor(
    $rows,
    what,
    (all): all is { status: 'ready'; data: readonly Row[] } => isReady(all) && all.data.length > 0,
  )
  const [row] = rows.data
  if (!row) throw new Error(`There is no row of ${what}`)
  return row
}
