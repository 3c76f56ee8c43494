/** Mails that tell a user what happened to the account, where the project turned them on. */
import type { AuthNotification } from '@basedeck/platform-client/contract'
import type { AuthCall } from './auth-call.js'
import type { AuthMailVariables } from './auth-mails.js'
import { countStatement } from './call-limits.js'
import { BY_ID, userIn, userStatement, type AuthUser } from './user-rows.js'

/** The most notifications that one user gets in an hour. Without a limit, repeated changes of factors would fill the mailbox. */
const MOST_AN_HOUR = 20
const HOUR_S = 3600

type About = Pick<AuthMailVariables, 'OldEmail' | 'Phone' | 'OldPhone' | 'Provider' | 'FactorType'>

/**
 * Called when the change is committed. Nothing is sent to a user without an address.
 * @param user as it is after the change
 * @param to default: the user's address; of a changed one the mail goes to the old one
 */
export async function notifyUser(
  call: AuthCall,
  name: AuthNotification,
  user: Pick<AuthUser, 'id' | 'email' | 'userMetadata'>,
  about: About = {},
  to: string | undefined = user.email,
): Promise<void> {
  const { settings, database, texts } = call
  if (!settings[`mailer_notifications_${name}_enabled`] || !to) return
  const subject = { subject: `notifications ${user.id}`, most: MOST_AN_HOUR, periodS: HOUR_S }
  const [[counted] = []] = await database.transact([countStatement(texts, subject)])
  if (Number(counted?.['calls'] ?? 0) > MOST_AN_HOUR) return
  call.mail({
    kind: `${name}_notification`,
    to,
    variables: {
      ConfirmationURL: '',
      Token: '',
      TokenHash: '',
      SiteURL: settings.site_url,
      RedirectTo: '',
      Data: user.userMetadata,
      Email: user.email ?? '',
      NewEmail: '',
      ...about,
    },
  })
}

/** Of a change of the address: to the old mailbox, which may be all that its owner still reads. */
export async function notifyOfEmail(call: AuthCall, before: AuthUser, after: AuthUser): Promise<void> {
  if (before.email === undefined || before.email === after.email) return
  await notifyUser(call, 'email_changed', after, { OldEmail: before.email }, before.email)
}

/** Of a change of the number. */
export async function notifyOfPhone(
  call: AuthCall,
  before: AuthUser,
  phone: string | undefined,
): Promise<void> {
  if (before.phone === undefined || phone === undefined || before.phone === phone) return
  await notifyUser(call, 'phone_changed', before, { Phone: phone, OldPhone: before.phone })
}

/** An account of a provider can sign in as the user from now on. */
export async function notifyOfLink(call: AuthCall, userId: string, provider: string): Promise<void> {
  if (!call.settings.mailer_notifications_identity_linked_enabled) return
  const [rows] = await call.database.transact([userStatement(BY_ID, [userId])])
  const user = userIn(rows)
  if (user) await notifyUser(call, 'identity_linked', user, { Provider: provider })
}
