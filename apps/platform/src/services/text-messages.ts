/** Sends a text message by the service that a project has set up. Source: the documentation of the service’s REST API. */
import { authConfigOf, authSecretOf } from '../control/auth-settings.js'
import type { ControlDatabase } from '../control/control-database.js'
import { OutgoingError } from '../outgoing/outgoing-error.js'
import type { Outgoing } from '../outgoing/outgoing.js'
import type { SecretBox } from '../secrets/secret-box.js'

export interface TextMessage {
  /** Digits, with the country's code. */
  to: string
  text: string
  channel: 'sms' | 'whatsapp'
}

export type SentMessage =
  /** `id`: of the service. */
  | { type: 'sent'; id: string | undefined }
  /** No service is set up. */
  | { type: 'none' }
  /** `reason`: a sentence that holds neither the number nor the text. */
  | { type: 'failed'; reason: string }

export interface TextMessageDeps {
  control: ControlDatabase
  box: Pick<SecretBox, 'open'>
  outgoing: Pick<Outgoing, 'call'>
}

const ADDRESS = 'https://api.twilio.com/2010-04-01/Accounts'
const WHOLE_MS = 10_000
const ANSWER_BYTES = 50_000

export async function sendTextMessage(
  { control, box, outgoing }: TextMessageDeps,
  ref: string,
  { to, text, channel }: TextMessage,
): Promise<SentMessage> {
  const config = await authConfigOf(control, ref)
  const token = await authSecretOf(control, box, ref, 'sms_twilio_auth_token')
  if (config?.sms_provider !== 'twilio' || token === undefined) return { type: 'none' }
  const { sms_twilio_account_sid: account, sms_twilio_message_service_sid: sender } = config
  const way = channel === 'whatsapp' ? 'whatsapp:' : ''
  const form = new URLSearchParams({ To: `${way}+${to}`, Body: text })
  if (/^MG/i.test(sender)) form.set('MessagingServiceSid', sender)
  else form.set('From', `${way}${/^\d/.test(sender) ? '+' : ''}${sender}`)
  try {
    const { status, body } = await outgoing.call({
      url: `${ADDRESS}/${account}/Messages.json`,
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: form.toString(),
      limits: { wholeMs: WHOLE_MS, answerBytes: ANSWER_BYTES, redirects: 0 },
    })
    const { sid, code } = membersOf(body.toString())
    if (status >= 200 && status < 300) return { type: 'sent', id: typeof sid === 'string' ? sid : undefined }
    return { type: 'failed', reason: `the service answered ${status}, error ${Number(code) || 'unknown'}` }
  } catch (error) {
    if (error instanceof OutgoingError) return { type: 'failed', reason: error.message }
    throw error
  }
}

function membersOf(text: string): { sid?: unknown; code?: unknown } {
  try {
    return (JSON.parse(text) as object | null) ?? {}
  } catch {
    return {}
  }
}
