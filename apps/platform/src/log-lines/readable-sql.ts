/** Which SQL over lines may run, decided from its syntax tree. DuckDB writes the tree of a SELECT as JSON. */

/** In FROM. Others read files, settings or the catalogue, or write. */
const TABLE_FUNCTIONS: ReadonlySet<string> = new Set([
  'range',
  'generate_series',
  'unnest',
  'json_each',
  'json_tree',
])
/** In expressions: they tell settings of the server, or write. */
const REFUSED_FUNCTIONS: ReadonlySet<string> = new Set([
  'current_setting',
  'getenv',
  'getvariable',
  'write_log',
])
const TABLE_FUNCTION = 'TABLE_FUNCTION'

/** The name of a function that may not be called; undefined: all may. @param tree of `json_serialize_sql` */
export function refusedFunction(tree: unknown): string | undefined {
  if (typeof tree !== 'object' || tree === null) return undefined
  if (Array.isArray(tree)) return firstOf(tree)
  const node = tree as Record<string, unknown>
  const called = nameOf(node)
  if (called !== undefined && REFUSED_FUNCTIONS.has(called)) return called
  if (node['type'] === TABLE_FUNCTION) {
    const read = nameOf(node['function'])
    if (read === undefined || !TABLE_FUNCTIONS.has(read)) return read ?? ''
  }
  return firstOf(Object.values(node))
}

function firstOf(nodes: readonly unknown[]): string | undefined {
  for (const node of nodes) {
    const found = refusedFunction(node)
    if (found !== undefined) return found
  }
  return undefined
}

function nameOf(node: unknown): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined
  const name = (node as Record<string, unknown>)['function_name']
  return typeof name === 'string' ? name.toLowerCase() : undefined
}
