/**
 * What is open over a list of objects: the form of one, the run of a function, or the question before something is deleted or
 * done. One is open at a time.
 */
import { atom, type ReadableAtom } from 'nanostores'
import { objectDropListQuery, objectQuery } from '../../data/objects.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import {
  objectKinds,
  type ObjectAction,
  type ObjectKind,
  type ObjectKindName,
  type ObjectValues,
} from '../../sql/objects/index.js'
import { catalogueText } from '../../text/catalogue.js'
import { objectsText as text } from '../../text/objects.js'
import { structureText } from '../../text/structure.js'
import type { Needs } from '../context.js'
import { controlBehindGate, type ProjectGate } from '../parts/project-gate.js'
import type { RowAction } from '../query/snippet-actions.js'
import { createDialog, type ChangeDialog } from '../structure/change-dialog.js'
import { createFunctionRun, type FunctionRun } from './function-run.js'
import { createObjectPanel, nameOf, type ObjectPanel } from './object-panel.js'

/** What is open. */
export type OpenObject =
  /** The object is being read. */
  | { kind: 'loading'; title: string }
  /** It could not be read, or can't be changed here. `retry` is missing where another try would not help. */
  | { kind: 'failed'; title: string; message: string; retry?: () => void }
  | { kind: 'panel'; panel: ObjectPanel }
  | { kind: 'run'; run: FunctionRun }
  | { kind: 'dialog'; dialog: ChangeDialog }

/** Panels and questions that create, change, delete and run objects of a project's database. */
export interface ObjectPanels extends Disposable {
  readonly $open: ReadableAtom<OpenObject | null>
  /** Whether the caller may change objects, and if not, why. */
  readonly $mayChange: ReadableAtom<ControlState>
  close(): void
  /** @param values what its form begins with; default: nothing */
  create(kind: ObjectKindName, schema: string, values?: ObjectValues): void
  /** @param id its oid */
  edit(kind: ObjectKindName, id: string): void
  duplicate(kind: ObjectKindName, id: string): void
  remove(kind: ObjectKindName, id: string): void
  act(kind: ObjectKindName, id: string, action: string): void
  runFunction(id: string): void
  /** The entries of the menu of an object. */
  actionsOf(kind: ObjectKindName, id: string): RowAction[]
}

