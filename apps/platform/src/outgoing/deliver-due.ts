/** Sends the messages that are due, and decides when one is tried again. */
import type { ControlDatabase } from '../control/control-database.js'
import {
  claimDeliveries,
  endAttempt,
  type AttemptOutcome,
  type ClaimedDelivery,
} from '../control/deliveries.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { OutgoingError } from './outgoing-error.js'
import type { Outgoing } from './outgoing.js'
import { webhookHeaders } from './webhook-signature.js'

/** What is sealed in a delivery: a webhook, a mail, or what happened in a table. */
export type DeliveryRequest = WebhookRequest | { mail: MailRequest } | { tableEvent: TableEvent }

export interface WebhookRequest {
  url: string
  headers: Record<string, string>
  body: string
  /** `whsec_…`; none: it is not signed. */
  secrets: string[]
}

/** What happened to a row. Its webhook says at each attempt where it goes. */
export interface TableEvent {
  ref: string
  webhookId: string
  body: string
}

/** What came of an attempt. `isFinal`: trying again would change nothing. */
export type EventOutcome = Partial<AttemptOutcome> & { isFinal?: boolean }

/** A mail of a project, and by whose server it goes. */
export interface MailRequest {
  ref: string
  way: 'project' | 'platform'
  to: string
  subject: string
  html: string
  text: string
}

/** What came of an attempt. `isFinal`: the server refused for good, so that trying again would change nothing. */
export type MailOutcome = { ok: true } | { ok: false; reason: string; isFinal: boolean }

export interface DeliverDeps {
  control: ControlDatabase
  box: Pick<SecretBox, 'open'>
  outgoing: Pick<Outgoing, 'call'>
  /** Default: mails fail. */
  sendMail?(mail: MailRequest): Promise<MailOutcome>
  /** Default: messages of tables fail. @param id of the message */
  sendEvent?(event: TableEvent, id: string): Promise<EventOutcome>
  /** Learns of each attempt. Default: nobody. */
  onTried?(tried: TriedDelivery): void
  now(): Date
}

/** One attempt of a delivery. */
export interface TriedDelivery {
  id: string
  /** Ref; null: it is of the installation. */
  project: string | null
  /** Counts from 1. */
  attempt: number
  state: 'delivered' | 'failed' | 'waiting'
  outcome: Omit<AttemptOutcome, 'answer'>
}

const AT_ONCE = 16
/** Longer than one call may take. */
const CLAIM_SECONDS = 60
/** How much of an answer is kept. */
export const ANSWER_BYTES = 2048
/** RFC 5321 §4.2.3: “250 Requested mail action okay, completed”. */
const SMTP_DONE = 250
const ATTEMPTS_MAX = 10
const FIRST_SECONDS = 10
const LONGEST_SECONDS = 12 * 60 * 60

export function deliveryPurpose(id: string): string {
  return `delivery ${id}`
}

/** Seconds until the next attempt; null after the last one. About a day in all. */
export function secondsUntilNext(attempts: number): number | null {
  return attempts >= ATTEMPTS_MAX ? null : Math.min(FIRST_SECONDS * 3 ** (attempts - 1), LONGEST_SECONDS)
}

/** @returns how many were tried */
export async function deliverDue(deps: DeliverDeps): Promise<number> {
  const claimed = await claimDeliveries(deps.control, { most: AT_ONCE, seconds: CLAIM_SECONDS })
  await Promise.all(claimed.map((delivery) => deliver(deps, delivery)))
  return claimed.length
}

async function deliver(deps: DeliverDeps, delivery: ClaimedDelivery): Promise<void> {
  const begun = deps.now().getTime()
  const { isFinal, ...tried } = await attempt(deps, delivery)
  const outcome: AttemptOutcome = { tookMs: 0, ...tried }
  outcome.tookMs = deps.now().getTime() - begun
  const { status = 0 } = outcome
  const isDelivered = status >= 200 && status < 300
  // “410 Gone” means that the receiver wants no more.
  const again = isDelivered || isFinal || status === 410 ? null : secondsUntilNext(delivery.attempts)
  const state = isDelivered ? 'delivered' : again === null ? 'failed' : 'waiting'
  await deps.control.append(endAttempt(delivery, outcome, state, again))
  const { answer: _answer, ...told } = outcome
  deps.onTried?.({
    id: delivery.id,
    project: delivery.project,
    attempt: delivery.attempts,
    state,
    outcome: told,
  })
}

async function attempt(
  { box, outgoing, sendMail, sendEvent, now }: DeliverDeps,
  { id, request }: ClaimedDelivery,
): Promise<Partial<AttemptOutcome> & { isFinal?: boolean }> {
  try {
    const asked = JSON.parse(box.open(request, deliveryPurpose(id))) as DeliveryRequest
    if ('mail' in asked) {
      const sent = await sendMail?.(asked.mail)
      if (!sent) return { reason: 'unsendable' }
      return sent.ok ? { status: SMTP_DONE } : { reason: sent.reason, isFinal: sent.isFinal }
    }
    if ('tableEvent' in asked) return (await sendEvent?.(asked.tableEvent, id)) ?? { reason: 'unsendable' }
    const { url, headers, body, secrets } = asked
    const signed =
      secrets.length === 0 ? { 'webhook-id': id } : webhookHeaders({ id, at: now(), body }, secrets)
    const limits = { redirects: 0, larger: 'cut', answerBytes: ANSWER_BYTES } as const
    const answer = await outgoing.call({
      url,
      method: 'POST',
      headers: { ...headers, ...signed },
      body,
      limits,
    })
    return {
      status: answer.status,
      answer: withoutSent(String(answer.body), [...secrets, ...Object.values(headers)]),
    }
  } catch (error) {
    return { reason: error instanceof OutgoingError ? error.reason : 'unsendable' }
  }
}

const SHORTEST_SECRET = 6

/** An answer may repeat what it was sent. */
export function withoutSent(answer: string, sent: readonly string[]): string {
  const hidden = sent.filter((one) => one.length >= SHORTEST_SECRET)
  return hidden.reduce((all, one) => all.replaceAll(one, '•••'), answer).replaceAll('\0', '')
}
