import type { RelationKind } from '../rules/sql-catalogue.js'

/** The sentences of the editor's language help. */
export const sqlHelpText = {
  format: 'Format',
  formatHint: 'Format the text or the selection',
  formatRefused: 'This text can’t be formatted',
  formatRefusedDetail: 'It was not changed: the formatter can’t read it, or would change its meaning.',
  formatTooLong: 'The text is too long to format',
  formatTooLongDetail: 'Select a part and format it.',
  formatted: 'The text is already formatted',
  relations: {
    r: 'Table',
    v: 'View',
    m: 'Materialized view',
    f: 'Foreign table',
    p: 'Partitioned table',
  } satisfies Record<RelationKind, string>,
  nullable: 'may be null',
  notNull: 'not null',
  moreColumns: (count: number) => `and ${count} more`,
  unknown: {
    relation: (name: string) => `There is no table or view ${name} here`,
    column: (name: string) => `No table of this statement has a column ${name}`,
  },
  moreForms: (count: number) => (count === 1 ? 'and one more form' : `and ${count} more forms`),
  columnOf: (source: string) => `Column of ${source}`,
  functionOf: (schema: string) => `Function of ${schema}`,
}
