/** The cases of `basedeck policies --check`: what a file of them says, in YAML or JSON. */
import { REST_ROLES, type ImpersonatedRole } from '@basedeck/platform-client/contract'
import { ROW_OPERATIONS } from '@basedeck/core/rules'
import * as v from 'valibot'
import { parse } from 'yaml'
import { policiesText as text } from '../text/policies.js'

const claims = v.record(v.string(), v.unknown())

const actor = v.union([
  v.picklist(REST_ROLES),
  v.strictObject({ user: v.pipe(v.string(), v.uuid()), claims: v.optional(claims, {}) }),
  v.strictObject({ role: v.picklist(REST_ROLES), claims: v.optional(claims, {}) }),
  v.strictObject({ database: v.pipe(v.string(), v.nonEmpty()) }),
])

const expectation = v.pipe(
  v.strictObject({
    /** Rows that are read, added, changed or deleted. */
    rows: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    /** An error of PostgreSQL; a text: its message contains it. */
    refused: v.optional(v.union([v.boolean(), v.string()])),
  }),
  v.check(({ rows, refused }) => rows !== undefined || refused !== undefined, text.noExpectation),
)

const shared = { name: v.pipe(v.string(), v.nonEmpty()), as: actor, expect: expectation }

const policyCase = v.union([
  v.strictObject({ ...shared, statement: v.pipe(v.string(), v.nonEmpty()) }),
  v.strictObject({
    ...shared,
    table: v.pipe(v.string(), v.regex(/^[^.]+(\.[^.]+)?$/, text.badTable)),
    operation: v.picklist(ROW_OPERATIONS),
    where: v.optional(v.string(), ''),
    values: v.optional(claims),
    returning: v.optional(v.boolean(), false),
  }),
])

/** One case: who does what, and what is expected. */
export type PolicyCase = v.InferOutput<typeof policyCase>

/** The content of a file. */
export const policyCases = v.strictObject({
  cases: v.pipe(v.array(policyCase), v.minLength(1), v.maxLength(1000)),
})

/** The cases of a file, or why it holds none. */
export function policyCasesIn(source: string): { cases: PolicyCase[] } | { problem: string } {
  let value: unknown
  try {
    value = parse(source)
  } catch (error) {
    return { problem: (error as Error).message.split('\n')[0] ?? '' }
  }
  const result = v.safeParse(policyCases, value)
  if (result.success) return result.output
  const [issue] = result.issues
  return { problem: text.problemAt(v.getDotPath(issue) ?? '', issue.message) }
}

/** The role of a case. */
export function roleOf({ as }: Pick<PolicyCase, 'as'>): ImpersonatedRole {
  if (typeof as === 'string') return { type: 'rest', role: as, claims: { role: as } }
  if ('database' in as) return { type: 'database', name: as.database }
  if ('user' in as) {
    const role = 'authenticated'
    const usual = { sub: as.user, role, aud: role, aal: 'aal1', is_anonymous: false }
    return { type: 'rest', role, claims: { ...usual, ...as.claims } }
  }
  return { type: 'rest', role: as.role, claims: { role: as.role, ...as.claims } }
}
