/** Sends one message of a webhook to where it goes now: a function of the project, or an address. */
import type { ControlDatabase } from '../control/control-database.js'
import { webhookRow } from '../control/webhooks.js'
import type { CallFunction } from '../functions/call-function.js'
import { ANSWER_BYTES, withoutSent, type EventOutcome, type TableEvent } from '../outgoing/deliver-due.js'
import { OutgoingError } from '../outgoing/outgoing-error.js'
import type { Outgoing } from '../outgoing/outgoing.js'
import { webhookHeaders } from '../outgoing/webhook-signature.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { openWebhook } from './sealed-webhook.js'

export interface SendEventDeps {
  control: ControlDatabase
  box: Pick<SecretBox, 'open'>
  outgoing: Pick<Outgoing, 'call'>
  callFunction: CallFunction
  now(): Date
}

export async function sendEvent(
  { control, box, outgoing, callFunction, now }: SendEventDeps,
  { ref, webhookId, body }: TableEvent,
  id: string,
): Promise<EventOutcome> {
  const webhook = await webhookRow(control, ref, webhookId)
  if (!webhook) return { reason: 'unsendable', isFinal: true }
  const { secret, headers: own } = openWebhook(box, webhook)
  const headers = {
    ...own,
    'content-type': 'application/json',
    ...webhookHeaders({ id, at: now(), body }, [secret]),
  }
  const { function_slug: slug, url, timeout_ms: timeoutMs } = webhook
  const hide = (answer: string) => withoutSent(answer, [secret, ...Object.values(own)])
  if (slug !== null) {
    const answer = await callFunction({ ref, slug, headers, body, timeoutMs, answerBytes: ANSWER_BYTES })
    return 'reason' in answer ? answer : { ...answer, answer: hide(answer.answer) }
  }
  try {
    const limits = {
      redirects: 0,
      larger: 'cut',
      answerBytes: ANSWER_BYTES,
      wholeMs: timeoutMs,
      firstByteMs: timeoutMs,
    } as const
    const answer = await outgoing.call({ url: url ?? '', method: 'POST', headers, body, limits })
    return { status: answer.status, answer: hide(String(answer.body)) }
  } catch (error) {
    return { reason: error instanceof OutgoingError ? error.reason : 'unsendable' }
  }
}
