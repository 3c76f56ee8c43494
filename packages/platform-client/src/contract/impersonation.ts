/** The role that a run acts as, instead of the database's owner. SPEC §3 "Role impersonation". */
import * as v from 'valibot'
import { isNestedAtMost } from './wire.js'

/** The roles of the REST API. */
export const REST_ROLES = ['anon', 'authenticated', 'service_role'] as const
/** A role of the project's own API. */
export type RestRole = (typeof REST_ROLES)[number]

/** PostgreSQL truncates longer names, and would then act as another role. */
const MAX_NAME_BYTES = 63
const name = v.pipe(
  v.string(),
  v.nonEmpty('Enter a name'),
  v.maxBytes(MAX_NAME_BYTES, `A name has at most ${MAX_NAME_BYTES} bytes`),
)

/** The schema and name of a function that may add claims to a token, as the project's own sign-in calls it. */
export const accessTokenHook = v.object({ schema: name, name })
/** A function `(event jsonb) returns jsonb` of the database that enriches the claims before they count. */
export type AccessTokenHook = v.InferOutput<typeof accessTokenHook>

/** Deeper ones no token holds; writing them down again would exhaust the stack. */
const MAX_CLAIM_DEPTH = 100
const TOO_DEEP = `Claims are nested at most ${MAX_CLAIM_DEPTH} deep`

function isFlatEnough(claims: unknown): boolean {
  return isNestedAtMost(claims, MAX_CLAIM_DEPTH)
}

/** They are parsed to be checked, which the bounds of the body around them do not limit. */
const EXACT_MAX_CHARACTERS = 64 * 1024

function lengthOf(texts: Readonly<Record<string, string>>): number {
  return Object.values(texts).reduce((sum, { length }) => sum + length, 0)
}

function isJson(text: string): boolean {
  try {
    return isFlatEnough(JSON.parse(text))
  } catch {
    return false
  }
}

/** The role of a run: a role of the project's API with its claims, or a role of the database by its name. */
export const impersonatedRole = v.variant('type', [
  v.object({
    type: v.literal('rest'),
    role: v.picklist(REST_ROLES),
    /** What `request.jwt.claims` holds; the server renews `exp` at each run. */
    claims: v.pipe(
      v.record(v.string(), v.unknown()),
      v.check((claims) => isFlatEnough(claims), TOO_DEEP),
    ),
    /** JSON of claims that JavaScript can't hold, as integers beyond 2^53; each takes the place of the claim of its name. */
    exact: v.optional(
      v.pipe(
        v.record(v.string(), v.string()),
        v.check((texts) => lengthOf(texts) <= EXACT_MAX_CHARACTERS, 'The exact claims are too long'),
        v.check((texts) => Object.values(texts).every(isJson), 'An exact claim must be JSON'),
      ),
    ),
    hook: v.optional(accessTokenHook),
  }),
  v.object({
    type: v.literal('database'),
    /** `none` would be no role at all: the run would act as the owner. */
    name: v.pipe(
      name,
      v.check((given) => given.toLowerCase() !== 'none', 'No role is called none'),
    ),
  }),
])
/** A role of the REST API with the claims of its token, or any role of the database. */
export type ImpersonatedRole = v.InferOutput<typeof impersonatedRole>
