/** One connection of a client: it reads messages and keeps the channels that were joined. */
import type { StorageActor } from '../../objects/storage-actor.js'
import { isInspector } from '../../keys/inspector-token.js'
import { realtimeText } from '../../text/realtime.js'
import { openChannel, type Channel } from './channel.js'
import { ChannelRefused } from './channel-refused.js'
import { PUBLIC_RIGHTS } from './channel-rights.js'
import { EVENTS, HEARTBEAT_TOPIC, KEY_PREFIX, TOPIC_PREFIX } from './family-names.js'
import { readFrame, writeFrame, type Frame, type Serialisation } from './frames.js'
import { joinConfigOf } from './join-config.js'
import type { RealtimeProject } from './realtime-project.js'

/** The connection below. */
export interface Wire {
  /** Bytes that wait to be sent. */
  bufferedAmount: number
  send(data: string | Buffer): void
  terminate(): void
}

export interface SocketDeps {
  wire: Wire
  project: RealtimeProject
  serialisation: Serialisation
  log: { warn(fields: object, message: string): void }
  nowMs?(): number
}

export interface Socket {
  take(data: string | Uint8Array): void
  /** Whether policies decide of one of its channels. */
  hasPrivate(): boolean
  /** Looks whether tokens ended or settings forbid a channel. */
  check(): Promise<void>
  /** Nothing was heard of its client for too long. */
  endIfSilent(): void
  /** Milliseconds since 1970 when the first token ends; undefined: none does. */
  endsAt(): number | undefined
  /** The connection is gone. */
  gone(): void
  close(): void
}

/** A client that reads nothing is cut off when so many bytes wait for it. */
const MOST_BUFFERED = 16 * 1024 * 1024
/** So is one that sends faster than its messages are taken. */
const MOST_WAITING = 16 * 1024 * 1024
/** Clients send a heartbeat every 25 seconds. */
const SILENCE_MS = 75_000

