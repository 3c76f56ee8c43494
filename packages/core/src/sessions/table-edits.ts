/**
 * The staged edits of each table: kept on this device until they are saved or discarded, seen by each window, and
 * undone step by step. Another person who signs in on this device does not see them.
 * @spec §4
 */
import { newId } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import type { LazyService, LazyServices } from '../kernel/lazy-services.js'
import { createScope } from '../kernel/screen.js'
import type { Host } from '../ports/index.js'
import { afterRedo, afterStep, afterUndo, historyOf, type EditHistory } from '../rules/edit-history.js'
import { afterSaved, hasNoEdits, NO_EDITS, type StagedEdits } from '../rules/staged-edits.js'
import type { Account } from './account.js'
import { parsedJson } from './document-records.js'

/** The staged edits of one table. */
export interface TableEdits {
  readonly $edits: ReadableAtom<StagedEdits>
  readonly $canUndo: ReadableAtom<boolean>
  readonly $canRedo: ReadableAtom<boolean>
  /** False: they are too large for this device's storage, and a reload would lose them. */
  readonly $isKept: ReadableAtom<boolean>
  /** One step that can be undone. */
  change(next: StagedEdits): void
  undo(): void
  redo(): void
  /** These are saved: what another window staged meanwhile is left, and nothing can be undone. */
  saved(sent: StagedEdits): void
  /** Calls back when another window has saved rows of this table. Returns how to stop. */
  whenSavedElsewhere(run: () => void): () => void
}

/** The staged edits of all tables. */
export interface TableEditsById extends LazyService {
  of(ref: string, tableId: string): TableEdits
}

/** What they need of the deck. */
export interface TableEditsDeps {
  host: Pick<Host, 'storage'>
  account: Pick<Account, '$person'>
}

const KEY = 'basedeck:table-edits:'
/** The storage key with the table whose edits were saved last, and the save: other windows observe it. */
const SAVED = 'basedeck:table-saved'
const cell = v.nullable(v.string())
const newValue = v.variant('type', [
  v.object({ type: v.literal('text'), text: v.string() }),
  v.object({ type: v.literal('null') }),
  v.object({ type: v.literal('default') }),
])
const base = v.object({ id: v.array(cell), values: v.record(v.string(), cell) })
const state = v.object({
  updates: v.array(v.object({ key: v.string(), base, changes: v.record(v.string(), newValue) })),
  deletes: v.array(v.object({ key: v.string(), base })),
  inserts: v.array(v.object({ id: v.string(), values: v.record(v.string(), newValue) })),
})
/** The staged edits, and what they were before each of the last steps. */
const stored = v.object({ ...state.entries, past: v.optional(v.array(state), []) })

/** How many steps can be undone after a reload, and how long they may be as text: the storage has other uses. */
const KEPT_STEPS = 50
const KEPT_CHARACTERS = 200_000

/** The instance of a deck. */
export function tableEditsOf<Deps extends TableEditsDeps>({
  lazy,
}: {
  lazy: LazyServices<Deps>
}): TableEditsById {
  return lazy.of<TableEditsById>(createTableEditsById)
}

function createTableEditsById({ host, account }: TableEditsDeps): TableEditsById {
  const scope = createScope()
  const open = new Map<string, TableEdits & { forget(): void }>()
  return {
    of(ref, tableId) {
      const owner = account.$person.get()?.id
      const key = `${KEY}${owner === undefined ? '' : `@${owner}/`}${ref}/${tableId}`
      let edits = open.get(key)
      if (!edits) open.set(key, (edits = createTableEdits(host.storage, key, `${ref}/${tableId}`, scope.add)))
      return edits
    },
    forget() {
      for (const edits of open.values()) edits.forget()
      open.clear()
    },
    dispose: scope.dispose,
  }
}

function createTableEdits(
  storage: Host['storage'],
  key: string,
  table: string,
  onDispose: (end: () => void) => void,
): TableEdits & { forget(): void } {
  const $history = atom<EditHistory<StagedEdits>>(historyIn(storage.get(key)))
  const $isKept = atom(true)
  const set = (next: EditHistory<StagedEdits>) => {
    if (next === $history.get()) return
    $history.set(next)
    if (hasNoEdits(next.present)) storage.remove(key)
    const isKept =
      hasNoEdits(next.present) ||
      storage.set(key, recordOf(next)) ||
      storage.set(key, JSON.stringify(next.present))
    $isKept.set(isKept)
  }
  const savedElsewhere = new Set<() => void>()
  const stop = storage.subscribe?.((name, text) => {
    if (name === SAVED && text?.split(' ')[0] === table) for (const run of savedElsewhere) run()
    // The other window had the steps of this one when it went on.
    if (name === key) $history.set(historyIn(text))
  })
  const forget = () => stop?.()
  onDispose(forget)
  return {
    $edits: computed($history, ({ present }) => present),
    $canUndo: computed($history, ({ past }) => past.length > 0),
    $canRedo: computed($history, ({ future }) => future.length > 0),
    $isKept,
    change: (next) => set(afterStep($history.get(), next)),
    undo: () => set(afterUndo($history.get())),
    redo: () => set(afterRedo($history.get())),
    saved(sent) {
      set(historyOf(afterSaved($history.get().present, sent)))
      storage.set(SAVED, `${table} ${newId()}`)
    },
    whenSavedElsewhere(run) {
      savedElsewhere.add(run)
      return () => savedElsewhere.delete(run)
    },
    forget,
  }
}

/** With as many steps as are kept. */
function recordOf({ past, present }: EditHistory<StagedEdits>): string {
  let size = 0
  let first = past.length
  for (let step = past.length - 1; step >= Math.max(0, past.length - KEPT_STEPS); step--) {
    size += JSON.stringify(past[step]).length
    if (size > KEPT_CHARACTERS) break
    first = step
  }
  const kept = past.slice(first)
  return JSON.stringify(kept.length === 0 ? present : { ...present, past: kept })
}

/** Anything that another version or hand wrote counts as absent. */
function historyIn(text: string | null): EditHistory<StagedEdits> {
  const read = v.safeParse(stored, parsedJson(text))
  if (!read.success) return historyOf(NO_EDITS)
  const { past, ...present } = read.output
  return { past, present, future: [] }
}
