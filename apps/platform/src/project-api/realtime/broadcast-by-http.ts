/** Takes broadcasts that come by HTTP. SERVICES §3.2. */
import type { Context } from 'hono'
import type { StorageActor } from '../../objects/storage-actor.js'
import { DomainError } from '../../kernel/domain-error.js'
import type { AppEnv } from '../../routes/app-env.js'
import { ChannelRefused } from './channel-refused.js'
import { PUBLIC_RIGHTS } from './channel-rights.js'
import type { RealtimeCall } from './realtime-call.js'
import type { RealtimeProject } from './realtime-project.js'
import { messagesIn, sentMessage, type ReadMessages, type SentMessage } from './sent-messages.js'

const ACCEPTED = 202
const UNPROCESSABLE = 422
const BYTES_OF_KB = 1000

/** @throws DomainError */
export async function broadcastByHttp(
  c: Context<AppEnv>,
  call: RealtimeCall,
  project: RealtimeProject,
  actor: StorageActor,
): Promise<Response> {
  const { limits } = await project.settings()
  const read = await readMessages(c, call)
  if (read.type === 'refused') return c.json({ errors: read.errors }, UNPROCESSABLE)
  const most = limits.payload_kb * BYTES_OF_KB
  const isLarge = read.messages.some(({ broadcast: { payload } }) => sizeOf(payload) > most)
  if (isLarge) return c.json({ errors: { payload: ['Payload size exceeds tenant limit'] } }, UNPROCESSABLE)
  for (const message of read.messages) {
    if (!project.hub.messages.take(limits.messages_per_second))
      throw new DomainError('too_many_requests', undefined, { retryAfterSeconds: 1 })
    if (await mayWrite(project, message, actor))
      project.hub.knownTopic(message.topic, message.isPrivate)?.broadcast(message.broadcast)
  }
  return c.body(null, ACCEPTED)
}

async function readMessages(c: Context<AppEnv>, { topic, event }: RealtimeCall): Promise<ReadMessages> {
  if (topic === undefined || event === undefined) return messagesIn(await jsonOf(c))
  const isPrivate = c.req.query('private') === 'true'
  const type = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/octet-stream') {
    const bytes = new Uint8Array(await c.req.arrayBuffer())
    return { type: 'messages', messages: [sentMessage(topic, event, isPrivate, { type: 'binary', bytes })] }
  }
  if (type !== 'application/json') throw new DomainError('unsupported_media_type')
  const text = JSON.stringify(await jsonOf(c))
  return { type: 'messages', messages: [sentMessage(topic, event, isPrivate, { type: 'json', text })] }
}

async function jsonOf(c: Context<AppEnv>): Promise<unknown> {
  try {
    return JSON.parse(await c.req.text())
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new DomainError('invalid_body', undefined, { cause })
    throw cause
  }
}

/** The sender of a message that no policy allows is told nothing. */
async function mayWrite(
  project: RealtimeProject,
  message: SentMessage,
  actor: StorageActor,
): Promise<boolean> {
  if (!message.isPrivate) return PUBLIC_RIGHTS.writesBroadcasts
  try {
    return (await project.rights(message.topic, actor)).writesBroadcasts
  } catch (error) {
    if (error instanceof ChannelRefused) return false
    throw error
  }
}

function sizeOf(payload: SentMessage['broadcast']['payload']): number {
  return payload.type === 'json' ? Buffer.byteLength(payload.text) : payload.bytes.length
}
