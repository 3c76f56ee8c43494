/** A new number of a user, confirmed by a code that is sent to it. */
import { auditStatement } from './audit-entry.js'
import type { AuthCall, Statements } from './auth-call.js'
import { AuthError } from './auth-error.js'
import { oneTimeToken } from './one-time-token.js'
import { changedPhoneStatements } from './phone-number.js'
import type { SignedIn } from './signed-in-user.js'
import { channelIn, readBeforeMessage, sendCode, sendsMessages } from './text-message.js'
import { testCodeOf } from './test-codes.js'
import { BY_PHONE, userIn, userStatement, type AuthUser } from './user-rows.js'

/** What is written, and the message that follows. A number that somebody has gets none, and the answer tells nothing. */
export async function changePhone(
  call: AuthCall,
  { user }: SignedIn,
  phone: string,
  body: Record<string, unknown>,
): Promise<{ statements: Statements; send(user: AuthUser): Promise<void> }> {
  const { settings, database, ip } = call
  if (!settings.external_phone_enabled) throw new AuthError('phone_provider_disabled')
  const audit = auditStatement({ action: 'user_modified', actor: user, ip })
  const reads = [userStatement(BY_PHONE, [phone])]
  if (settings.sms_autoconfirm) {
    if (userIn((await database.transact(reads)).at(-1))) throw new AuthError('phone_exists')
    return { statements: [...changedPhoneStatements(user.id, phone), audit], send: async () => {} }
  }
  if (!sendsMessages(call) && testCodeOf(settings, phone) === undefined)
    throw new AuthError('sms_send_failed')
  const channel = channelIn(body)
  const [rows] = await readBeforeMessage(call, phone, reads)
  const isTaken = userIn(rows) !== undefined
  const token = oneTimeToken(call, 'phone_change', { userId: user.id, relatesTo: phone })
  return {
    statements: [
      {
        query: 'update auth.users set phone_change = $2, updated_at = now() where id = $1',
        parameters: [user.id, phone],
        expectRows: 1,
      },
      ...token.statements,
      audit,
    ],
    async send(changed) {
      if (isTaken) return
      await sendCode(call, { user: changed, phone, code: token.code, channel, purpose: 'phone_change' })
    },
  }
}
