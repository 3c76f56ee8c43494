/**
 * How a query is listed: by its name; without one by the beginning of its text and its date.
 * @rule sql.query-label  @spec §3
 */

import { UNTITLED } from './recent-items.js'

/** The label of a query in a list. */
export interface QueryLabel {
  label: string
  /** Whether the date is shown too: two queries may begin alike. */
  isUnnamed: boolean
}

/** Characters of the text in the label. */
export const BEGINNING_MAX = 200

/** The first characters of a text, without the blanks before its first word. A blank text gives ''. */
export function beginningOf(sql: string): string {
  return sql.trimStart().slice(0, BEGINNING_MAX).trimEnd()
}

/** A leading comment is the label, without its dashes; else lines are joined, since a formatted text has only `select` in its first. */
export function queryLabel({ name, beginning }: { name: string; beginning: string }): QueryLabel {
  if (name !== UNTITLED) return { label: name, isUnnamed: false }
  const heading = /^--[-\s]*(.*)/.exec(beginning)?.[1]
  const line = (heading || beginning).replace(/\s+/g, ' ').trim()
  return { label: line === '' ? UNTITLED : line, isUnnamed: true }
}

/** Characters of a beginning in a tab and in the page's title. */
export const TAB_LABEL_MAX = 40

/** The label of a query in its tab and in the page's title; a name is never cut. */
export function tabLabelOf(name: string, sql: string): string {
  const { label, isUnnamed } = queryLabel({ name, beginning: beginningOf(sql) })
  const characters = [...label]
  if (!isUnnamed || characters.length <= TAB_LABEL_MAX) return label
  return `${characters
    .slice(0, TAB_LABEL_MAX - 1)
    .join('')
    .trimEnd()}…`
}
