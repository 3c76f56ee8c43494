import type { RelationKind } from '../rules/sql-catalogue.js'

/** What the editor says while one writes. */
export const sqlHelpText = {
  format: 'Format',
  formatHint: 'Format the text, or what is selected',
  formatRefused: 'This text can’t be formatted',
  formatRefusedDetail: 'It is left as it is: the formatter can’t read it, or would change what it means.',
  formatTooLong: 'The text is too long to be formatted at once',
  formatTooLongDetail: 'Select a part of it, and format that.',
  formatted: 'The text is formatted already',
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
