/**
 * The questions before a table, a column or a schema is deleted, or row-level security or realtime is switched: what it means, what
 * goes with it, and the statement that runs.
 */
import { toPlatformError } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { tablesAreServed } from '../../data/services.js'
import { dropListQuery } from '../../data/structure.js'
import type { Remote } from '../../kernel/query-store.js'
import type { DdlStatement, TableName } from '../../sql/column-ddl.js'
import { dropColumnStatement } from '../../sql/column-ddl.js'
import type { DropList } from '../../sql/drop-list.js'
import {
  dropSchemaStatement,
  dropTableStatement,
  realtimeStatement,
  rlsStatement,
} from '../../sql/table-ddl.js'
import { REALTIME_PUBLICATION } from '../../sql/published-tables.js'
import type { ReadDescription } from '../../sql/table-description.js'
import { structureText as text } from '../../text/structure.js'
import type { Needs } from '../context.js'
import { runStatements, shownStatements, type ShownStatement } from './change-panel.js'

type Context = Needs<'host' | 'client' | 'queries' | 'schemaChanges'>

/** Objects that go with a deleted one, as sentences. */
export type DependentsView =
  | { status: 'loading' }
  | { status: 'failed'; title: string; message: string; retry: () => void }
  | {
      status: 'ready'
      /** Empty: nothing else goes. */
      groups: readonly {
        heading: string
        names: readonly string[]
        more: string | null
        /** They go only with CASCADE. */
        isCascade: boolean
      }[]
      /** The switch for CASCADE; null: nothing needs it. */
      cascade: { hint: string } | null
    }

/** A question about a change. */
export interface ChangeDialog {
  readonly title: string
  readonly sentences: readonly string[]
  readonly isDangerous: boolean
  readonly confirmLabel: string
  /** Null: nothing depends on what changes. */
  readonly $dependents: ReadableAtom<DependentsView | null>
  readonly $cascades: ReadableAtom<boolean>
  /** What is typed before a deletion with CASCADE; null: nothing. */
  readonly $nameToType: ReadableAtom<string | null>
  readonly $typed: ReadableAtom<string>
  readonly $statements: ReadableAtom<readonly ShownStatement[]>
  /** Ways to keep what would be lost. */
  readonly steps: readonly { label: string; run(): void }[]
  /** Why it can't be confirmed yet; null: it can. */
  readonly $blocked: ReadableAtom<string | null>
  readonly $isBusy: ReadableAtom<boolean>
  readonly $problem: ReadableAtom<string | null>
  setCascades(cascades: boolean): void
  type(text: string): void
  confirm(): Promise<void>
  cancel(): void
}

/** What a question is about, and the statement that it asks for. */
export interface AskedChange {
  title: string
  sentences: readonly string[]
  isDangerous: boolean
  confirmLabel: string
  done: string
  /** Null: the change is not about one table. */
  table: TableName | null
  /** The name that is typed before a deletion with CASCADE. */
  name: string
  statementsFor(cascades: boolean): readonly DdlStatement[]
  /** Why it can't be done. Default: it can. */
  refusal?: string | undefined
  dependents?: ReadableAtom<Remote<DropList>>
  /** The words of the switch for CASCADE, where it means something else. */
  cascade?: { heading(count: number): string; hint: string }
}

export interface DialogOptions {
  ref: string
  table: ReadDescription
  close(): void
  /** It was done. */
  done?(): void
}

/** @param column position of the column; null: the whole table */
export function createDropDialog(
  context: Context,
  options: DialogOptions & { column: number | null },
): ChangeDialog {
  const { ref, table, column: position } = options
  const column = position === null ? null : (table.columns.find((one) => one.position === position) ?? null)
  const name = column === null ? table.name : column.name
  const kind = column === null ? table.kind : 'column'
  const body =
    column !== null
      ? text.dropBody.column
      : table.kind === 'r' || table.kind === 'p'
        ? text.dropBody.r(table.estimatedRows)
        : text.dropBody.other
  return createDialog(context, options, {
    title: text.dropTitle(text.dropKinds[kind], name),
    sentences: [body],
    isDangerous: true,
    confirmLabel: text.deleteAction,
    done: column === null ? text.done.tableDeleted(name) : text.done.columnDeleted(name),
    table,
    name,
    statementsFor: (cascades) => [
      column === null
        ? dropTableStatement(table, cascades)
        : dropColumnStatement(table, column.name, cascades),
    ],
    dependents: context.queries.store(
      dropListQuery(context.client, ref, { type: 'relation', id: table.id, column: position }),
    ),
  })
}

/** Before a schema is deleted, with all that lies in it. */
export function createDropSchemaDialog(
  context: Context,
  options: Omit<DialogOptions, 'table'> & { name: string },
): ChangeDialog {
  const { ref, name } = options
  return createDialog(context, options, {
    title: text.dropTitle(text.dropKinds.schema, name),
    sentences: [text.dropBody.schema],
    isDangerous: true,
    confirmLabel: text.deleteAction,
    done: text.done.schemaDeleted(name),
    table: null,
    name,
    statementsFor: (cascades) => [dropSchemaStatement(name, cascades)],
    dependents: context.queries.store(dropListQuery(context.client, ref, { type: 'schema', name })),
  })
}

