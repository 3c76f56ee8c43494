/** One connection of a client: it reads messages and keeps the channels that were joined. */
import type { RealtimeConfig } from '@basedeck/platform-client/contract'
import { isInspector } from '../../keys/inspector-token.js'
import type { StorageActor } from '../../objects/storage-actor.js'
import type { GivenKeys } from '../../objects/storage-key.js'
import { realtimeText } from '../../text/realtime.js'
import { Channel } from './channel.js'
import { ChannelRefused } from './channel-refused.js'
import { PUBLIC_RIGHTS } from './channel-rights.js'
import { EVENTS, HEARTBEAT_TOPIC, KEY_PREFIX, TOPIC_PREFIX } from './family-names.js'
import { readFrame, writeFrame, type Frame, type Serialisation } from './frames.js'
import { joinConfigOf } from './join-config.js'
import type { RealtimeProject } from './realtime-project.js'
import { framed, type Wire } from './wire.js'

export interface SocketDeps {
  wire: Wire
  project: RealtimeProject
  /** With which it was made. */
  keys: GivenKeys
  serialisation: Serialisation
  log: { warn(fields: object, message: string): void }
}

/** A client that reads nothing is cut off when so many bytes wait for it. */
const MOST_BUFFERED = 16 * 1024 * 1024
/** So is one that sends faster than its messages are taken. */
const MOST_WAITING = 16 * 1024 * 1024
/** Clients send a heartbeat every 25 seconds. */
const SILENCE_MS = 75_000

/** Thousands of them wait: what each of them holds is as small as it can be. */
export class Socket {
  readonly #wire: Wire
  readonly #project: RealtimeProject
  readonly #keys: GivenKeys
  readonly #log: SocketDeps['log']
  readonly serialisation: Serialisation
  readonly #channels = new Map<string, Channel>()
  #heardAt = Date.now()
  #checkedAt = this.#heardAt
  /** Messages are taken in the order in which they came. */
  #last: Promise<void> | undefined
  #waitingBytes = 0
  #isGone = false

  constructor({ wire, project, keys, serialisation, log }: SocketDeps) {
    this.#wire = wire
    this.#project = project
    this.#keys = keys
    this.serialisation = serialisation
    this.#log = log
  }

