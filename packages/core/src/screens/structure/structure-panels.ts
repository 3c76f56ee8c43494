/**
 * What changes the structure of a database, opened from any list: side panels for schemas, tables and columns, and the
 * questions before something is deleted or switched. One is open at a time. SPEC §4
 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { tablesAreServed } from '../../data/services.js'
import { relationId, schemaComment, tableDescriptionQuery } from '../../data/structure.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { controlBehindGate, type ProjectGate } from '../parts/project-gate.js'
import type { ReadDescription } from '../../sql/table-description.js'
import { catalogueText } from '../../text/catalogue.js'
import { structureText as text } from '../../text/structure.js'
import type { Needs } from '../context.js'
import {
  createDropDialog,
  createDropSchemaDialog,
  createRealtimeDialog,
  createRlsDialog,
  type ChangeDialog,
} from './change-dialog.js'
import { createDuplicatePanel, type DuplicatePanel } from './duplicate-panel.js'
import { createSchemaPanel, type SchemaPanel } from './schema-panel.js'
import { createTablePanel, type TablePanel } from './table-panel.js'
import type { TablePanelSubject } from './table-panel-subject.js'

/** What is open. */
export type OpenStructure =
  /** The table is being read. */
  | { kind: 'loading'; title: string }
  /** It could not be read, or is not there. `retry` is missing where another try would not help. */
  | { kind: 'failed'; title: string; message: string; retry?: () => void }
  | { kind: 'table'; panel: TablePanel }
  | { kind: 'duplicate'; panel: DuplicatePanel }
  | { kind: 'schema'; panel: SchemaPanel }
  | { kind: 'dialog'; dialog: ChangeDialog }

/** What may be switched on a table. */
export interface TableSwitches {
  rls: { isOn: boolean; state: ControlState; hint: string }
  realtime: { isOn: boolean; state: ControlState; hint: string }
}

/** Panels and questions that change the structure of a project's database. */
export interface StructurePanels extends Disposable {
  readonly $open: ReadableAtom<OpenStructure | null>
  /** Whether the caller may change the structure, and if not, why. */
  readonly $mayChange: ReadableAtom<ControlState>
  close(): void
  newSchema(): void
  /** Another name, another comment. */
  editSchema(name: string): void
  dropSchema(name: string): void
  newTable(schema: string): void
  /** @param id oid of the table */
  editTable(id: string): void
  duplicateTable(id: string): void
  /** A table, a view or another relation. */
  dropTable(id: string): void
  newColumn(tableId: string): void
  editColumn(tableId: string, name: string): void
  dropColumn(tableId: string, name: string): void
  switchRls(id: string): void
  switchRealtime(id: string): void
  /** What may be switched on a table; null: it is no table, or not known yet. */
  switchesOf(id: string): ReadableAtom<TableSwitches | null>
}

export interface StructurePanelsOptions {
  ref: string
  gate: ProjectGate
  /** A table or another relation was deleted. */
  dropped?(id: string): void
  /** A table was made, or copied. @param table its oid and schema */
  tableCreated?(table: { id: string; schema: string }): void
  /** A schema was made, got another name, or was deleted: null. */
  schemaChanged?(from: string | null, to: string | null): void
}

