/**
 * The ways on which values leave the product, and how each is read again: by PostgreSQL where it reads the form, else as
 * cells that are compared with PostgreSQL's own texts.
 */
import type { SHOWN_FORMATS, WHOLE_FORMATS, CopyFormat } from '@basedeck/core/rules'
import { quoteIdentifier, quoteLiteral } from '@basedeck/core/sql'
import { pastedCells } from '../../../../packages/core/src/rules/results/pasted-cells.js'
import { GIVEN, type Rows, type ValueTable } from './value-table.js'

/** What a form holds, read again. */
export type ReadBack =
  /** A statement that fills the table with it. */
  | { type: 'sql'; fill: string; isJson?: boolean }
  /** CSV for COPY. */
  | { type: 'csv'; text: string }
  /** Texts that PostgreSQL reads as values. */
  | { type: 'cells'; rows: Rows }
  /** Texts for people: they are as PostgreSQL's own ones after `asWritten`. */
  | { type: 'shown'; rows: Rows; asWritten(text: string): string }

/** How a form is read again. */
export type ReadForm = (text: string, table: ValueTable) => ReadBack

/** NULL is an empty text there: where it was NULL, an empty text stands for it. */
function withNulls(cells: readonly (readonly string[])[], { rows }: ValueTable): Rows {
  return cells.map((row, at) =>
    row.map((cell, column) => (cell === '' && rows[at]?.[column] === null ? null : cell)),
  )
}

const fromTabs: ReadForm = (text, table) => ({ type: 'cells', rows: withNulls(pastedCells(text), table) })

const fromJson: ReadForm = (text) => ({
  type: 'sql',
  isJson: true,
  fill: `insert into ${GIVEN} select * from json_populate_recordset(null::${GIVEN}, ${quoteLiteral(text)})`,
})

const fromCsv: ReadForm = (text) => ({ type: 'csv', text })

const fromSql: ReadForm = (text) => ({ type: 'sql', fill: text.replace(/;\s*$/, '') })

/** Line breaks of all kinds are one mark in a table of Markdown. */
const fromMarkdown: ReadForm = (text) => ({
  type: 'shown',
  asWritten: (value) => value.replaceAll(/\r\n|\r/g, '\n'),
  rows: text
    .trimEnd()
    .split('\n')
    .slice(2)
    .map((line) => line.slice(2, -2).split(' | ').map(markdownText)),
})

function markdownText(cell: string): string | null {
  if (cell === '*NULL*') return null
  return cell.replaceAll('<br>', '\n').replaceAll(/\\([\\`*_[\]<>|~#&])/g, '$1')
}

/** Copy as …, and what the keys copy. */
export const COPIED: Readonly<Record<Exclude<CopyFormat, 'in'>, ReadForm>> = {
  header: (text, table) => fromTabs(text.slice(text.indexOf('\n') + 1), table),
  csv: fromCsv,
  json: fromJson,
  markdown: fromMarkdown,
  sql: fromSql,
}

/** Rows shown as a file. */
export const SHOWN: Readonly<Record<(typeof SHOWN_FORMATS)[number], ReadForm>> = {
  csv: fromCsv,
  json: fromJson,
  ndjson: (text, table) => fromJson(`[${text.trimEnd().split('\n').join(',')}]`, table),
  markdown: fromMarkdown,
  sql: fromSql,
}

/** A whole result as a file. */
export const WHOLE: Readonly<Record<Exclude<(typeof WHOLE_FORMATS)[number], 'xlsx'>, ReadForm>> = SHOWN

/** What the key copies. */
export const RANGE: ReadForm = fromTabs

/**
 * The values of one column from an IN list, as PostgreSQL reads them. Arrays would be one array: of them those that the list
 * finds are told, where PostgreSQL compares them.
 */
export function valuesInList(list: string, type: string): string {
  if (!type.endsWith('[]'))
    return `select concat(value) from unnest(array[${list.replace(/^\(|\)$/g, '')}]::${type}[]) value`
  const column = type === 'pg_catalog.json[]' ? `concat(${columnOf(type)})` : columnOf(type)
  return `select distinct concat(${columnOf(type)}) from ${GIVEN} where ${column} in ${list}`
}

/** A column of the table, in SQL. */
export function columnOf(type: string): string {
  return quoteIdentifier(type)
}