/** Row-level security on or off. */
export function createRlsDialog(context: Context, options: DialogOptions): ChangeDialog {
  const { ref, table } = options
  const turnsOn = !table.isRlsOn
  return createDialog(context, options, {
    title: turnsOn ? text.rlsOnTitle(table.name) : text.rlsOffTitle(table.name),
    sentences: [
      turnsOn ? text.rlsOnBody(table.policies) : text.rlsOffBody(tablesAreServed(context, ref).get()),
    ],
    isDangerous: !turnsOn,
    confirmLabel: turnsOn ? text.turnOn : text.turnOff,
    done: text.done.rls(turnsOn, table.name),
    table,
    name: table.name,
    statementsFor: () => [rlsStatement(table, turnsOn)],
  })
}

/** Into the publication of realtime, or out of it. */
export function createRealtimeDialog(context: Context, options: DialogOptions): ChangeDialog {
  const { table } = options
  const { realtime, name } = table
  const turnsOn = !realtime.isOn
  const publication = realtime.publication ?? REALTIME_PUBLICATION
  return createDialog(context, options, {
    title: turnsOn ? text.realtimeOnTitle(name) : text.realtimeOffTitle(name),
    sentences: [turnsOn ? text.realtimeOnBody(publication) : text.realtimeOffBody(publication)],
    isDangerous: false,
    refusal: turnsOn && !realtime.hasIdentity ? text.realtimeNoKey : undefined,
    confirmLabel: turnsOn ? text.publish : text.stopPublishing,
    done: text.done.realtime(turnsOn, name),
    table,
    name,
    statementsFor: () => [realtimeStatement(table, realtime, turnsOn)],
  })
}

export function createDialog(
  context: Context,
  { ref, close, done }: Omit<DialogOptions, 'table'>,
  asked: AskedChange,
): ChangeDialog {
  const $list: ReadableAtom<Remote<DropList> | null> = asked.dependents ?? atom(null)
  const $cascades = atom(false)
  const $typed = atom('')
  const $isBusy = atom(false)
  const $problem = atom<string | null>(null)
  const $nameToType = computed($cascades, (cascades) => (cascades ? asked.name : null))
  const $blocked = computed([$list, $cascades, $typed], (list, cascades, typed) => {
    if (asked.refusal !== undefined) return asked.refusal
    if (list?.status === 'loading') return text.checking
    if (list?.status === 'ready' && list.data.cascading > 0 && !cascades) return text.needsCascade
    return cascades && typed !== asked.name ? '' : null
  })
  return {
    title: asked.title,
    sentences: asked.sentences,
    isDangerous: asked.isDangerous,
    confirmLabel: asked.confirmLabel,
    $dependents: computed($list, (list) => list && dependentsView(list, asked.cascade)),
    $cascades,
    $nameToType,
    $typed,
    $statements: computed($cascades, (cascades) =>
      shownStatements(asked.statementsFor(cascades), asked.table?.name ?? asked.name),
    ),
    steps: [],
    $blocked,
    $isBusy,
    $problem,
    setCascades(cascades) {
      $cascades.set(cascades)
      $typed.set('')
    },
    type: (typed) => $typed.set(typed),
    async confirm() {
      if ($isBusy.get() || $blocked.get() !== null) return
      $isBusy.set(true)
      $problem.set(null)
      try {
        await runStatements(context, { ref, table: asked.table }, asked.statementsFor($cascades.get()))
      } catch (error) {
        $problem.set(toPlatformError(error).message)
        return
      } finally {
        $isBusy.set(false)
      }
      close()
      context.host.notifier.notify({ kind: 'success', message: asked.done })
      done?.()
    },
    cancel() {
      if (!$isBusy.get()) close()
    },
  }
}

/** What goes with the deleted object, as sentences. */
export function dependentsView(
  list: Remote<DropList>,
  words: NonNullable<AskedChange['cascade']> = { heading: text.cascades, hint: text.cascadesHint },
): DependentsView {
  if (list.status === 'loading') return list
  if (list.status === 'failed')
    return {
      status: 'failed',
      title: text.dependentsFailed,
      message: list.error.message,
      retry: list.retry,
    }
  const { objects, cascading, total } = list.data
  const group = (heading: string, needsCascade: boolean, count: number) => {
    const names = objects.filter((one) => one.needsCascade === needsCascade).map(({ name }) => name)
    return count === 0
      ? []
      : [
          {
            heading,
            names,
            more: count > names.length ? text.andMore(count - names.length) : null,
            isCascade: needsCascade,
          },
        ]
  }
  return {
    status: 'ready',
    groups: [
      ...group(text.goesAnyway(total - cascading), false, total - cascading),
      ...group(words.heading(cascading), true, cascading),
    ],
    cascade: cascading === 0 ? null : { hint: words.hint },
  }
}
