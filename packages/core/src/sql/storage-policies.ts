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
  /** The only bucket whose objects its conditions can hold for; null: there may be others. */
  onlyBucket: string | null
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
    const conditions = [using, check].flatMap((each) => each || [])
    const definition = [...new Set(conditions)].join(' · ')
    return {
      name: name ?? '',
      command: command ?? '',
      roles: (roles ?? '').split(',').filter((role) => role !== ''),
      definition,
      buckets: bucketsIn(definition),
      onlyBucket: onlyBucketIn(conditions),
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

/** What PostgreSQL writes for a condition on one bucket. */
const ONE_BUCKET = /^bucket_id = (?:'((?:[^']|'')*)'::text|ANY \(ARRAY\['((?:[^']|'')*)'::text\]\))$/

/** The bucket that each of the conditions is bound to: by itself, or joined to others by AND. */
function onlyBucketIn(conditions: readonly string[]): string | null {
  const names = conditions.map((condition) => {
    const parts = joinedByAnd(withoutBrackets(condition)).map(withoutBrackets)
    const [, one, listed] = parts.map((part) => ONE_BUCKET.exec(part)).find((match) => match !== null) ?? []
    return (one ?? listed)?.replaceAll("''", "'")
  })
  const [first] = names
  return first !== undefined && names.every((name) => name === first) ? first : null
}

/** The characters outside of quotes, each with the number of brackets that are open around it. */
function* structureOf(sql: string): Generator<{ at: number; character: string; depth: number }, void> {
  let quote = ''
  let depth = 0
  for (let at = 0; at < sql.length; at++) {
    const character = sql.charAt(at)
    // A doubled quote ends a text and begins the next one.
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === "'" || character === '"') quote = character
    else {
      if (character === '(') depth += 1
      yield { at, character, depth }
      if (character === ')') depth -= 1
    }
  }
}

function withoutBrackets(sql: string): string {
  const trimmed = sql.trim()
  const end = [...structureOf(trimmed)].find(({ character, depth }) => character === ')' && depth === 1)?.at
  const isWhole = trimmed.startsWith('(') && end === trimmed.length - 1
  return isWhole ? withoutBrackets(trimmed.slice(1, -1)) : trimmed
}

/** The parts of a condition between its ANDs. PostgreSQL writes brackets around each AND and OR, so one level has one of them. */
function joinedByAnd(sql: string): string[] {
  const breaks = [...structureOf(sql)].flatMap(({ at, character, depth }) =>
    character === ' ' && depth === 0 && sql.startsWith(' AND ', at) ? [at] : [],
  )
  return [0, ...breaks].map((from, index) =>
    sql.slice(index === 0 ? 0 : from + ' AND '.length, breaks[index]),
  )
}

/** The policies that go when a bucket is deleted: a later bucket of its name would be open by them. */
export function policiesOfBucketAlone(policies: readonly StoragePolicy[], bucket: string): StoragePolicy[] {
  return policies.filter(({ onlyBucket }) => onlyBucket === bucket)
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
