/** pgsql-ast-parser, loaded at the first use: a friendly tree of small, plain pieces of SQL; never asked for a verdict. */
import type * as Parser from 'pgsql-ast-parser'

let loading: Promise<typeof Parser> | undefined

/** @throws when the parser can't be loaded; the next call tries again */
export function loadParser(): Promise<typeof Parser> {
  loading ??= import('pgsql-ast-parser').catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}
