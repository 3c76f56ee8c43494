/** The main statement around rows: PostgreSQL writes the body, so that no number is ever rounded. */
import { quoteLiteral } from '@basedeck/sql-guard/quoting'
import { RESPONSE_HEADERS, RESPONSE_STATUS } from '../family-names.js'
import type { AnswerFormat } from '../language/media-type.js'

/** What the single row of a main statement has. */
export interface MainColumns {
  /** The name of the rows in the statement, with its quotes. */
  rows: string
  /** Undefined: no body is wanted. */
  format: AnswerFormat | undefined
  /** The names of the columns, where they are known. */
  names: readonly string[] | undefined
  /** The body as SQL, where it is no list of rows. */
  body?: string
  /** A query that gives the number of all rows. */
  total?: string | undefined
  /** Further columns as SQL: expressions over the rows. */
  more?: readonly string[]
}

/** `select … from rows`: one row, each column a text. */
export function mainSelect({ rows, format, names, body, total, more = [] }: MainColumns): string {
  const columns = [
    `${body ?? (format === undefined ? 'null' : bodySql(rows, format, names))} as "body"`,
    `count(*)::text as "page"`,
    `${total === undefined ? 'null' : `(${total})::text`} as "total"`,
    ...settingColumns(),
    ...more,
  ]
  return `select ${columns.join(', ')} from ${rows}`
}

/** What functions set for the answer. They are read when all rows are there. */
export function settingColumns(): string[] {
  return [
    `current_setting('${RESPONSE_STATUS}', true) as "status"`,
    `current_setting('${RESPONSE_HEADERS}', true) as "headers"`,
  ]
}

function bodySql(rows: string, format: AnswerFormat, names: readonly string[] | undefined): string {
  if (format.type === 'csv') return csvSql(rows, names)
  const json = `row_to_json(${rows}.*)`
  const text = `string_agg((${format.isStripped ? `json_strip_nulls(${json})` : json})::text, ',')`
  return format.type === 'object' ? text : `coalesce('[' || ${text} || ']', '[]')`
}

/** Lines of RFC 4180: an empty field is null, and an empty text has quotes. */
function csvSql(rows: string, names: readonly string[] | undefined): string {
  const quoted = (value: string) =>
    `case when ${value} = '' or ${value} ~ '[",\\n\\r]' then '"' || replace(${value}, '"', '""') || '"' else ${value} end`
  const line = `(select string_agg(coalesce(${quoted('"value"')}, ''), ',' order by "at") from json_each_text(row_to_json(${rows}.*)) with ordinality as "fields"("key", "value", "at"))`
  const head =
    names === undefined
      ? `coalesce((array_agg((select string_agg(${quoted('"key"')}, ',' order by "at") from json_object_keys(row_to_json(${rows}.*)) with ordinality as "fields"("key", "at"))))[1], '')`
      : quoteLiteral(names.map(csvField).join(','))
  return `${head} || E'\\n' || coalesce(string_agg(${line}, E'\\n'), '')`
}

function csvField(text: string): string {
  return text === '' || /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
