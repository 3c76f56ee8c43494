/** The sentences of a schema's drawing. */
import { named } from './named.js'

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The sentences of a schema's drawing. */
export const schemaGraphText = {
  lead: 'The tables of a schema, and the foreign keys that join them.',
  schema: 'Schema',
  schemaChoice: (name: string, tables: string) => `${name} (${tables})`,
  find: 'Find a table or a column...',
  tables: 'Tables',
  noMatch: 'No table or column has this name',
  drawing: (schema: string) => `Drawing of the schema ${named(schema)}`,
  drawingHint: 'Arrow keys go to the next table, Enter opens it, + and - zoom, 0 shows all, / searches.',
  about: (table: string, columns: number, to: string[]) =>
    `${named(table)}, ${plural(columns, 'column')}${to.length === 0 ? '' : `, refers to ${to.map(named).join(', ')}`}`,
  moreColumns: (count: number) => `${count} more columns`,
  key: 'Primary key',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Show all',
  arrange: 'Arrange again',
  exportAs: 'Export',
  svg: 'As SVG',
  png: 'As PNG',
  pngFailed: 'The picture could not be made. Export it as SVG.',
  saved: (name: string) => `Saved ${name}`,
  open: (table: string) => `Open ${named(table)}`,
  failed: 'The tables could not be retrieved',
  empty: 'This schema has no tables',
  emptyBody: 'Choose another schema, or create a table.',
  toTables: 'All tables',
  count: (tables: number, relations: number) =>
    `${plural(tables, 'table')}, ${plural(relations, 'relation')}`,
  cut: (drawn: number, all: number) =>
    `This schema has ${all} tables. The first ${drawn} by name are drawn; the list of tables has all.`,
}