export function createStructurePanels(
  context: Needs<'host' | 'client' | 'queries' | 'schemaChanges' | 'formDrafts'>,
  { ref, gate, dropped, tableCreated, schemaChanged }: StructurePanelsOptions,
): StructurePanels {
  const { client, queries } = context
  const scope = createScope()
  const $open = atom<OpenStructure | null>(null)
  const $isServed = tablesAreServed(context, ref)
  const $mayChange = controlBehindGate(
    gate,
    projectControlState(context, ref, { action: 'update', resource: 'database' }, catalogueText.mayNotWrite),
  )
  let reading: AbortController | undefined
  const show = (next: OpenStructure | null) => {
    reading?.abort()
    const before = $open.get()
    $open.set(next)
    if (before?.kind === 'table') before.panel.dispose()
  }
  const close = () => show(null)
  scope.add(close)

  /** Reads the table as it is now, and opens what `make` makes of it. */
  const openFor = (id: string, title: string, make: (table: ReadDescription) => OpenStructure | null) => {
    if ($mayChange.get().disabled) return
    show({ kind: 'loading', title })
    const aborter = new AbortController()
    reading = aborter
    const query = tableDescriptionQuery(client, ref, id)
    void query.fetch(aborter.signal).then(
      (table) => {
        if (aborter.signal.aborted) return
        queries.set(query, table)
        const made = table && make(table)
        show(made ?? { kind: 'failed', title, message: table ? text.missingColumn : text.missing })
      },
      (error: Error) => {
        if (aborter.signal.aborted) return
        const retry = () => openFor(id, title, make)
        show({ kind: 'failed', title: text.failed, message: error.message, retry })
      },
    )
  }
  const tablePanel = (subject: TablePanelSubject): OpenStructure => ({
    kind: 'table',
    panel: createTablePanel(context, { ref, subject, close, created }),
  })
  const positionOf = (table: ReadDescription, name: string) =>
    table.columns.find((column) => column.name === name)?.position ?? null
  const created = (table: { schema: string; name: string }) => {
    if (!tableCreated) return
    // Without its oid the table is in the list all the same.
    relationId(client, ref, table).then(
      (id) => id !== null && tableCreated({ id, schema: table.schema }),
      () => {},
    )
  }
  const dialog = (made: ChangeDialog): OpenStructure => ({ kind: 'dialog', dialog: made })

  // Rights are known before the first click.
  scope.add($mayChange.listen(() => undefined))

  const self: StructurePanels = {
    $open,
    $mayChange,
    close,
    newSchema() {
      if ($mayChange.get().disabled) return
      const created = (name: string) => schemaChanged?.(null, name)
      show({ kind: 'schema', panel: createSchemaPanel(context, { ref, close, created }) })
    },
    editSchema(name) {
      if ($mayChange.get().disabled) return
      show({ kind: 'loading', title: text.editSchema })
      const aborter = new AbortController()
      reading = aborter
      const renamed = (from: string, to: string) => schemaChanged?.(from, to)
      void schemaComment(client, ref, name, aborter.signal).then(
        (comment) => {
          if (aborter.signal.aborted) return
          const panel = createSchemaPanel(context, { ref, close, before: { name, comment }, renamed })
          show({ kind: 'schema', panel })
        },
        (error: Error) => {
          if (aborter.signal.aborted) return
          const retry = () => self.editSchema(name)
          show({ kind: 'failed', title: text.schemaFailed, message: error.message, retry })
        },
      )
    },
    dropSchema(name) {
      if ($mayChange.get().disabled) return
      const done = () => schemaChanged?.(name, null)
      show(dialog(createDropSchemaDialog(context, { ref, name, close, done })))
    },
    newTable(schema) {
      if ($mayChange.get().disabled) return
      show(tablePanel({ type: 'new-table', schema }))
    },
    editTable: (id) => openFor(id, text.editTable, (table) => tablePanel({ type: 'table', table })),
    duplicateTable: (id) =>
      openFor(id, text.duplicateTable, (table) => ({
        kind: 'duplicate',
        panel: createDuplicatePanel(context, { ref, table, close, created }),
      })),
    dropTable: (id) =>
      openFor(id, text.deleteTable, (table) =>
        dialog(createDropDialog(context, { ref, table, column: null, close, done: () => dropped?.(id) })),
      ),
    newColumn: (id) => openFor(id, text.newColumn, (table) => tablePanel({ type: 'new-column', table })),
    editColumn: (id, name) =>
      openFor(id, text.editColumn, (table) => {
        const position = positionOf(table, name)
        return position === null ? null : tablePanel({ type: 'column', table, position })
      }),
    dropColumn: (id, name) =>
      openFor(id, text.deleteColumn, (table) => {
        const column = positionOf(table, name)
        return column === null ? null : dialog(createDropDialog(context, { ref, table, column, close }))
      }),
    switchRls: (id) =>
      openFor(id, text.rls, (table) => dialog(createRlsDialog(context, { ref, table, close }))),
    switchRealtime: (id) =>
      openFor(id, text.realtime, (table) => dialog(createRealtimeDialog(context, { ref, table, close }))),
    switchesOf: (id) =>
      computed(
        [queries.store(tableDescriptionQuery(client, ref, id)), $mayChange, $isServed],
        (remote, state, isServed) => {
          const table = remote.status === 'ready' ? remote.data : null
          return table && (table.kind === 'r' || table.kind === 'p')
            ? switchesOf(table, state, isServed)
            : null
        },
      ),
    dispose: scope.dispose,
  }
  return self
}

function switchesOf(
  { isRlsOn, realtime }: ReadDescription,
  state: ControlState,
  isServed: boolean,
): TableSwitches {
  const { publication, hasAllTables, isOn, hasIdentity } = realtime
  const refusal = hasAllTables
    ? text.realtimeAll(publication ?? '')
    : isOn || hasIdentity
      ? undefined
      : text.realtimeNoKey
  return {
    rls: { isOn: isRlsOn, state, hint: isRlsOn ? text.rlsHint : text.rlsOffHint(isServed) },
    realtime: {
      isOn,
      state: refusal === undefined ? state : { disabled: true, hint: refusal },
      hint: refusal ?? text.realtimeHint(isOn, publication ?? ''),
    },
  }
}
