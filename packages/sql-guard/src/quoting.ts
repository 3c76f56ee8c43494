/** The one module that quotes names and values for generated SQL. Values travel as parameters wherever they can. It imports nothing. */

/** `a"b` → `"a""b"`. Always quoted, so that keywords and capital letters are safe. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** `schema.name`, both quoted. */
export function qualifiedName(schema: string, name: string): string {
  return `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`
}

/** A string literal that is independent of `standard_conforming_strings`. */
export function quoteLiteral(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`
  return quoted.includes('\\') ? `E${quoted.replaceAll('\\', '\\\\')}` : quoted
}
