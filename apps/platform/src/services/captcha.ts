/** Asks a CAPTCHA service whether a visitor solved its question. Both services speak the same protocol. */
import { authConfigOf, authSecretOf } from '../control/auth-settings.js'
import type { ControlDatabase } from '../control/control-database.js'
import { OutgoingError } from '../outgoing/outgoing-error.js'
import type { Outgoing } from '../outgoing/outgoing.js'
import type { SecretBox } from '../secrets/secret-box.js'

export interface CaptchaDeps {
  control: ControlDatabase
  box: Pick<SecretBox, 'open'>
  outgoing: Pick<Outgoing, 'call'>
}

/** Source: the documentation of each. */
const ADDRESSES = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
}
const WHOLE_MS = 5000
const ANSWER_BYTES = 20_000

/**
 * A service that can't be reached lets nobody pass: the protection would be off without anybody's knowing.
 * @param ip of the visitor; null: unknown
 */
export async function isCaptchaSolved(
  { control, box, outgoing }: CaptchaDeps,
  ref: string,
  { token, ip }: { token: string; ip: string | null },
): Promise<boolean> {
  const provider = (await authConfigOf(control, ref))?.security_captcha_provider
  const secret = await authSecretOf(control, box, ref, 'security_captcha_secret')
  if (!provider || !secret) return false
  const form = new URLSearchParams({ secret, response: token, ...(ip !== null && { remoteip: ip }) })
  try {
    const { status, body } = await outgoing.call({
      url: ADDRESSES[provider],
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      limits: { wholeMs: WHOLE_MS, answerBytes: ANSWER_BYTES, redirects: 0 },
    })
    return status === 200 && saysSolved(body.toString())
  } catch (error) {
    if (error instanceof OutgoingError) return false
    throw error
  }
}

function saysSolved(text: string): boolean {
  try {
    return (JSON.parse(text) as { success?: unknown } | null)?.success === true
  } catch {
    return false
  }
}
