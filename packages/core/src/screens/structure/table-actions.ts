/** What can be done with the structure of a table, and of a column: the entries of their menus, in every list. */
import type { ControlState } from '../../sessions/account/rights.js'
import { structureText as text } from '../../text/structure.js'
import type { RowAction } from '../query/snippet-actions.js'
import type { StructurePanels } from './structure-panels.js'

/** @param kind of the relation, as `pg_class` has it */
export function tableChanges(
  panels: StructurePanels,
  { id, kind }: { id: string; kind: string },
): RowAction[] {
  const may = reason(panels.$mayChange.get())
  const onlyTables = (hint: string) => (isTable(kind) ? may : { hint })
  return [
    { id: 'edit', label: text.editTable, run: () => panels.editTable(id), ...onlyTables(text.onlyTables) },
    {
      id: 'duplicate',
      label: text.duplicateTable,
      run: () => panels.duplicateTable(id),
      ...onlyTables(text.onlyTablesCopied),
    },
    { id: 'delete', label: text.deleteTable, isDangerous: true, run: () => panels.dropTable(id), ...may },
  ]
}

/** @param id oid of the table */
export function columnChanges(
  panels: StructurePanels,
  id: string,
  name: string,
  state: ControlState,
): RowAction[] {
  const may = reason(state)
  return [
    { id: 'edit', label: text.editColumn, run: () => panels.editColumn(id, name), ...may },
    {
      id: 'delete',
      label: text.deleteColumn,
      isDangerous: true,
      run: () => panels.dropColumn(id, name),
      ...may,
    },
  ]
}

/** A table, also a partitioned one. */
export function isTable(kind: string): boolean {
  return kind === 'r' || kind === 'p'
}

/** Whether the columns of a relation can be changed, and if not, why. */
export function columnState(may: ControlState, kind: string | undefined): ControlState {
  if (may.disabled || kind === undefined || isTable(kind)) return may
  return { disabled: true, hint: text.onlyTables }
}

/** Why an entry of a menu is off. */
function reason({ disabled, hint }: ControlState): { hint?: string } {
  return disabled ? { hint: hint ?? '' } : {}
}

/** What can be done with schemas, beside the one whose tables are listed. */
export function schemaActions(panels: StructurePanels, name: string): RowAction[] {
  const may = reason(panels.$mayChange.get())
  return [
    { id: 'new', label: text.newSchema, run: panels.newSchema, ...may },
    { id: 'edit', label: text.editSchema, run: () => panels.editSchema(name), ...may },
    { id: 'delete', label: text.deleteSchema, isDangerous: true, run: () => panels.dropSchema(name), ...may },
  ]
}
