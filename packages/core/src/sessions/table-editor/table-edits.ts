/**
 * The staged edits of each table: kept on this device until they are saved or discarded, seen by each window, and
 * undone step by step. They belong to the role as which they were made: another role neither shows nor saves them. Another
 * person who signs in on this device does not see them.
 * @spec §4, §6 (role impersonation)
 */
import { newId, type ImpersonatedRole } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import type { LazyService, LazyServices } from '../../kernel/lazy-services.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { Host } from '../../ports/index.js'
import {
  afterRedo,
  afterStep,
  afterUndo,
  historyOf,
  type EditHistory,
} from '../../rules/table-editor/edit-history.js'
import { roleIdentity } from '../../rules/access/role-identity.js'
import { afterSaved, hasNoEdits, NO_EDITS, type StagedEdits } from '../../rules/table-editor/staged-edits.js'
import type { Account } from '../account/account.js'
import { parsedJson } from '../documents/document-records.js'
import type { RunRole } from '../account/impersonation.js'

/** What is staged in a table as one role. */
export interface EditsOfRole {
  /** Null: as the owner. */
  as: RunRole | null
  edits: StagedEdits
}

/** The staged edits of one table, made as one role. */
export interface TableEdits {
  readonly $edits: ReadableAtom<StagedEdits>
  /** What is kept of other roles, none of them without edits. */
  readonly $ofOthers: ReadableAtom<readonly EditsOfRole[]>
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
  /** Another window has changed them since they were changed here. */
  readonly $isChangedElsewhere: ReadableAtom<boolean>
  /** Calls back when another window has saved or discarded all of them. Returns how to stop. */
  whenEmptiedElsewhere(run: () => void): () => void
  /** Calls back when another window has saved rows of this table. Returns how to stop. */
  whenSavedElsewhere(run: () => void): () => void
}

/** The staged edits of all tables. */
export interface TableEditsById extends LazyService {
  /** @param as the role that makes them; null: the owner */
  of(ref: string, tableId: string, as: RunRole | null): TableEdits
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
/** The roles other than the owner that have staged edits: the storage can't be searched for them. */
const storedRoles = v.array(
  v.object({
    // The platform checks a role when it is used.
    role: v.custom<ImpersonatedRole>((role) => typeof role === 'object' && role !== null && 'type' in role),
    label: v.string(),
  }),
)

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
  const open = new Map<string, EditsOfTable>()
  return {
    of(ref, tableId, as) {
      const owner = account.$person.get()?.id
      const key = `${KEY}${owner === undefined ? '' : `@${owner}/`}${ref}/${tableId}`
      let table = open.get(key)
      if (!table) {
        table = createEditsOfTable(host.storage, key, `${ref}/${tableId}`)
        scope.add(table.dispose)
        open.set(key, table)
      }
      return table.as(as)
    },
    forget() {
      for (const table of open.values()) table.dispose()
      open.clear()
    },
    dispose: scope.dispose,
  }
}

/** The staged edits of one table, by role. */
interface EditsOfTable extends Disposable {
  as(role: RunRole | null): TableEdits
}

function createEditsOfTable(storage: Host['storage'], key: string, table: string): EditsOfTable {
  const scope = createScope()
  const rolesKey = `${key}/roles`
  const open = new Map<string, RoleEdits>()
  const $all = atom<ReadonlyMap<string, EditsOfRole>>(new Map())
  const openRole = (as: RunRole | null): RoleEdits => {
    const id = roleIdentity(as?.role ?? null)
    const known = open.get(id)
    if (known) return known
    const edits = createRoleEdits(storage, id === '' ? key : `${key}/as/${id}`, table)
    scope.add(edits.dispose)
    open.set(id, edits)
    scope.add(
      edits.$edits.subscribe((staged) => {
        const had = !hasNoEdits($all.get().get(id)?.edits ?? NO_EDITS)
        $all.set(new Map([...$all.get(), [id, { as, edits: staged }]]))
        if (as !== null && had === hasNoEdits(staged)) keepRole(as, !had)
      }),
    )
    return edits
  }
  /** Another window may have added roles meanwhile. */
  const keepRole = (as: RunRole, has: boolean) => {
    const id = roleIdentity(as.role)
    const before = rolesIn(storage.get(rolesKey))
    const others = before.filter(({ role }) => roleIdentity(role) !== id)
    const isListed = others.length < before.length
    if (has === isListed) return
    const next = has ? [...others, as] : others
    if (next.length === 0) storage.remove(rolesKey)
    else storage.set(rolesKey, JSON.stringify(next))
  }
  openRole(null)
  for (const role of rolesIn(storage.get(rolesKey))) openRole(role)
  const stop = storage.subscribe?.((name, text) => {
    if (name === rolesKey) for (const role of rolesIn(text)) openRole(role)
  })
  if (stop) scope.add(stop)
  return {
    as(role) {
      const edits = openRole(role)
      const id = roleIdentity(role?.role ?? null)
      const $ofOthers = computed($all, (all) =>
        [...all].flatMap(([of, staged]) => (of === id || hasNoEdits(staged.edits) ? [] : [staged])),
      )
      return { ...edits, $ofOthers }
    },
    dispose: scope.dispose,
  }
}

interface RoleEdits extends Omit<TableEdits, '$ofOthers'>, Disposable {}

function createRoleEdits(storage: Host['storage'], key: string, table: string): RoleEdits {
  const $history = atom<EditHistory<StagedEdits>>(historyIn(storage.get(key)))
  const $isKept = atom(true)
  const $isChangedElsewhere = atom(false)
  const emptiedElsewhere = new Set<() => void>()
  const set = (next: EditHistory<StagedEdits>) => {
    if (next === $history.get()) return
    $isChangedElsewhere.set(false)
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
    if (name !== key) return
    const had = !hasNoEdits($history.get().present)
    // The other window had the steps of this one when it went on.
    const next = historyIn(text)
    const isEmpty = hasNoEdits(next.present)
    $isChangedElsewhere.set(!isEmpty)
    $history.set(next)
    if (had && isEmpty) for (const run of emptiedElsewhere) run()
  })
  return {
    $edits: computed($history, ({ present }) => present),
    $canUndo: computed($history, ({ past }) => past.length > 0),
    $canRedo: computed($history, ({ future }) => future.length > 0),
    $isKept,
    $isChangedElsewhere,
    change: (next) => set(afterStep($history.get(), next)),
    undo: () => set(afterUndo($history.get())),
    redo: () => set(afterRedo($history.get())),
    saved(sent) {
      set(historyOf(afterSaved($history.get().present, sent)))
      storage.set(SAVED, `${table} ${newId()}`)
    },
    whenEmptiedElsewhere(run) {
      emptiedElsewhere.add(run)
      return () => emptiedElsewhere.delete(run)
    },
    whenSavedElsewhere(run) {
      savedElsewhere.add(run)
      return () => savedElsewhere.delete(run)
    },
    dispose: () => stop?.(),
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

function rolesIn(text: string | null): readonly RunRole[] {
  const read = v.safeParse(storedRoles, parsedJson(text))
  return read.success ? read.output : []
}

/** Anything that another version or hand wrote counts as absent. */
function historyIn(text: string | null): EditHistory<StagedEdits> {
  const read = v.safeParse(stored, parsedJson(text))
  if (!read.success) return historyOf(NO_EDITS)
  const { past, ...present } = read.output
  return { past, present, future: [] }
}
