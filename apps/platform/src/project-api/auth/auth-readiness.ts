/**
 * Whether the service may work in a project's database: the tables of schema `auth` are those that we made, and its role may be
 * taken. Two services never issue tokens for the users of one schema.
 */
import { AUTH_MARK } from '../../project-database/migrations/0009-auth-service.js'
import { AUTH_ROLE } from '../../project-database/migrations/auth/service-rights.js'
import { AuthError } from './auth-error.js'

export type AuthReadiness = 'ready' | 'of-others' | 'not-prepared'

/** Run as the owner of the database; gives one of the words. */
export const READINESS_SQL = `select case
    when pg_catalog.to_regclass('auth.schema_migrations') is null and pg_catalog.to_regclass('auth.identities') is null
      and not exists (select from basedeck.migrations where id = 9) then 'not-prepared'
    when coalesce(pg_catalog.obj_description(pg_catalog.to_regclass('auth.schema_migrations')::oid, 'pg_class'), '')
      <> '${AUTH_MARK}' then 'of-others'
    when coalesce(pg_catalog.pg_has_role(current_user, pg_catalog.to_regrole('${AUTH_ROLE}')::oid, 'member'), false) then 'ready'
    else 'not-prepared' end`

const REASONS: Readonly<Record<Exclude<AuthReadiness, 'ready'>, string>> = {
  'of-others':
    'Schema auth of this database belongs to another service, which signs its users in. Two services for the same users would end each other’s sessions, so this one stays off',
  'not-prepared':
    'This database is not prepared for sign-in. Prepare it once more, as a user who may create roles and grant them',
}

export interface KeptReadiness {
  /** @throws AuthError feature_disabled with the reason */
  require(ref: string): Promise<void>
  forget(ref: string): void
}

/** Milliseconds for which a reason is not asked for again. */
const REFUSED_MS = 3000

export function keepReadiness(readinessOf: (ref: string) => Promise<AuthReadiness>): KeptReadiness {
  const kept = new Map<string, { until: number; readiness: Promise<AuthReadiness> }>()
  return {
    async require(ref) {
      const known = kept.get(ref)
      const readiness = known && known.until > performance.now() ? known.readiness : readinessOf(ref)
      if (readiness !== known?.readiness) {
        const made = { until: Infinity, readiness }
        kept.set(ref, made)
        readiness.then(
          (is) => {
            if (is !== 'ready') made.until = performance.now() + REFUSED_MS
          },
          () => kept.delete(ref),
        )
      }
      const is = await readiness
      if (is !== 'ready') throw new AuthError('feature_disabled', { status: 503, message: REASONS[is] })
    },
    forget: (ref) => void kept.delete(ref),
  }
}
