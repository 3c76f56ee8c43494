/** Calls a project's auth hook at its HTTPS address, signed as Standard Webhooks says. */
import { randomUUID } from 'node:crypto'
import type { AuthHook } from '@basedeck/platform-client/contract'
import { authConfigOf, authSecretOf } from '../control/auth-settings.js'
import type { ControlDatabase } from '../control/control-database.js'
import { OutgoingError, type OutgoingReason } from '../outgoing/outgoing-error.js'
import type { Outgoing } from '../outgoing/outgoing.js'
import { webhookHeaders } from '../outgoing/webhook-signature.js'
import type { SecretBox } from '../secrets/secret-box.js'

export type CalledHook =
  | { type: 'answer'; body: string }
  | { type: 'timeout' }
  /** `reason`: a sentence that holds nothing of the call. */
  | { type: 'failed'; reason: string }

export interface CallAuthHookDeps {
  control: ControlDatabase
  box: Pick<SecretBox, 'open'>
  outgoing: Pick<Outgoing, 'call'>
  now(): Date
}

const WHOLE_MS = 5000
const ANSWER_BYTES = 200_000
const TIMEOUTS: ReadonlySet<OutgoingReason> = new Set([
  'connect-timeout',
  'first-byte-timeout',
  'whole-timeout',
])

/** @param body the event, as JSON */
export async function callAuthHook(
  { control, box, outgoing, now }: CallAuthHookDeps,
  ref: string,
  { hook, body }: { hook: AuthHook; body: string },
): Promise<CalledHook> {
  const url = (await authConfigOf(control, ref))?.[`hook_${hook}_uri`] ?? ''
  const secrets = hookSecrets((await authSecretOf(control, box, ref, `hook_${hook}_secrets`)) ?? '')
  if (secrets.length === 0) return { type: 'failed', reason: 'it has no secret to sign calls with' }
  try {
    const { status, body: answer } = await outgoing.call({
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...webhookHeaders({ id: randomUUID(), at: now(), body }, secrets),
      },
      body,
      limits: { wholeMs: WHOLE_MS, answerBytes: ANSWER_BYTES, redirects: 0 },
    })
    return status >= 200 && status < 300
      ? { type: 'answer', body: answer.toString() }
      : { type: 'failed', reason: `its address answered ${status}` }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return TIMEOUTS.has(error.reason) ? { type: 'timeout' } : { type: 'failed', reason: error.message }
  }
}

/** The family writes `v1,whsec_…`, several divided by `|`. */
export function hookSecrets(text: string): string[] {
  return text
    .split('|')
    .map((one) => one.trim().replace(/^v1,/, ''))
    .filter((one) => one !== '')
}
