/** pgsql-ast-parser, loaded at the first use: a friendly tree of small, plain pieces of SQL; never asked for a verdict. */

export function loadParser(): Promise<typeof import('pgsql-ast-parser')> {
  return import('pgsql-ast-parser')
}
