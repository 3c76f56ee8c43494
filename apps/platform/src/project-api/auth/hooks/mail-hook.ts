/** Hands the mails of a call to the hook of the project, in the form of the family. It writes them in the place of ours. */
import type { AuthCall } from '../auth-call.js'
import type { AuthMail, AuthMailKind } from '../auth-mails.js'
import { userAnswer, userIn, userStatement } from '../user-rows.js'

const ACTIONS: Readonly<Record<AuthMailKind, string>> = {
  confirmation: 'signup',
  invite: 'invite',
  recovery: 'recovery',
  magic_link: 'magiclink',
  email_change: 'email_change',
  reauthentication: 'reauthentication',
  password_changed_notification: 'password_changed_notification',
  email_changed_notification: 'email_changed_notification',
  phone_changed_notification: 'phone_changed_notification',
  identity_linked_notification: 'identity_linked_notification',
  identity_unlinked_notification: 'identity_unlinked_notification',
  mfa_factor_enrolled_notification: 'mfa_factor_enrolled_notification',
  mfa_factor_unenrolled_notification: 'mfa_factor_unenrolled_notification',
}

/** @throws AuthError of the hook: the call is refused then */
export async function askMailHook(
  { hooks, database, settings }: Pick<AuthCall, 'hooks' | 'database' | 'settings'>,
  mails: readonly AuthMail[],
): Promise<void> {
  for (const group of grouped(mails)) {
    const [{ variables, kind }] = group
    const [rows] = await database.transact([userStatement(WHOSE, [variables.Email, variables.NewEmail])])
    const user = userIn(rows)
    if (!user) continue
    const asking = hooks.ask('send_email', {
      user: userAnswer(user),
      email_data: {
        ...codesOf(group),
        redirect_to: variables.RedirectTo,
        email_action_type: ACTIONS[kind],
        site_url: settings.site_url,
      },
    })
    // What a notification tells has happened already: its failure is in the log.
    await (kind.endsWith('_notification') ? asking.catch(() => {}) : asking)
  }
}

/** A user without an address has asked for one. */
const WHOSE = `u.deleted_at is null and (lower(u.email) = lower($1)
  or ($1 = '' and $2 <> '' and u.email is null and lower(u.email_change) = lower($2)))`

type Group = readonly [AuthMail, ...AuthMail[]]

/** A change of address has two mails, of which the hook is told at once. */
function grouped(mails: readonly AuthMail[]): Group[] {
  const [first, ...others] = mails.filter(({ kind }) => kind === 'email_change')
  const single = mails.filter(({ kind }) => kind !== 'email_change').map((mail): Group => [mail])
  return first ? [...single, [first, ...others]] : single
}

/**
 * Of a change that both mailboxes confirm: `token` and `token_hash_new` belong to the present address, `token_new` and
 * `token_hash` to the new one. Links that were written for the family are made so.
 */
function codesOf(group: Group) {
  const [{ kind, variables }] = group
  const ofPresent = group.find(({ to, variables: { Email } }) => kind === 'email_change' && to === Email)
  if (!ofPresent)
    return { token: variables.Token, token_hash: variables.TokenHash, token_new: '', token_hash_new: '' }
  const ofNew = group.find((mail) => mail !== ofPresent)
  return {
    token: ofPresent.variables.Token,
    token_hash_new: ofPresent.variables.TokenHash,
    token_new: ofNew?.variables.Token ?? '',
    token_hash: ofNew?.variables.TokenHash ?? '',
  }
}
