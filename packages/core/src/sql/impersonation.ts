/**
 * The statements that make a transaction act as a role: they last until the end of the transaction. The text of the run is
 * sent after them unchanged, so that its results and error positions are correct.
 * @spec §6 (role impersonation)
 */
import type { AccessTokenHook, ImpersonatedRole, RestRole } from '@basedeck/platform-client/contract'
import { qualifiedName, quoteIdentifier, quoteLiteral } from './quoting.js'

/** The claims of a role of the project's API. */
export type RoleClaims = Pick<ImpersonatedRole & { type: 'rest' }, 'claims' | 'exact'>

/** The claims as JSON; claims given as text keep every digit. */
export function claimsJson({ claims, exact = {} }: RoleClaims): string {
  const members = Object.entries(claims).flatMap(([name, value]) => {
    const text = Object.hasOwn(exact, name) ? exact[name] : JSON.stringify(value)
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`]
  })
  return `{${members.join(',')}}`
}

/** The settings of a REST API request. */
const REQUEST = { method: 'POST', path: '/rest/v1/', headers: '{"accept":"application/json"}' }

/**
 * The statement that makes the rest of a transaction act as a role of the project's API.
 * @param claims the token's claims as JSON
 */
export function restRoleStatement(role: RestRole, claims: string): string {
  const settings = [
    ['request.jwt.claims', claims],
    ['request.method', REQUEST.method],
    ['request.path', REQUEST.path],
    ['request.headers', REQUEST.headers],
    // Last, because the settings before it need the owner's rights.
    ['role', role],
  ] as const
  const calls = settings.map(
    ([name, value]) => `pg_catalog.set_config(${quoteLiteral(name)}, ${quoteLiteral(value)}, true)`,
  )
  return `select ${calls.join(', ')}`
}

/** The statement that makes the rest of a transaction act as a role of the database. */
export function databaseRoleStatement(name: string): string {
  return `set local role ${quoteIdentifier(name)}`
}

/**
 * Asks the access-token hook, with the owner's rights. Its one row: the claims as JSON, whether it refuses, and why.
 */
export function hookStatement(hook: AccessTokenHook, { claims, exact }: RoleClaims): string {
  const subject = JSON.stringify(claims['sub'] ?? null)
  const event = `{"user_id":${subject},"claims":${claimsJson({ claims, exact })},"authentication_method":"password"}`
  return `select (answer -> 'claims')::text, (answer ? 'error')::text, answer #>> '{error,message}'
from (select ${qualifiedName(hook.schema, hook.name)}(${quoteLiteral(event)}::jsonb)::jsonb as answer offset 0) as hook`
}

/** The name of the role that a run uses, in the database's terms. */
export function roleName(role: ImpersonatedRole): string {
  return role.type === 'rest' ? role.role : role.name
}
