/**
 * How a query is listed: by its name; while it has none, by the first line of its text and its date.
 * @rule sql.query-label  @spec §3
 */

/** What a query is called that got no name. SPEC §3. */
export const UNNAMED = 'Untitled'

export interface QueryLabel {
  label: string
  /** Whether its date belongs to it: the first lines of two queries may be alike. */
  isUnnamed: boolean
}

/** Characters of a text's first line that are told. */
export const FIRST_LINE_MAX = 200

/** The first line of a text that holds more than blanks; '' where there is none. */
export function firstLineOf(sql: string): string {
  return (/\S[^\r\n]*/.exec(sql)?.[0] ?? '').trimEnd().slice(0, FIRST_LINE_MAX)
}

export function queryLabel({ name, first_line }: { name: string; first_line: string }): QueryLabel {
  if (name !== UNNAMED) return { label: name, isUnnamed: false }
  const line = first_line.replace(/\s+/g, ' ').trim()
  return { label: line === '' ? UNNAMED : line, isUnnamed: true }
}

/** Characters of a first line in a tab and in the page's title. */
export const TAB_LABEL_MAX = 40

/** What a query is called in its tab and in the page's title; a name is never cut. */
export function tabLabelOf(name: string, sql: string): string {
  const { label, isUnnamed } = queryLabel({ name, first_line: firstLineOf(sql) })
  const characters = [...label]
  if (!isUnnamed || characters.length <= TAB_LABEL_MAX) return label
  return `${characters
    .slice(0, TAB_LABEL_MAX - 1)
    .join('')
    .trimEnd()}…`
}
