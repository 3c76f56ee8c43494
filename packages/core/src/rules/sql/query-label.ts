/**
 * How a query is listed: by its name; without one by the beginning of its text and its date.
 * @rule sql.query-label  @spec §3
 */

import { WORDLESS_LINES } from '@basedeck/platform-client/contract'
import { UNTITLED } from '../shell/recent-items.js'

/** The label of a query in a list. */
export interface QueryLabel {
  label: string
  /** Whether the date is shown too: two queries may begin alike. */
  isUnnamed: boolean
}

/** Characters of the text in the label. */
export const BEGINNING_MAX = 200

/** The first characters of a text, from its first line with a word on. A blank text gives ''. */
export function beginningOf(sql: string): string {
  return sql.trimStart().replace(WORDLESS_LINES, '').slice(0, BEGINNING_MAX).trimEnd()
}

/**
 * The first line of the leading comments that has a word is the label, without the rules around it; else lines are
 * joined, since a formatted text has only `select` in its first.
 */
export function queryLabel({ name, beginning }: { name: string; beginning: string }): QueryLabel {
  if (name !== UNTITLED) return { label: name, isUnnamed: false }
  const line = (headingOf(beginning) ?? beginning.replace(WORDLESS_LINES, '')).replace(/\s+/g, ' ').trim()
  return { label: line === '' ? UNTITLED : line, isUnnamed: true }
}

/** A line of a comment: behind dashes, or in a block whose lines may begin with a star. */
const COMMENT_LINE = /^\s*(?:--|\/\*|\*)(.*)/
const RULE_AROUND = /^[-=*#~_+/\\|<>.\s]+|[-=*#~_+/\\|<>\s]+$/g

function headingOf(beginning: string): string | undefined {
  for (const line of beginning.split('\n')) {
    const comment = COMMENT_LINE.exec(line)?.[1]
    if (comment === undefined) return undefined
    // What follows a block in its line is no part of it.
    const heading = comment.split('*/')[0]?.replace(RULE_AROUND, '') ?? ''
    if (/[\p{L}\p{N}]/u.test(heading)) return heading
    if (/\*\/\s*\S/.test(line)) return undefined
  }
  return undefined
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
