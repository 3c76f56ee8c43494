import type { OddKind } from '@basedeck/sql-guard/lexer'
import type { RelationKind } from '../rules/sql/sql-catalogue.js'

/** The sentences of the editor's language help. */
export const sqlHelpText = {
  format: 'Format',
  formatHint: 'Format the text or the selection',
  formatRefused: 'This text can’t be formatted',
  formatRefusedDetail: 'It was not changed: the formatter can’t read it, or would change its meaning.',
  formatTooLong: 'The text is too long to format',
  formatTooLongDetail: 'Select a part and format it.',
  formatted: 'The text is already formatted',
  leaveHint: 'Esc, then Tab leaves the editor',
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
  odd: (kind: OddKind, character: string) => `${oddName(kind, character)}: ${ODD_ADVICE[kind]}`,
  oddName,
  oddFound: (names: readonly string[], line: number, count: number) =>
    `The text has ${names.join(', ')}, ${count === 1 ? '' : 'first '}in line ${line}: PostgreSQL reads ${count === 1 ? 'it as a letter' : 'them as letters'}.`,
  mend: 'Replace look-alike characters',
  mended: (count: number) => `${count} character${count === 1 ? '' : 's'} replaced`,
  nothingToMend: 'The text has no look-alike characters outside of strings and comments',
  undo: 'Undo',
  moreForms: (count: number) => (count === 1 ? 'and one more form' : `and ${count} more forms`),
  columnOf: (source: string) => `Column of ${source}`,
  functionOf: (schema: string) => `Function of ${schema}`,
}

const ODD_NAMES: Readonly<Record<OddKind, string>> = {
  space: 'a special space',
  'line-break': 'a special line break',
  invisible: 'an invisible character',
  direction: 'an invisible mark for the direction of writing',
  'single-quote': 'a typographic quote',
  'double-quote': 'a typographic quote',
  dash: 'a typographic dash',
  'long-dash': 'a long dash',
  sign: 'a typographic sign',
  'full-width': 'a full-width character',
}

const NO_PART = 'PostgreSQL reads it as a letter'
const ODD_ADVICE: Readonly<Record<OddKind, string>> = {
  space: `${NO_PART}, not as a space`,
  'line-break': `${NO_PART}, not as a line break`,
  invisible: NO_PART,
  direction: NO_PART,
  'single-quote': `${NO_PART}; a string stands in '…'`,
  'double-quote': `${NO_PART}; a quoted name stands in "…"`,
  dash: `${NO_PART}, not as -`,
  'long-dash': `${NO_PART}, not as --`,
  sign: `${NO_PART}, not as an operator`,
  'full-width': `${NO_PART} of a name`,
}

/** With its number, since one may not see it: `a special space (U+00A0)`. */
function oddName(kind: OddKind, character: string): string {
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return `${ODD_NAMES[kind]} (U+${number})`
}
