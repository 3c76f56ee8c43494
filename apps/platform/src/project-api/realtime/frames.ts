/**
 * Messages of the channel protocol in both serialisations: objects (1.0.0), and arrays with binary frames for broadcasts (2.0.0).
 * SERVICES §3.1. Texts in binary frames are UTF-8, each with its length in one byte.
 */
import { EVENTS } from './family-names.js'

export type Serialisation = '1.0.0' | '2.0.0'

/** What a client sent. */
export interface Frame {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

/** A broadcast, whose payload stays as it was written. */
export interface Broadcast {
  event: string
  payload: { type: 'json'; text: string } | { type: 'binary'; bytes: Uint8Array }
  /** Of a message that the database stored. */
  meta?: { id: string; replayed?: boolean } | undefined
}

/** A broadcast that came from a client. */
export interface BroadcastFrame extends Omit<Frame, 'payload'> {
  broadcast: Broadcast
}

export type ReadFrame = Frame | BroadcastFrame

const PUSH = 3
const SENT = 4
const BINARY = 0
const JSON_TEXT = 1
const PUSH_HEADER = 7
/** Lengths have one byte. */
const MOST_LENGTH = 255

/** Undefined: it is malformed, and is dropped. */
export function readFrame(data: string | Uint8Array, serialisation: Serialisation): ReadFrame | undefined {
  if (typeof data !== 'string') return serialisation === '2.0.0' ? readBinary(data) : undefined
  const parsed = parse(data)
  const frame = serialisation === '2.0.0' ? frameOfArray(parsed) : frameOfObject(parsed)
  if (frame?.event !== EVENTS.broadcast) return frame
  const { payload, ...rest } = frame
  const { event, payload: given = null } = (payload ?? {}) as { event?: unknown; payload?: unknown }
  if (typeof event !== 'string') return undefined
  return { ...rest, broadcast: { event, payload: { type: 'json', text: JSON.stringify(given) } } }
}

export function writeFrame(frame: Frame, serialisation: Serialisation): string {
  const { joinRef, ref, topic, event, payload } = frame
  return serialisation === '2.0.0'
    ? JSON.stringify([joinRef, ref, topic, event, payload])
    : JSON.stringify({ topic, event, payload, ref, join_ref: joinRef })
}

/** @param payload text of JSON, which is sent as it is */
export function writeTextFrame(
  { joinRef, ref, topic, event }: Omit<Frame, 'payload'>,
  payload: string,
  serialisation: Serialisation,
): string {
  const [own, other, name, kind] = [joinRef, ref, topic, event].map((part) => JSON.stringify(part))
  return serialisation === '2.0.0'
    ? `[${own},${other},${name},${kind},${payload}]`
    : `{"topic":${name},"event":${kind},"payload":${payload},"ref":${other},"join_ref":${own}}`
}

/** Undefined: this serialisation can't carry it. */
export function writeBroadcast(
  topic: string,
  { event, payload, meta }: Broadcast,
  serialisation: Serialisation,
): string | Buffer | undefined {
  if (serialisation === '2.0.0') {
    const texts = [topic, event, meta ? JSON.stringify(meta) : ''].map((text) => Buffer.from(text))
    if (texts.every(({ length }) => length <= MOST_LENGTH)) {
      const encoding = payload.type === 'json' ? JSON_TEXT : BINARY
      const header = Buffer.from([SENT, ...texts.map(({ length }) => length), encoding])
      const bytes = payload.type === 'json' ? Buffer.from(payload.text) : payload.bytes
      return Buffer.concat([header, ...texts, bytes])
    }
  }
  if (payload.type === 'binary') return undefined
  const inside = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload.text}${
    meta ? `,"meta":${JSON.stringify(meta)}` : ''
  }}`
  const name = JSON.stringify(topic)
  return serialisation === '2.0.0'
    ? `[null,null,${name},"broadcast",${inside}]`
    : `{"topic":${name},"event":"broadcast","payload":${inside},"ref":null,"join_ref":null}`
}

function readBinary(data: Uint8Array): BroadcastFrame | undefined {
  const [kind, ...lengths] = data.subarray(0, PUSH_HEADER - 1)
  const encoding = data[PUSH_HEADER - 1]
  if (kind !== PUSH || lengths.length < PUSH_HEADER - 2 || encoding === undefined || encoding > JSON_TEXT)
    return undefined
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  let at = PUSH_HEADER
  const [joinRef = '', ref = '', topic = '', event = ''] = lengths.map((length) => {
    const text = bytes.toString('utf8', at, at + length)
    at += length
    return text
  })
  if (at > bytes.length) return undefined
  const rest = { joinRef: joinRef || null, ref: ref || null, topic, event: EVENTS.broadcast }
  const given = bytes.subarray(at)
  if (encoding === BINARY) return { ...rest, broadcast: { event, payload: { type: 'binary', bytes: given } } }
  const text = given.toString()
  if (parse(text) === undefined) return undefined
  return { ...rest, broadcast: { event, payload: { type: 'json', text } } }
}

function frameOfArray(parsed: unknown): Frame | undefined {
  if (!Array.isArray(parsed) || parsed.length !== 5) return undefined
  const [join_ref, ref, topic, event, payload] = parsed as unknown[]
  return frameOfObject({ join_ref, ref, topic, event, payload })
}

function frameOfObject(parsed: unknown): Frame | undefined {
  if (typeof parsed !== 'object' || parsed === null) return undefined
  const { topic, event, payload, ref, join_ref } = parsed as Record<string, unknown>
  if (typeof topic !== 'string' || typeof event !== 'string') return undefined
  return { joinRef: refOf(join_ref), ref: refOf(ref), topic, event, payload }
}

function refOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

/** No JSON is undefined. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
