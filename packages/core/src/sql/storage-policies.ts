/** Policies on the objects of buckets: what there is, and the statements that make and drop them. */
import type { PolicyPermission } from '@basedeck/storage-engine/rules'
import type { Statement } from './catalogue/statements.js'
import { quoteIdentifier, quoteLiteral } from './quoting.js'

/** A policy on `storage.objects` as PostgreSQL describes it. */
export interface StoragePolicy {
  name: string
  /** `SELECT`, `ALL` and so on. */
  command: string
  roles: readonly string[]
  /** Its conditions as SQL; empty: it has none. */
  definition: string
  /** The buckets that its conditions name; empty: it counts for all. */
  buckets: readonly string[]
}

/** A policy that is made: one statement for each permission. */
export interface NewPolicy {
  name: string
  bucket: string
  permissions: readonly PolicyPermission[]
  /** Empty: every role. */
  roles: readonly string[]
  /** SQL; empty: only the bucket counts. */
  condition: string
}

/** Every policy on the objects of buckets. */
export const STORAGE_POLICIES: Statement = {
  query: `select p.policyname::text, p.cmd, pg_catalog.array_to_string(p.roles, ','), p.qual, p.with_check
from pg_catalog.pg_policies p
where p.schemaname = 'storage' and p.tablename = 'objects'
order by p.policyname`,
  parameters: [],
}

/** The policies in the rows of `STORAGE_POLICIES`. */
export function storagePoliciesIn(rows: readonly (readonly (string | null)[])[]): StoragePolicy[] {
  return rows.map(([name, command, roles, using, check]) => {
    const definition = [using, check].filter((each, at, all) => each && all.indexOf(each) === at).join(' · ')
    return {
      name: name ?? '',
      command: command ?? '',
      roles: (roles ?? '').split(',').filter((role) => role !== ''),
      definition,
      buckets: bucketsIn(definition),
    }
  })
}

/** PostgreSQL writes the condition on the bucket in this form, and a longer list as an array. */
const BUCKET = /bucket_id\s*=\s*(?:'((?:[^']|'')*)'|ANY\s*\(+ARRAY\[([^\]]*)\])/gi

function bucketsIn(definition: string): string[] {
  const found = [...definition.matchAll(BUCKET)].flatMap(([, one, several]) =>
    one === undefined
      ? [...(several ?? '').matchAll(/'((?:[^']|'')*)'/g)].map(([, name]) => name ?? '')
      : [one],
  )
  return [...new Set(found.map((name) => name.replaceAll("''", "'")))]
}

const ALL: readonly PolicyPermission[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE']

/** A statement for each permission; all four are one policy. */
export function createPolicyStatements({ name, bucket, permissions, roles, condition }: NewPolicy): string[] {
  const isAll = ALL.every((permission) => permissions.includes(permission))
  const commands = isAll ? (['ALL'] as const) : ALL.filter((each) => permissions.includes(each))
  const own = condition.trim()
  const where = `bucket_id = ${quoteLiteral(bucket)}${own === '' ? '' : ` and (${own})`}`
  const to = roles.length === 0 ? 'public' : roles.map(quoteIdentifier).join(', ')
  return commands.map((command) => {
    const named = commands.length > 1 ? `${name} (${command.toLowerCase()})` : name
    return [
      `create policy ${quoteIdentifier(named)} on storage.objects`,
      `  for ${command.toLowerCase()} to ${to}`,
      ...(command === 'INSERT' ? [] : [`  using (${where})`]),
      ...(command === 'SELECT' || command === 'DELETE' ? [] : [`  with check (${where})`]),
    ].join('\n')
  })
}

/** The statement that drops a policy. */
export function dropPolicyStatement(name: string): string {
  return `drop policy ${quoteIdentifier(name)} on storage.objects`
}
