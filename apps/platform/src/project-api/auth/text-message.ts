/** Codes by text message: how many may be sent, and by whom. The hook of the project sends them where it is on. */
import type { AuthCall, Statements } from './auth-call.js'
import { textIn } from './auth-call.js'
import type { AuthRow } from './auth-database.js'
import { AuthError } from './auth-error.js'
import { spacingStatement } from './call-limits.js'
import { callerLimit, countedRead } from './mailed-link.js'
import { testCodeOf } from './test-codes.js'
import { userAnswer, type AuthUser } from './user-rows.js'

const HOUR_S = 3600

export type MessageChannel = 'sms' | 'whatsapp'

/** @throws AuthError validation_failed */
export function channelIn(body: Record<string, unknown>): MessageChannel {
  const channel = textIn(body, 'channel') || 'sms'
  if (channel !== 'sms' && channel !== 'whatsapp')
    throw new AuthError('validation_failed', { message: 'channel must be sms or whatsapp' })
  return channel
}

/**
 * Counts, and reads what a flow begins with. Numbers with a code of the settings need no message.
 * @throws AuthError over_sms_send_rate_limit, over_request_rate_limit
 */
export async function readBeforeMessage(
  call: AuthCall,
  phone: string,
  reads: Statements,
): Promise<AuthRow[][]> {
  const { settings, texts } = call
  const caller = callerLimit(call, 'otp', settings.rate_limit_otp)
  if (testCodeOf(settings, phone) !== undefined) return countedRead(call, [caller], reads)
  const project = {
    subject: 'text messages',
    most: settings.rate_limit_sms_sent,
    periodS: HOUR_S,
    code: 'over_sms_send_rate_limit' as const,
  }
  const spacing = spacingStatement(texts, `text message ${phone}`, settings.sms_max_frequency_s)
  const [maySend = [], ...rows] = await countedRead(call, [caller, project], [spacing, ...reads])
  if (maySend.length === 0)
    throw new AuthError('over_sms_send_rate_limit', {
      message: `For security purposes, you can only request this after ${settings.sms_max_frequency_s} seconds.`,
    })
  return rows
}

export interface SentCode {
  /** Who gets it. */
  user: AuthUser
  phone: string
  code: string
  channel?: MessageChannel
  /** What it is for, as the hook is told. */
  purpose: 'signup' | 'phone_change' | 'mfa' | 'reauthentication'
}

/** Gives the id of the message, where the service tells one. @throws AuthError sms_send_failed, of the hook */
export async function sendCode(
  call: AuthCall,
  { user, phone, code, channel = 'sms', purpose }: SentCode,
): Promise<string | undefined> {
  const { settings, hooks } = call
  if (testCodeOf(settings, phone) !== undefined) return undefined
  const sms = { otp: code, sms_type: purpose, phone }
  if (settings.hook_send_sms_enabled) {
    await hooks.ask('send_sms', { user: userAnswer(user), sms })
    return undefined
  }
  const text = settings.sms_template.replaceAll(/\{\{\s*\.Code\s*\}\}/g, code)
  const outcome = await call.sendTextMessage({ to: phone, text, channel })
  if (outcome.type === 'sent') return outcome.id
  if (outcome.type === 'failed') call.onMessageFailed(outcome.reason)
  throw new AuthError('sms_send_failed')
}

/** Whether codes reach numbers that have none in the settings. */
export function sendsMessages({ settings }: Pick<AuthCall, 'settings'>): boolean {
  return settings.hook_send_sms_enabled || settings.sms_provider !== 'none'
}
