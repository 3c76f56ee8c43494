/**
 * How a query is listed: by its name; while it has none, by how its text begins and its date.
 * @rule sql.query-label  @spec §3
 */

import { UNTITLED } from './recent-items.js'

/** How a query is called in a list. */
export interface QueryLabel {
  label: string
  /** Whether its date belongs to it: two queries may begin alike. */
  isUnnamed: boolean
}

/** Characters of a text that are told of it. */
export const BEGINNING_MAX = 200

/** The first characters of a text, without the blanks before its first word. A blank text gives ''. */
export function beginningOf(sql: string): string {
  return sql.trimStart().slice(0, BEGINNING_MAX).trimEnd()
}

/** A comment in front is its heading, without its dashes; else the lines are one: a formatted text has `select` alone in its first. */
export function queryLabel({ name, beginning }: { name: string; beginning: string }): QueryLabel {
  if (name !== UNTITLED) return { label: name, isUnnamed: false }
  const heading = /^--[-\s]*(.*)/.exec(beginning)?.[1]
  const line = (heading || beginning).replace(/\s+/g, ' ').trim()
  return { label: line === '' ? UNTITLED : line, isUnnamed: true }
}

/** Characters of a beginning in a tab and in the page's title. */
export const TAB_LABEL_MAX = 40

/** What a query is called in its tab and in the page's title; a name is never cut. */
export function tabLabelOf(name: string, sql: string): string {
  const { label, isUnnamed } = queryLabel({ name, beginning: beginningOf(sql) })
  const characters = [...label]
  if (!isUnnamed || characters.length <= TAB_LABEL_MAX) return label
  return `${characters
    .slice(0, TAB_LABEL_MAX - 1)
    .join('')
    .trimEnd()}…`
}
