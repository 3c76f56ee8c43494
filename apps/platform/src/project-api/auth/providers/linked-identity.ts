/** Gives a signed-in user an account of a provider as one more way to sign in. */
import { auditStatement } from '../audit-entry.js'
import type { AuthCall, Statements } from '../auth-call.js'
import { AuthError } from '../auth-error.js'
import { requireAdmitted } from '../issued-session.js'
import { BY_EMAIL, BY_ID, userIn, userStatement } from '../user-rows.js'
import { identityWithProvider } from './identity-statements.js'
import type { ProvedProfile } from './provider-user.js'

/** @throws AuthError identity_already_exists, manual_linking_disabled, user_not_found, user_banned */
export async function linkStatements(
  call: AuthCall,
  userId: string,
  proved: Omit<ProvedProfile, 'target'>,
): Promise<Statements> {
  const { provider, profile } = proved
  if (!call.settings.security_manual_linking_enabled) throw new AuthError('manual_linking_disabled')
  const [users, addressOwners, [known] = []] = await call.database.transact([
    userStatement(BY_ID, [userId]),
    userStatement(BY_EMAIL, [profile.email ?? '']),
    {
      query: 'select user_id::text as owner from auth.identities where provider = $1 and provider_id = $2',
      parameters: [provider, profile.id],
    },
  ])
  const user = userIn(users)
  if (!user) throw new AuthError('user_not_found')
  requireAdmitted(user)
  if (known)
    throw new AuthError(
      'identity_already_exists',
      known['owner'] === userId ? { message: 'Identity is already linked' } : {},
    )
  // A user without an address gets that of the provider, if the provider has verified it and no other user has it.
  const getsAddress =
    user.email === undefined && profile.isEmailVerified && userIn(addressOwners) === undefined
  return [
    ...identityWithProvider(userId, proved),
    {
      query: `update auth.users set is_anonymous = false, updated_at = now(),
          email = case when $2::text is null then email else $2::text end,
          email_confirmed_at = case when $2::text is null then email_confirmed_at else now() end
        where id = $1`,
      parameters: [userId, getsAddress ? (profile.email ?? null) : null],
      expectRows: 1,
    },
    auditStatement({ action: 'identity_linked', actor: user, ip: call.ip, traits: { provider } }),
  ]
}
