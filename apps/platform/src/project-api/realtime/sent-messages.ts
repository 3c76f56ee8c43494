/** Broadcasts by HTTP: what a call sends, or the fields that are wrong. SERVICES §3.2. */
import { TOPIC_PREFIX } from './family-names.js'
import type { Broadcast } from './frames.js'

export interface SentMessage {
  /** With the prefix of topics. */
  topic: string
  isPrivate: boolean
  broadcast: Broadcast
}

/** By the place of a message, what is wrong with its fields. */
export type FieldErrors = Record<string, Record<string, string[]>>

export type ReadMessages =
  | { type: 'messages'; messages: SentMessage[] }
  | { type: 'refused'; errors: FieldErrors | { messages: string[] } }

const BLANK = "can't be blank"

/** @param body parsed JSON */
export function messagesIn(body: unknown): ReadMessages {
  const given = (body as { messages?: unknown } | null)?.messages
  if (!Array.isArray(given)) return { type: 'refused', errors: { messages: [BLANK] } }
  const errors: FieldErrors = {}
  const messages = given.flatMap((message: unknown, at) => {
    const { topic, event, payload, private: isPrivate = false } = (message ?? {}) as Record<string, unknown>
    const wrong: Record<string, string[]> = {}
    if (typeof topic !== 'string' || topic === '') wrong['topic'] = [BLANK]
    if (typeof event !== 'string' || event === '') wrong['event'] = [BLANK]
    if (typeof payload !== 'object' || payload === null) wrong['payload'] = [BLANK]
    if (typeof isPrivate !== 'boolean') wrong['private'] = ['is invalid']
    if (Object.keys(wrong).length > 0) {
      errors[String(at)] = wrong
      return []
    }
    const text = JSON.stringify(payload)
    return [sentMessage(String(topic), String(event), isPrivate === true, { type: 'json', text })]
  })
  return Object.keys(errors).length > 0 ? { type: 'refused', errors } : { type: 'messages', messages }
}

/** @param topic as its sender writes it, without the prefix */
export function sentMessage(
  topic: string,
  event: string,
  isPrivate: boolean,
  payload: Broadcast['payload'],
): SentMessage {
  return { topic: TOPIC_PREFIX + topic, isPrivate, broadcast: { event, payload } }
}