export function openSocket({ wire, project, serialisation, log, nowMs = Date.now }: SocketDeps): Socket {
  const channels = new Map<string, Channel>()
  let heardAt = nowMs()
  /** Messages are taken in the order in which they came. */
  let last = Promise.resolve()
  let waitingBytes = 0
  let isGone = false

  function send(data: string | Buffer): void {
    if (wire.bufferedAmount > MOST_BUFFERED) return wire.terminate()
    wire.send(data)
  }
  const reply = ({ joinRef, ref, topic }: Frame, status: 'ok' | 'error', response: object): void =>
    send(
      writeFrame({ joinRef, ref, topic, event: EVENTS.reply, payload: { status, response } }, serialisation),
    )

  async function join(frame: Frame): Promise<void> {
    const { topic, joinRef, ref, payload } = frame
    // A topic that is joined again closes the former channel.
    channels.get(topic)?.end()
    if (!topic.startsWith(TOPIC_PREFIX) || topic.length === TOPIC_PREFIX.length)
      throw new ChannelRefused('TopicNameRequired', realtimeText.noTopic)
    const settings = await settingsOf()
    const { limits, private_only: privateOnly } = settings
    if (!project.hub.joins.take(limits.joins_per_second))
      throw new ChannelRefused('ClientJoinRateLimitReached', realtimeText.tooManyJoins)
    if (channels.size >= limits.channels_per_client)
      throw new ChannelRefused('ChannelRateLimitReached', realtimeText.tooManyChannels)
    const config = joinConfigOf(payload)
    if (privateOnly && !config.isPrivate) throw new ChannelRefused('PrivateOnly', realtimeText.privateOnly)
    const token = ownToken(config.accessToken)
    const actor = await actorOf(token)
    const rights = config.isPrivate ? await project.rights(topic, actor) : PUBLIC_RIGHTS
    if (!rights.readsBroadcasts && !rights.readsPresence)
      throw new ChannelRefused('Unauthorized', realtimeText.mayNotRead(topic))
    const { replay } = config.broadcast
    if (replay && !config.isPrivate)
      throw new ChannelRefused('UnableToReplayMessages', realtimeText.noPublicReplay)
    const replayed = replay ? await project.replay(topic, actor, replay) : []
    // The connection may have ended meanwhile: its channel would stay with nobody behind it.
    if (isGone) return
    const channel = openChannel({
      project,
      config,
      name: topic,
      joinRef,
      serialisation,
      actor,
      token,
      rights,
      isInspector: isInspector(actor.claims),
      send(data) {
        project.onMessage?.()
        send(data)
      },
      onEnd: () => void (channels.get(topic) === channel && channels.delete(topic)),
    })
    channels.set(topic, channel)
    channel.begin(ref, replayed)
  }

  const settingsOf = () =>
    project.settings().catch(() => {
      throw new ChannelRefused('RealtimeDisabledForTenant', realtimeText.off)
    })

  function actorOf(token: string | undefined): Promise<StorageActor> {
    return token === undefined ? project.keyActor() : project.actorOf(token)
  }

  async function renew(channel: Channel, token: string | undefined): Promise<void> {
    try {
      await channel.renew(token, await actorOf(token))
    } catch (error) {
      channel.end(error instanceof ChannelRefused ? error.message : realtimeText.invalidToken)
    }
  }

  async function dispatch(data: string | Uint8Array): Promise<void> {
    const frame = readFrame(data, serialisation)
    if (!frame) return
    const { topic, event } = frame
    const channel = channels.get(topic)
    if (channel && topic !== HEARTBEAT_TOPIC) project.onMessage?.()
    if ('broadcast' in frame) return channel?.take(frame)
    if (topic === HEARTBEAT_TOPIC) return void (event === EVENTS.heartbeat && reply(frame, 'ok', {}))
    if (event === EVENTS.join) return join(frame).catch((error: unknown) => refuse(frame, error))
    // A message of a channel that was closed since must not reach the one after it.
    if (!channel || (frame.joinRef !== null && frame.joinRef !== channel.joinRef)) return
    if (event === EVENTS.leave) {
      reply(frame, 'ok', {})
      return channel.end()
    }
    if (event === EVENTS.accessToken) {
      const { access_token } = (frame.payload ?? {}) as { access_token?: unknown }
      const token = ownToken(access_token)
      return token === undefined ? undefined : renew(channel, token)
    }
    return channel.take(frame)
  }

  function refuse(frame: Frame, error: unknown): void {
    if (error instanceof ChannelRefused) return reply(frame, 'error', { reason: error.reason })
    log.warn({ err: error, project: project.ref }, 'a channel could not be opened')
    const { reason } = new ChannelRefused('UnableToConnectToProject', realtimeText.noDatabase)
    reply(frame, 'error', { reason })
  }

  function leaveAll(): void {
    for (const channel of channels.values()) channel.leave()
    channels.clear()
  }

  return {
    take(data) {
      heardAt = nowMs()
      waitingBytes += data.length
      if (waitingBytes > MOST_WAITING) return wire.terminate()
      last = last.then(async () => {
        waitingBytes -= data.length
        if (isGone) return
        await dispatch(data).catch((error: unknown) =>
          log.warn({ err: error, project: project.ref }, 'a message could not be taken'),
        )
      })
    },
    async check() {
      const settings = await project.settings().catch(() => undefined)
      for (const channel of channels.values()) {
        if (!settings) channel.end(realtimeText.off)
        else if (settings.private_only && !channel.isPrivate) channel.end(realtimeText.privateOnly)
        else await renew(channel, channel.token())
      }
      if (!settings) wire.terminate()
    },
    hasPrivate: () => [...channels.values()].some(({ isPrivate }) => isPrivate),
    endIfSilent() {
      if (nowMs() - heardAt > SILENCE_MS) wire.terminate()
    },
    endsAt() {
      const ends = [...channels.values()].flatMap((channel) => {
        const { exp } = channel.actor().claims
        return typeof exp === 'number' ? [exp * 1000] : []
      })
      return ends.length > 0 ? Math.min(...ends) : undefined
    },
    gone() {
      isGone = true
      leaveAll()
    },
    close() {
      for (const channel of channels.values()) channel.end()
      wire.terminate()
    },
  }
}

/** A key is no token: the connection's own counts. */
function ownToken(given: unknown): string | undefined {
  return typeof given === 'string' && given !== '' && !given.startsWith(KEY_PREFIX) ? given : undefined
}
