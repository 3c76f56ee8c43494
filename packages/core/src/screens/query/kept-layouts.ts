/** Where the columns of a query's result are, kept on the device: for the columns it had last. */
import * as v from 'valibot'
import type { KeyValueStorage } from '../../ports/index.js'
import { PLAIN_LAYOUT, type ColumnLayout } from './result-view-state.js'

export interface KeptLayouts {
  of(names: readonly string[]): ColumnLayout
  keep(names: readonly string[], layout: ColumnLayout): void
}

const number = v.pipe(v.number(), v.integer(), v.minValue(0))
const schema = v.object({
  names: v.array(v.string()),
  order: v.array(number),
  hidden: v.array(number),
  frozen: v.array(number),
  widths: v.array(v.tuple([number, number])),
})
type Kept = v.InferOutput<typeof schema>

/** @param key absent: nothing is stored, and a layout lasts as long as this object */
export function createKeptLayouts(storage: KeyValueStorage, key?: string): KeptLayouts {
  const own = key === undefined ? undefined : `basedeck:result-columns:${key}`
  let kept = own === undefined ? undefined : read(storage.get(own))
  return {
    of(names) {
      if (!kept || kept.names.join('\0') !== names.join('\0')) return PLAIN_LAYOUT
      const { order, hidden, frozen, widths } = kept
      return { order, hidden: new Set(hidden), frozen: new Set(frozen), widths: new Map(widths) }
    },
    keep(names, { order, hidden, frozen, widths }) {
      kept = {
        names: [...names],
        order: [...order],
        hidden: [...hidden],
        frozen: [...frozen],
        widths: [...widths],
      }
      if (own !== undefined) storage.set(own, JSON.stringify(kept))
    },
  }
}

/** What another version or hand wrote is ignored. */
function read(text: string | null): Kept | undefined {
  try {
    return v.parse(schema, JSON.parse(text ?? ''))
  } catch {
    return undefined
  }
}