export function createObjectPanels(
  context: Needs<'host' | 'client' | 'queries' | 'schemaChanges' | 'formDrafts'>,
  { ref, gate }: { ref: string; gate: ProjectGate },
): ObjectPanels {
  const { client, queries } = context
  const scope = createScope()
  const $open = atom<OpenObject | null>(null)
  const $mayChange = controlBehindGate(
    gate,
    projectControlState(context, ref, { action: 'update', resource: 'database' }, catalogueText.mayNotWrite),
  )
  let reading: AbortController | undefined
  const show = (next: OpenObject | null) => {
    reading?.abort()
    const before = $open.get()
    $open.set(next)
    if (before?.kind === 'panel') before.panel.dispose()
    if (before?.kind === 'run') before.run.dispose()
  }
  const close = () => show(null)
  scope.add(close)
  // Rights are known before the first click.
  scope.add($mayChange.listen(() => undefined))

  /** Reads the object as it is now, and opens what `make` makes of it. */
  const openFor = (
    kind: ObjectKindName,
    id: string,
    title: string,
    make: (values: ObjectValues) => OpenObject,
    forReaders = false,
  ) => {
    if ($mayChange.get().disabled && !forReaders) return
    show({ kind: 'loading', title })
    const aborter = new AbortController()
    reading = aborter
    const query = objectQuery(client, ref, kind, id)
    void query.fetch(aborter.signal).then(
      (values) => {
        if (aborter.signal.aborted) return
        queries.set(query, values)
        show(values ? make(values) : { kind: 'failed', title, message: text.missing })
      },
      (error: Error) => {
        if (aborter.signal.aborted) return
        const retry = () => openFor(kind, id, title, make, forReaders)
        show({ kind: 'failed', title: text.failed, message: error.message, retry })
      },
    )
  }
  /** An object that belongs to another says so in the place of its form. */
  const unlessKept =
    (name: ObjectKindName, title: string, make: (values: ObjectValues) => OpenObject) =>
    (values: ObjectValues): OpenObject => {
      const kept = (objectKinds[name] as ObjectKind).kept?.(values)
      return kept ? { kind: 'failed', title, message: text.kept(kept) } : make(values)
    }

  const dropDialog = (name: ObjectKindName, id: string, values: ObjectValues): ChangeDialog => {
    const kind: ObjectKind = objectKinds[name]
    const called = nameOf(kind, values)
    const dependents = objectDropListQuery(client, ref, name, id)
    return createDialog(
      context,
      { ref, close },
      {
        title: text.dropTitle(name, called),
        sentences: [text.dropBody],
        isDangerous: true,
        confirmLabel: name === 'columnPrivilege' ? text.revokeAll : structureText.deleteAction,
        done: text.done.deleted(name, called),
        table: null,
        name: called,
        statementsFor: (cascades) => kind.drop(values, cascades),
        ...(dependents && { dependents: queries.store(dependents) }),
        ...(name === 'role' && { cascade: { heading: text.roleOwns, hint: text.roleOwnsHint } }),
      },
    )
  }
  const actionDialog = (name: ObjectKindName, action: ObjectAction, values: ObjectValues): ChangeDialog => {
    const called = nameOf(objectKinds[name], values)
    const words = text.action(action.id)
    return createDialog(
      context,
      { ref, close },
      {
        title: words?.title(called) ?? called,
        sentences: words && words.body !== '' ? [words.body] : [],
        isDangerous: false,
        confirmLabel: words?.label ?? action.id,
        done: words?.done(called) ?? called,
        table: null,
        name: called,
        statementsFor: () => action.statements(values),
      },
    )
  }

  const self: ObjectPanels = {
    $open,
    $mayChange,
    close,
    create(kind, schema, values) {
      if ($mayChange.get().disabled) return
      const subject = { type: 'new' as const, schema, ...(values ? { values } : {}) }
      const panel = createObjectPanel(context, { ref, kind, subject, close })
      show({ kind: 'panel', panel })
    },
    edit: (kind, id) =>
      openFor(
        kind,
        id,
        text.edit,
        unlessKept(kind, text.edit, (values) => ({
          kind: 'panel',
          panel: createObjectPanel(context, { ref, kind, subject: { type: 'edit', id, values }, close }),
        })),
      ),
    duplicate: (kind, id) =>
      openFor(kind, id, text.duplicate, (values) => ({
        kind: 'panel',
        panel: createObjectPanel(context, { ref, kind, subject: { type: 'copy', id, values }, close }),
      })),
    remove: (kind, id) =>
      openFor(
        kind,
        id,
        text.remove,
        unlessKept(kind, text.remove, (values) => ({ kind: 'dialog', dialog: dropDialog(kind, id, values) })),
      ),
    act(kind, id, actionId) {
      const actions: readonly ObjectAction[] = (objectKinds[kind] as ObjectKind).actions ?? []
      const action = actions.find((one) => one.id === actionId)
      const title = text.action(actionId)?.label ?? actionId
      if (!action) return
      openFor(kind, id, title, (values) =>
        action.fits && !action.fits(values)
          ? { kind: 'failed', title, message: text.actionUnfit }
          : { kind: 'dialog', dialog: actionDialog(kind, action, values) },
      )
    },
    runFunction: (id) =>
      openFor(
        'function',
        id,
        text.run,
        (values) =>
          values['returns'] === 'trigger' || values['returns'] === 'event_trigger'
            ? { kind: 'failed', title: text.run, message: text.runTrigger }
            : { kind: 'run', run: createFunctionRun(context, { ref, values, $mayChange, close }) },
        true,
      ),
    actionsOf(name, id) {
      const kind: ObjectKind = objectKinds[name]
      const { disabled, hint } = $mayChange.get()
      const may = disabled ? { hint: hint ?? '' } : {}
      return [
        ...(name === 'function' ? [{ id: 'run', label: text.run, run: () => self.runFunction(id) }] : []),
        ...(kind.isFinal === true
          ? []
          : [{ id: 'edit', label: text.edit, run: () => self.edit(name, id), ...may }]),
        ...(kind.isSingle === true
          ? []
          : [{ id: 'duplicate', label: text.duplicate, run: () => self.duplicate(name, id), ...may }]),
        ...(kind.actions ?? []).map((action) => ({
          id: action.id,
          label: text.action(action.id)?.label ?? action.id,
          run: () => self.act(name, id, action.id),
          ...may,
        })),
        {
          id: 'delete',
          label: name === 'columnPrivilege' ? text.revokeAll : text.remove,
          isDangerous: true,
          run: () => self.remove(name, id),
          ...may,
        },
      ]
    },
    dispose: scope.dispose,
  }
  return self
}
