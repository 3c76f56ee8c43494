/** The user whom a sign-in by a provider opens, found, joined or made, as statements that run with what follows. */
import { providerAccount, type ProviderProfile } from '@basedeck/core/rules'
import type { AuthProvider } from '@basedeck/platform-client/contract'
import { auditStatement } from '../audit-entry.js'
import type { AuthCall, Statements } from '../auth-call.js'
import { AuthError } from '../auth-error.js'
import { askAboutNewUser } from '../hooks/new-user-hook.js'
import { requireAdmitted } from '../issued-session.js'
import { readBeforeMail, sendLink } from '../mailed-link.js'
import { mergedMetadata, metadataStatement } from '../metadata.js'
import { newUserId, newUserStatements } from '../new-user.js'
import { oneTimeToken } from '../one-time-token.js'
import { BY_EMAIL, userIn, userStatement, type AuthUser } from '../user-rows.js'
import { confirmedAddress, identityWithProvider, takenOver } from './identity-statements.js'

/** Who signs in, and what is written for that. */
export interface ProviderUser {
  userId: string
  statements: Statements
}

export interface ProvedProfile {
  provider: AuthProvider
  profile: ProviderProfile
  /** Where the link of a mail leads. */
  target: string
  /** The hash of an invitation's token, as it is kept. */
  invite?: string | undefined
}

/**
 * @throws AuthError provider_email_needs_verification, email_address_not_provided, signup_disabled, user_banned, what the hook
 * refuses
 */
export async function providerUser(call: AuthCall, proved: ProvedProfile): Promise<ProviderUser> {
  if (proved.invite !== undefined) return invitedUser(call, proved, proved.invite)
  const { settings, database, ip } = call
  const { provider, profile } = proved
  const [owners, addressOwners] = await database.transact([
    userStatement(OWNER, [provider, profile.id]),
    userStatement(BY_EMAIL, [profile.email ?? '']),
  ])
  const [owner, addressOwner] = [userIn(owners), userIn(addressOwners)]
  const account = providerAccount({
    address: profile.email === undefined ? undefined : { isVerified: profile.isEmailVerified },
    owner: owner && { isEmailConfirmed: owner.isEmailConfirmed, hasEmail: owner.email !== undefined },
    addressOwner,
    isEmailOptional: settings[`external_${provider}_email_optional`],
    isAutoconfirmed: settings.mailer_autoconfirm,
    refusesNew: settings.disable_signup,
  })
  const audit = (user: Pick<AuthUser, 'id' | 'email' | 'phone'>, isNew: boolean) =>
    auditStatement({ action: isNew ? 'user_signedup' : 'login', actor: user, ip, traits: { provider } })
  switch (account.type) {
    case 'refuse':
      throw new AuthError(account.reason === 'no-address' ? 'email_address_not_provided' : 'signup_disabled')
    case 'owner': {
      const user = admitted(owner)
      const confirms = account.confirms && user.email === profile.email
      if (account.confirms && !confirms) throw new AuthError('provider_email_needs_verification')
      return {
        userId: user.id,
        statements: [
          ...identityWithProvider(user.id, proved),
          ...metadataOf(user, profile),
          ...(confirms ? confirmedAddress(user.id) : []),
          audit(user, false),
        ],
      }
    }
    case 'join': {
      const user = admitted(addressOwner)
      return {
        userId: user.id,
        statements: [
          ...(account.takesOver ? takenOver(user.id, profile.data) : []),
          ...identityWithProvider(user.id, proved),
          ...(account.takesOver ? [] : metadataOf(user, profile)),
          audit(user, false),
        ],
      }
    }
    case 'create': {
      const made = await newProviderUser(call, proved, account.isConfirmed)
      return { userId: made.id, statements: [...made.statements, audit(made, true)] }
    }
    case 'confirm':
      await mailConfirmation(call, proved, account.who === 'owner' ? admitted(owner) : account.who)
      throw new AuthError('provider_email_needs_verification')
  }
}

/** The token was mailed to the address, so the provider need not have verified it. @throws AuthError invite_not_found, user_banned */
async function invitedUser(call: AuthCall, proved: ProvedProfile, invite: string): Promise<ProviderUser> {
  const { database, settings, ip } = call
  const { profile, provider } = proved
  const [rows] = await database.transact([userStatement(INVITED, [invite, String(settings.mailer_otp_exp)])])
  const user = userIn(rows)
  if (!user || user.email?.toLowerCase() !== profile.email) throw new AuthError('invite_not_found')
  requireAdmitted(user)
  return {
    userId: user.id,
    statements: [
      ...takenOver(user.id, profile.data),
      ...identityWithProvider(user.id, proved),
      auditStatement({ action: 'invite_accepted', actor: user, ip, traits: { provider } }),
    ],
  }
}

/** Parameters: hash of the token, seconds that it is valid. */
const INVITED = `u.confirmation_token = $1 and u.invited_at is not null and u.email_confirmed_at is null
  and u.deleted_at is null and exists (select 1 from auth.one_time_tokens t where t.user_id = u.id
    and t.token_type = 'confirmation_token' and extract(epoch from now() - (t.created_at at time zone 'utc')) <= $2::int)`

/** Parameters: provider, id there. */
const OWNER = `u.id = (select i.user_id from auth.identities i where i.provider = $1 and i.provider_id = $2)
  and u.deleted_at is null`

function admitted(user: AuthUser | undefined): AuthUser {
  if (!user) throw new AuthError('user_not_found')
  requireAdmitted(user)
  return user
}

async function newProviderUser(
  call: AuthCall,
  { provider, profile }: ProvedProfile,
  isEmailConfirmed: boolean,
) {
  const user = {
    id: newUserId(),
    email: profile.email,
    phone: undefined,
    isEmailConfirmed,
    userMetadata: profile.data,
    identity: { provider, providerId: profile.id, data: profile.data },
  }
  await askAboutNewUser(call, user)
  return { ...user, statements: newUserStatements(user) }
}

/** What the provider says of its user, over what the user had; nothing where that would be too much. */
function metadataOf(user: AuthUser, { data }: ProviderProfile): Statements {
  try {
    mergedMetadata(user.userMetadata, data)
  } catch {
    return []
  }
  return [metadataStatement('raw_user_meta_data', user.id, data)]
}

/** @param who whose mail it is; `nobody`: the address is another user's, who gets none */
async function mailConfirmation(call: AuthCall, proved: ProvedProfile, who: AuthUser | 'new' | 'nobody') {
  const { email } = who === 'new' || who === 'nobody' ? proved.profile : who
  if (email === undefined) return
  await readBeforeMail(call, email, [])
  const made = who === 'new' ? await newProviderUser(call, proved, false) : undefined
  const user = made ?? (who === 'new' || who === 'nobody' ? undefined : who)
  if (!user) return
  const token = oneTimeToken(call, 'confirmation', { userId: user.id, relatesTo: email })
  await call.database.transact([
    ...(made?.statements ?? []),
    ...token.statements,
    auditStatement({
      action: 'user_confirmation_requested',
      actor: user,
      ip: call.ip,
      traits: { provider: proved.provider },
    }),
  ])
  const data = user.userMetadata
  sendLink(call, {
    kind: 'confirmation',
    type: 'signup',
    to: email,
    token,
    email,
    data,
    target: proved.target,
  })
}
