/**
 * What is chosen in the dialog for a role that is in effect: another page shows the choice of the one before.
 * @rule impersonation.choice  @spec §6
 */
import type { ImpersonatedRole } from '@basedeck/platform-client/contract'

/** Whom one can act as. `user`: of the project's own sign-in; `external`: of another one; `database`: a role by its name. */
export const IMPERSONATION_KINDS = ['owner', 'anon', 'service_role', 'user', 'external', 'database'] as const
export type ImpersonationKind = (typeof IMPERSONATION_KINDS)[number]

/** The values of the dialog. */
export interface ImpersonationValues {
  kind: ImpersonationKind
  /** Id of the chosen user. */
  userId: string
  subject: string
  /** JSON of the claims that are added to those of an external user. */
  extra: string
  roleName: string
  /** `schema.function`; empty: none. */
  hook: string
}

/** The owner, and nothing filled in. */
export const NO_IMPERSONATION: ImpersonationValues = {
  kind: 'owner',
  userId: '',
  subject: '',
  extra: '',
  roleName: '',
  hook: '',
}

/** Claims that every token of an external user has; `undefined`: they differ from token to token. */
const EXTERNAL_CLAIMS: Readonly<Record<string, string | undefined>> = {
  aal: 'aal1',
  aud: 'authenticated',
  exp: undefined,
  iat: undefined,
  role: 'authenticated',
  session_id: undefined,
  sub: undefined,
}

export function impersonationChoice(role: ImpersonatedRole | null): ImpersonationValues {
  if (role === null) return NO_IMPERSONATION
  if (role.type === 'database') return { ...NO_IMPERSONATION, kind: 'database', roleName: role.name }
  if (role.role !== 'authenticated') return { ...NO_IMPERSONATION, kind: role.role }
  const { claims, hook } = role
  const chosen = { ...NO_IMPERSONATION, hook: hook ? `${hook.schema}.${hook.name}` : '' }
  const sub = typeof claims['sub'] === 'string' ? claims['sub'] : ''
  if ('is_anonymous' in claims) return { ...chosen, kind: 'user', userId: sub }
  const added = Object.entries(claims).filter(([name, value]) => {
    if (!Object.hasOwn(EXTERNAL_CLAIMS, name)) return true
    const usual = EXTERNAL_CLAIMS[name]
    return usual !== undefined && usual !== value
  })
  const extra = added.length > 0 ? JSON.stringify(Object.fromEntries(added)) : ''
  return { ...chosen, kind: 'external', subject: sub, extra }
}