  take(data: string | Uint8Array): void {
    this.#heardAt = Date.now()
    this.#waitingBytes += data.length
    if (this.#waitingBytes > MOST_WAITING) return this.#wire.terminate()
    const taken = this.#takeAfter(this.#last, data)
    this.#last = taken
    void taken.then(() => {
      if (this.#last === taken) this.#last = undefined
    })
  }

  /** Whether policies decide of one of its channels. */
  hasPrivate(): boolean {
    return [...this.#channels.values()].some(({ isPrivate }) => isPrivate)
  }

  /** Looks whether tokens ended or settings forbid a channel. */
  async check(): Promise<void> {
    this.#checkedAt = Date.now()
    const settings = await this.#project.settings().catch(() => undefined)
    for (const channel of this.#channels.values()) {
      if (!settings) channel.end(realtimeText.off)
      else if (settings.private_only && !channel.isPrivate) channel.end(realtimeText.privateOnly)
      else await this.#renew(channel, channel.token)
    }
    if (!settings) this.#wire.terminate()
  }

  /** Milliseconds since 1970. */
  get checkedAt(): number {
    return this.#checkedAt
  }

  /** Nothing was heard of its client for too long. */
  endIfSilent(): void {
    if (Date.now() - this.#heardAt > SILENCE_MS) this.#wire.terminate()
  }

  /** Milliseconds since 1970 when the first token ends; undefined: none does. */
  endsAt(): number | undefined {
    let first: number | undefined
    for (const { actor } of this.#channels.values()) {
      const { exp } = actor.claims
      if (typeof exp === 'number') first = Math.min(first ?? Infinity, exp * 1000)
    }
    return first
  }

  /** The connection is gone. */
  gone(): void {
    this.#isGone = true
    for (const channel of this.#channels.values()) channel.leave()
    this.#channels.clear()
  }

  close(): void {
    for (const channel of this.#channels.values()) channel.end()
    this.#wire.terminate()
  }

  /** For its channels. @param frame as of `framed` */
  send(frame: Buffer): void {
    if (this.#wire.bufferedAmount > MOST_BUFFERED) this.#wire.terminate()
    else this.#wire.write(frame)
  }

  /** Of a channel that has ended itself. */
  channelEnded(channel: Channel): void {
    if (this.#channels.get(channel.name) === channel) this.#channels.delete(channel.name)
  }

  async #takeAfter(earlier: Promise<void> | undefined, data: string | Uint8Array): Promise<void> {
    await earlier
    this.#waitingBytes -= data.length
    if (this.#isGone) return
    try {
      await this.#dispatch(data)
    } catch (error) {
      this.#log.warn({ err: error, project: this.#project.ref }, 'a message could not be taken')
    }
  }

  async #dispatch(data: string | Uint8Array): Promise<void> {
    const frame = readFrame(data, this.serialisation)
    if (!frame) return
    const { topic, event } = frame
    const channel = this.#channels.get(topic)
    if (channel && topic !== HEARTBEAT_TOPIC) this.#project.onMessage?.()
    if ('broadcast' in frame) return channel?.take(frame)
    if (topic === HEARTBEAT_TOPIC) return void (event === EVENTS.heartbeat && this.#reply(frame, 'ok', {}))
    if (event === EVENTS.join) return this.#join(frame).catch((error: unknown) => this.#refuse(frame, error))
    // A message of a channel that was closed since must not reach the one after it.
    if (!channel || (frame.joinRef !== null && frame.joinRef !== channel.joinRef)) return
    if (event === EVENTS.leave) {
      this.#reply(frame, 'ok', {})
      return channel.end()
    }
    if (event === EVENTS.accessToken) {
      const { access_token } = (frame.payload ?? {}) as { access_token?: unknown }
      const token = ownToken(access_token)
      return token === undefined ? undefined : this.#renew(channel, token)
    }
    return channel.take(frame)
  }

  async #join(frame: Frame): Promise<void> {
    const project = this.#project
    const { topic, joinRef, ref, payload } = frame
    // A topic that is joined again closes the former channel.
    this.#channels.get(topic)?.end()
    if (!topic.startsWith(TOPIC_PREFIX) || topic.length === TOPIC_PREFIX.length)
      throw new ChannelRefused('TopicNameRequired', realtimeText.noTopic)
    const { limits, private_only: privateOnly } = await this.#settings()
    if (!project.hub.joins.take(limits.joins_per_second))
      throw new ChannelRefused('ClientJoinRateLimitReached', realtimeText.tooManyJoins)
    if (this.#channels.size >= limits.channels_per_client)
      throw new ChannelRefused('ChannelRateLimitReached', realtimeText.tooManyChannels)
    const config = joinConfigOf(payload)
    if (privateOnly && !config.isPrivate) throw new ChannelRefused('PrivateOnly', realtimeText.privateOnly)
    const token = ownToken(config.accessToken)
    const actor = await this.#actorOf(token)
    const rights = config.isPrivate ? await project.rights(topic, actor) : PUBLIC_RIGHTS
    if (!rights.readsBroadcasts && !rights.readsPresence)
      throw new ChannelRefused('Unauthorized', realtimeText.mayNotRead(topic))
    const { replay } = config.broadcast
    if (replay && !config.isPrivate)
      throw new ChannelRefused('UnableToReplayMessages', realtimeText.noPublicReplay)
    const replayed = replay ? await project.replay(topic, actor, replay) : []
    // The connection may have ended meanwhile: its channel would stay with nobody behind it.
    if (this.#isGone) return
    const channel = new Channel({
      project,
      socket: this,
      config,
      name: topic,
      joinRef,
      actor,
      token,
      rights,
      isInspector: isInspector(actor.claims),
    })
    this.#channels.set(topic, channel)
    channel.begin(ref, replayed)
  }

  async #settings(): Promise<RealtimeConfig> {
    try {
      return await this.#project.settings()
    } catch {
      throw new ChannelRefused('RealtimeDisabledForTenant', realtimeText.off)
    }
  }

  #actorOf(token: string | undefined): Promise<StorageActor> {
    return token === undefined ? this.#project.keyActor(this.#keys) : this.#project.actorOf(token)
  }

  async #renew(channel: Channel, token: string | undefined): Promise<void> {
    try {
      await channel.renew(token, await this.#actorOf(token))
    } catch (error) {
      channel.end(error instanceof ChannelRefused ? error.message : realtimeText.invalidToken)
    }
  }

  #refuse(frame: Frame, error: unknown): void {
    if (error instanceof ChannelRefused) return this.#reply(frame, 'error', { reason: error.reason })
    this.#log.warn({ err: error, project: this.#project.ref }, 'a channel could not be opened')
    const { reason } = new ChannelRefused('UnableToConnectToProject', realtimeText.noDatabase)
    this.#reply(frame, 'error', { reason })
  }

  #reply({ joinRef, ref, topic }: Frame, status: 'ok' | 'error', response: object): void {
    const frame = { joinRef, ref, topic, event: EVENTS.reply, payload: { status, response } }
    this.send(framed(writeFrame(frame, this.serialisation)))
  }
}

/** A key is no token: the connection's own counts. */
function ownToken(given: unknown): string | undefined {
  return typeof given === 'string' && given !== '' && !given.startsWith(KEY_PREFIX) ? given : undefined
}
