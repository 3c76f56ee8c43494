/** PostgreSQL's error report as it comes over the wire: every field a text, most of them optional. */
export interface ServerReport {
  message: string | undefined
  severity: string | undefined
  code: string | undefined
  detail: string | undefined
  hint: string | undefined
  /** 1-based, in characters of the text that was sent. */
  position: string | undefined
  /** The same for a query that the server made itself, which `internalQuery` holds. */
  internalPosition: string | undefined
  internalQuery: string | undefined
  where: string | undefined
  schema: string | undefined
  table: string | undefined
  column: string | undefined
  dataType: string | undefined
  constraint: string | undefined
  file: string | undefined
  line: string | undefined
  routine: string | undefined
  length: number
}
