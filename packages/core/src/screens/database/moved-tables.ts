/** Where the tables of a drawing were moved to, by schema; kept on this device. SPEC §4 */
import { atom, type ReadableAtom } from 'nanostores'
import { persisted } from '../../kernel/persisted.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { KeyValueStorage } from '../../ports/index.js'
import type { Point } from '../../rules/schema-graph.js'

/** By the id of the table. */
export type Places = Readonly<Record<string, Point>>

export interface MovedTables extends Disposable {
  /** Those of the schema that is drawn. */
  readonly $places: ReadableAtom<Places>
  set(places: Places): void
  keep(): void
}

export function createMovedTables(
  storage: KeyValueStorage,
  ref: string,
  $schema: ReadableAtom<string>,
): MovedTables {
  const scope = createScope()
  const $places = atom<Places>({})
  let stopFollowing = () => {}
  let keep = () => {}
  scope.add(() => stopFollowing())
  scope.add(
    $schema.subscribe((schema) => {
      stopFollowing()
      const kept = persisted<Places>(storage, {
        key: `basedeck:schema-graph:${ref}/${schema}`,
        fallback: {},
        decode: placesIn,
        encode: JSON.stringify,
      })
      const stop = kept.$value.subscribe((places) => $places.set(places))
      keep = () => kept.$value.set($places.get())
      stopFollowing = () => {
        stop()
        kept.dispose()
      }
    }),
  )
  return { $places, set: (places) => $places.set(places), keep: () => keep(), dispose: scope.dispose }
}

function placesIn(kept: string): Places | undefined {
  const value: unknown = JSON.parse(kept)
  if (typeof value !== 'object' || value === null) return undefined
  return Object.fromEntries(
    Object.entries(value as Record<string, Partial<Point>>).flatMap(([id, { x, y }]) =>
      Number.isFinite(x) && Number.isFinite(y) ? [[id, { x: x ?? 0, y: y ?? 0 }]] : [],
    ),
  )
}
