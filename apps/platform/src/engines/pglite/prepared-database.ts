/**
 * The PGlite databases that the build prepares: the control plane and a project, each with all its steps done. They hold
 * no password, no key and no secret, and each copy gets its own identity. A program that runs from its sources has none.
 */
import { fileURLToPath } from 'node:url'
import { pgliteTemplateName } from './embedded-postgres.js'
import type { PreparedKind } from './worker-protocol.js'

/** The build puts them beside the file that holds this function. */
export function preparedFile(kind: PreparedKind): string {
  return fileURLToPath(new URL(`./prepared/${preparedName(kind)}`, import.meta.url))
}

export function preparedName(kind: PreparedKind): string {
  return `${kind}-${pgliteTemplateName()}.gz`
}
