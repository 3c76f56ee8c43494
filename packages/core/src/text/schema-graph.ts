/** The sentences of a schema's drawing. */
import { named } from './named.js'
import { tableText } from './table-editor.js'
import { plural } from './plural.js'

/** The sentences of a schema's drawing. */
export const schemaGraphText = {
  lead: 'The tables and views of a schema, the foreign keys that join them, and the tables that views read.',
  schema: 'Schema',
  schemaChoice: (name: string, tables: string) => `${name} (${tables})`,
  find: 'Find a table or a column...',
  tables: 'Tables',
  noMatch: 'No table or column has this name',
  drawing: (schema: string) => `Drawing of the schema ${named(schema)}`,
  drawingHint:
    'Arrow keys go to the next table, Enter opens it, R draws what is related to it, + and - zoom, 0 shows all, / searches, Enter there goes to the table.',
  about: aboutSentence,
  kinds: tableText.kinds,
  /** Where there is little room. */
  marks: { r: null, v: 'View', m: 'Materialized', f: 'Foreign', p: 'Partitioned' },
  drawRelated: 'Draw only related',
  drawAll: 'Draw all',
  relatedTo: (table: string) => `Related to ${named(table)}`,
  distance: 'How far',
  steps: (steps: number) => (steps === 1 ? '1 step' : `${steps} steps`),
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
  empty: 'This schema has no tables or views',
  emptyBody: 'Choose another schema, or create a table.',
  toTables: 'All tables',
  count: ({ tables, views, relations }: { tables: number; views: number; relations: number }) =>
    [
      plural(tables, 'table'),
      ...(views === 0 ? [] : [plural(views, 'view')]),
      plural(relations, 'relation'),
    ].join(', '),
  cut: (drawn: number, all: number) =>
    `This schema has ${all} tables and views. The first ${drawn} by name are drawn: search for others, or choose a table and draw what is related to it.`,
  cutFound: (drawn: number, found: number) =>
    `${found} tables and views are found. The first ${drawn} by name are drawn.`,
  cutRelated: (drawn: number, found: number) =>
    `${found} tables and views are related. The nearest ${drawn} are drawn.`,
}

function aboutSentence(
  table: string,
  {
    kind,
    columns,
    refersTo,
    reads,
  }: { kind: string | null; columns: number; refersTo: readonly string[]; reads: readonly string[] },
): string {
  const list = (words: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${words} ${names.map(named).join(', ')}`]
  return [
    named(table),
    ...(kind === null ? [] : [kind.toLowerCase()]),
    plural(columns, 'column'),
    ...list('refers to', refersTo),
    ...list('reads', reads),
  ].join(', ')
}
