/**
 * Where the remedy of a finding opens: the form of a new index, the question before an index is deleted or rebuilt, the form of a
 * function or a sequence, or a page. Findings without one have SQL alone.
 * @rule advisors.finding-remedy  @spec §2
 */
import type { Lint } from '@basedeck/platform-client'

/** Where a remedy opens. Names are without quotes. */
export type FindingRemedy =
  | { type: 'new-index'; schema: string; table: string; columns: string[] }
  | {
      type: 'object'
      does: 'edit' | 'remove' | 'rebuild'
      kind: 'index' | 'function' | 'sequence'
      schema: string
      name: string
    }
  | { type: 'page'; page: 'activity' | 'replication' | 'extensions' | 'policies' }

const PAGES: Readonly<Record<string, Extract<FindingRemedy, { type: 'page' }>['page']>> = {
  long_transaction: 'activity',
  connections_near_limit: 'activity',
  inactive_replication_slot: 'replication',
  extension_in_public: 'extensions',
  rls_enabled_no_policy: 'policies',
  rls_disabled_in_public: 'policies',
  policy_exists_rls_disabled: 'policies',
  rls_policy_always_true: 'policies',
  auth_rls_initplan: 'policies',
  multiple_permissive_policies: 'policies',
  rls_references_user_metadata: 'policies',
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  'function_search_path_mutable',
  'security_definer_function_callable',
  'secret_in_function',
])

/** Null: it has none but its SQL. */
export function findingRemedy({ name, metadata, remediation_sql: sql = '' }: Lint): FindingRemedy | null {
  const { schema = '', name: object = '' } = metadata ?? {}
  const page = PAGES[name]
  if (page) return { type: 'page', page }
  if (FUNCTIONS.has(name)) return { type: 'object', does: 'edit', kind: 'function', schema, name: object }
  if (name === 'sequence_near_end')
    return { type: 'object', does: 'edit', kind: 'sequence', schema, name: object }
  if (name === 'unused_index') return { type: 'object', does: 'remove', kind: 'index', schema, name: object }
  if (name === 'invalid_index')
    return { type: 'object', does: 'rebuild', kind: 'index', schema, name: object }
  if (name === 'duplicate_index') {
    const [, dropped] = namesIn(/^drop index (.+);$/m.exec(sql)?.[1] ?? '', '.')
    return dropped === undefined
      ? null
      : { type: 'object', does: 'remove', kind: 'index', schema, name: dropped }
  }
  if (name === 'unindexed_foreign_keys') {
    const columns = namesIn(/\((.+)\);$/.exec(sql)?.[1] ?? '', ',')
    return columns.length === 0 ? null : { type: 'new-index', schema, table: object, columns }
  }
  return null
}

/** `a, "B c"` as a and B c. Empty where something else stands between the names. */
function namesIn(text: string, separator: string): string[] {
  const name = /\s*(?:"((?:[^"]|"")+)"|([^\s".,()]+))\s*/y
  const found: string[] = []
  let at = 0
  while (at < text.length) {
    name.lastIndex = at
    const match = name.exec(text)
    if (!match) return []
    found.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    at = name.lastIndex
    if (at < text.length && text[at] !== separator) return []
    at += 1
  }
  return found
}
