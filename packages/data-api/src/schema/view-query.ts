/**
 * Which columns of which relations a view shows, from PostgreSQL's stored text of its query. In that text each node stands in
 * braces, and a backslash goes before every brace that does not begin or end one. The columns of the view are the nodes
 * TARGETENTRY of the outermost QUERY; each ends with its place and its origin.
 */
/** Which column of which relation a column of a view shows. */
export interface ViewColumn {
  position: number
  source: number
  sourceColumn: number
}

const BRACE = /\\.|[{}]/gs
const ORIGIN = /:resno (\d+) :resname .*:resorigtbl (\d+) :resorigcol (\d+) :resjunk false\s*$/s
const ENTRY = 'TARGETENTRY'
/** The outermost query is the first level, what stands in its lists the second. */
const ENTRY_LEVEL = 2

/** The columns that come from a column; those that are computed are left out. */
export function viewColumnsOf(query: string): ViewColumn[] {
  const columns: ViewColumn[] = []
  let level = 0
  let isEntry = false
  let lastEnd = 0
  for (const { 0: brace, index } of query.matchAll(BRACE)) {
    if (brace === '{') {
      level++
      if (level === ENTRY_LEVEL) isEntry = query.startsWith(ENTRY, index + 1)
    } else if (brace === '}') {
      const found = level === ENTRY_LEVEL && isEntry ? ORIGIN.exec(query.slice(lastEnd, index)) : null
      const [position, source, sourceColumn] = (found ?? []).slice(1).map(Number)
      if (position !== undefined && source !== undefined && source !== 0 && sourceColumn !== undefined)
        columns.push({ position, source, sourceColumn })
      level--
      lastEnd = index
    }
  }
  return columns
}
