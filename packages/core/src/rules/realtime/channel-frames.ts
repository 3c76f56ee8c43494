/**
 * What is said and heard on a channel of realtime: texts of the protocol 1.0.0 of the family's clients, which is an object
 * with topic, event, payload and the number of the message that is answered.
 * @rule realtime.frames  @source SERVICES §3.1
 */

/** What one wants to hear of a channel. */
export interface ChannelWishes {
  /** Without the protocol's prefix. */
  channel: string
  isPrivate: boolean
  hearsPresence: boolean
  /** Changes of rows; null: none. */
  changes: ChangeWishes | null
}

/** Which changes of rows one wants to hear. `*` stands for all; an empty filter for none. */
export interface ChangeWishes {
  event: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  schema: string
  table: string
  /** `column=operator.value`, as in the data API. */
  filter: string
}

/** Kinds of messages that a channel brings. */
export const CHANNEL_KINDS = ['changes', 'broadcast', 'presence', 'system'] as const
export type ChannelKind = (typeof CHANNEL_KINDS)[number]

/** A message of a channel. */
export interface ChannelMessage {
  kind: ChannelKind
  /** Of a change: INSERT, UPDATE or DELETE. Of a broadcast: the name that its sender chose. */
  event: string
  payload: unknown
  /** The service refused something, and says why. */
  isRefusal: boolean
}

/** What arrived, as far as it concerns the channel. */
export type HeardFrame =
  /** The answer to the message with the number `ref`. */
  | { type: 'reply'; ref: string; isOk: boolean; reason: string }
  | { type: 'message'; message: ChannelMessage }
  /** The service has ended the channel. */
  | { type: 'closed' }

const PREFIX = 'realtime:'
const CONTROL_TOPIC = 'phoenix'

/** The text that joins a channel. Its number is that of the join for all later messages. */
export function joinFrame(wishes: ChannelWishes, { ref, token }: { ref: string; token: string }): string {
  const { channel, isPrivate, hearsPresence, changes } = wishes
  const config = {
    broadcast: { ack: false, self: true },
    presence: { enabled: hearsPresence },
    private: isPrivate,
    postgres_changes: changes === null ? [] : [changesConfig(changes)],
  }
  return frame(channel, 'phx_join', { config, access_token: token }, { ref, joinRef: ref })
}

function changesConfig({ event, schema, table, filter }: ChangeWishes) {
  const narrowed = filter.trim()
  return { event, schema, table, ...(narrowed === '' ? {} : { filter: narrowed }) }
}

/** The text that sends a broadcast. */
export function broadcastFrame(
  channel: string,
  { event, payload }: { event: string; payload: unknown },
  refs: FrameRefs,
): string {
  return frame(channel, 'broadcast', { type: 'broadcast', event, payload }, refs)
}

/** The text that leaves a channel. */
export function leaveFrame(channel: string, refs: FrameRefs): string {
  return frame(channel, 'phx_leave', {}, refs)
}

/** The text that gives a channel a newer token. */
export function tokenFrame(channel: string, token: string, refs: FrameRefs): string {
  return frame(channel, 'access_token', { access_token: token }, refs)
}

/** The text that keeps a connection open. */
export function heartbeatFrame(ref: string): string {
  return JSON.stringify({ topic: CONTROL_TOPIC, event: 'heartbeat', payload: {}, ref })
}

/** Numbers of a message: its own, and that of the join to which it belongs. */
export interface FrameRefs {
  ref: string
  joinRef: string
}

function frame(channel: string, event: string, payload: unknown, { ref, joinRef }: FrameRefs): string {
  return JSON.stringify({ topic: PREFIX + channel, event, payload, ref, join_ref: joinRef })
}

/** Reads a text of the service; null: it is of another channel, or nothing that this protocol has. */
export function readFrame(text: string, channel: string): HeardFrame | null {
  const heard = objectIn(text)
  if (heard === null) return null
  const { topic, event, payload, ref } = heard
  if (topic !== PREFIX + channel) return null
  const body = isRecord(payload) ? payload : {}
  switch (event) {
    case 'phx_reply':
      return readReply(String(ref ?? ''), body)
    case 'phx_close':
    case 'phx_error':
      return { type: 'closed' }
    case 'postgres_changes':
      return message('changes', changeEvent(body), body['data'] ?? body)
    case 'broadcast':
      return message('broadcast', textOf(body['event']), body['payload'] ?? null)
    case 'presence_state':
    case 'presence_diff':
      return message('presence', event === 'presence_state' ? 'state' : 'diff', body)
    case 'system':
      return message('system', textOf(body['extension']), body, body['status'] === 'error')
    default:
      return null
  }
}

function readReply(ref: string, { status, response }: Record<string, unknown>): HeardFrame {
  const reason = isRecord(response) ? textOf(response['reason']) : ''
  return { type: 'reply', ref, isOk: status === 'ok', reason }
}

function message(kind: ChannelKind, event: string, payload: unknown, isRefusal = false): HeardFrame {
  return { type: 'message', message: { kind, event, payload, isRefusal } }
}

function changeEvent({ data }: Record<string, unknown>): string {
  return isRecord(data) ? textOf(data['type']) : ''
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
