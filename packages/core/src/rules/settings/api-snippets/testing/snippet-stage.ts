/** Calls of each kind, and the code that shows them. */
import { apiTarget as target } from '../../../../testing/api-column.js'
import type { ApiCall } from '../api-call.js'
import { apiSnippets } from '../snippets.js'
import type { ApiTarget, ApiWay } from '../ways.js'

const where = { column: 'id', value: 1 }

export const CALLS: ApiCall[] = [
  { call: 'read', columns: null },
  { call: 'filter', columns: ['id', 'a b'], where },
  { call: 'insert', row: { total: 1, note: `it's "so"` } },
  { call: 'update', row: { open: true }, where },
  { call: 'delete', where },
  { call: 'upsert', row: { id: 1, tags: [] }, conflict: ['id'] },
  { call: 'function', arguments: { customer: 1 }, isStable: true },
  { call: 'function', arguments: {}, isStable: false },
]

export function codeOf(way: ApiWay, given: Partial<ApiTarget> = {}, calls = CALLS): string[] {
  return apiSnippets(way, { ...target, ...given }, calls).map((snippet) => snippet.code)
}
