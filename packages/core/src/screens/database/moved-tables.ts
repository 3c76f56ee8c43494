/** Where the tables of a drawing were moved to, by schema; kept on this device. SPEC §4 */
import { atom, type ReadableAtom } from 'nanostores'
import { persisted } from '../../kernel/persisted.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { KeyValueStorage } from '../../ports/index.js'
import type { Point } from '../../rules/structure/schema-graph.js'

/** By the id of the table. */
export type TablePositions = Readonly<Record<string, Point>>

export interface MovedTables extends Disposable {
  /** Those of the schema that is drawn. */
  readonly $positions: ReadableAtom<TablePositions>
  set(positions: TablePositions): void
  keep(): void
}

export function createMovedTables(
  storage: KeyValueStorage,
  ref: string,
  $schema: ReadableAtom<string>,
): MovedTables {
  const scope = createScope()
  const $positions = atom<TablePositions>({})
  let stopFollowing = () => {}
  let keep = () => {}
  scope.add(() => stopFollowing())
  scope.add(
    $schema.subscribe((schema) => {
      stopFollowing()
      const kept = persisted<TablePositions>(storage, {
        key: `basedeck:schema-graph:${ref}/${schema}`,
        fallback: {},
        decode: positionsIn,
        encode: JSON.stringify,
      })
      const stop = kept.$value.subscribe((positions) => $positions.set(positions))
      keep = () => kept.$value.set($positions.get())
      stopFollowing = () => {
        stop()
        kept.dispose()
      }
    }),
  )
  return {
    $positions,
    set: (positions) => $positions.set(positions),
    keep: () => keep(),
    dispose: scope.dispose,
  }
}

function positionsIn(kept: string): TablePositions | undefined {
  const value: unknown = JSON.parse(kept)
  if (typeof value !== 'object' || value === null) return undefined
  return Object.fromEntries(
    Object.entries(value as Record<string, Partial<Point>>).flatMap(([id, { x, y }]) =>
      Number.isFinite(x) && Number.isFinite(y) ? [[id, { x: x ?? 0, y: y ?? 0 }]] : [],
    ),
  )
}
