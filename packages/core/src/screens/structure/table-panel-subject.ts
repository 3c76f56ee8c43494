/** What the panel of a table is about, and what it is called for that. */
import type { ReadDescription } from '../../sql/table-description.js'
import { structureText as text } from '../../text/structure.js'
import type { TableValues } from './table-values.js'

/** What the panel is about. */
export type TablePanelSubject =
  | { type: 'new-table'; schema: string }
  | { type: 'table'; table: ReadDescription }
  | { type: 'new-column'; table: ReadDescription }
  | { type: 'column'; table: ReadDescription; position: number }

/** A form of another table, or of another column, is another draft. */
export function draftKey(ref: string, subject: TablePanelSubject): string {
  switch (subject.type) {
    case 'new-table':
      return `structure/${ref}/new-table/${subject.schema}`
    case 'table':
      return `structure/${ref}/table/${subject.table.id}`
    case 'new-column':
      return `structure/${ref}/new-column/${subject.table.id}`
    case 'column':
      return `structure/${ref}/column/${subject.table.id}/${subject.position}`
  }
}

export function titleOf(subject: TablePanelSubject): string {
  switch (subject.type) {
    case 'new-table':
      return text.titles.newTable(subject.schema)
    case 'table':
      return text.titles.editTable(subject.table.name)
    case 'new-column':
      return text.titles.newColumn(subject.table.name)
    case 'column': {
      const column = subject.table.columns.find(({ position }) => position === subject.position)
      return text.titles.editColumn(column?.name ?? '')
    }
  }
}

/** The label of the submit button, and its label while the form is sent. */
export function submitLabelsOf({ type }: TablePanelSubject): { submitLabel: string; sendingLabel: string } {
  switch (type) {
    case 'new-table':
      return { submitLabel: text.create.table, sendingLabel: text.creating }
    case 'new-column':
      return { submitLabel: text.create.column, sendingLabel: text.creating }
    default:
      return { submitLabel: text.save, sendingLabel: text.saving }
  }
}

/** The notification after a save. */
export function doneSentence(subject: TablePanelSubject, { name, columns }: TableValues): string {
  const column = columns[0]?.name ?? ''
  switch (subject.type) {
    case 'new-table':
      return text.done.tableCreated(name)
    case 'table':
      return text.done.tableSaved(name)
    case 'new-column':
      return text.done.columnCreated(column)
    case 'column':
      return text.done.columnSaved(column)
  }
}
