/** Which statements on the files of a project change what a list of them shows. */
import type { BatchStatement } from '../engines/engine.js'

/** Of every statement of this folder that changes what a list shows; the time of the last download is no such change. */
const CHANGES = /\b(?:insert into|update|delete from) storage\.(?:buckets|objects)\b(?! set last_accessed_at)/

export function changesLists(statements: readonly BatchStatement[]): boolean {
  return statements.some(({ query }) => CHANGES.test(query))
}
