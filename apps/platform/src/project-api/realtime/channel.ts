/** One channel of a connection: it was joined, hears its topic and sends to it. */
import { randomUUID } from 'node:crypto'
import type { StorageActor } from '../../objects/storage-actor.js'
import { realtimeText } from '../../text/realtime.js'
import { ChannelRefused } from './channel-refused.js'
import type { ChannelRights } from './channel-rights.js'
import { EVENTS, type SystemExtension } from './family-names.js'
import {
  writeFrame,
  writeBroadcast,
  writeTextFrame,
  type Broadcast,
  type BroadcastFrame,
  type Frame,
  type Serialisation,
} from './frames.js'
import type { JoinConfig } from './join-config.js'
import type { ChangesSubscription, RealtimeProject } from './realtime-project.js'
import type { Topic, TopicMember } from './project-hub.js'
import type { RowTexts } from './changes/table-change.js'
import { sentMessageOf } from './stored-messages.js'
import { createWindowRate, type WindowRate } from './window-rate.js'
import { framed } from './wire.js'

/** The connection that it belongs to. */
export interface ChannelSocket {
  serialisation: Serialisation
  send(frame: Buffer): void
  channelEnded(channel: Channel): void
}

export interface OpenedChannel {
  project: RealtimeProject
  socket: ChannelSocket
  config: JoinConfig
  /** As the client writes it: `realtime:room`. */
  name: string
  joinRef: string | null
  actor: StorageActor
  /** As it was given; undefined: the connection's key counts. */
  token: string | undefined
  rights: ChannelRights
  isInspector: boolean
}

/** Of one client: calls of presence in that time. */
const PRESENCE_CALLS = 5
const PRESENCE_WINDOW_MS = 30_000
const BYTES_OF_KB = 1000

export class Channel implements TopicMember {
  readonly #project: RealtimeProject
  readonly #socket: ChannelSocket
  readonly #config: JoinConfig
  readonly #isInspector: boolean
  readonly #topic: Topic
  readonly name: string
  readonly joinRef: string | null
  #actor: StorageActor
  #token: string | undefined
  #rights: ChannelRights
  #presenceKey: string | undefined
  #presenceCalls: WindowRate | undefined
  #subscription: ChangesSubscription | undefined
  #isOpen = true

  constructor({ project, socket, config, name, joinRef, actor, token, rights, isInspector }: OpenedChannel) {
    this.#project = project
    this.#socket = socket
    this.#config = config
    this.#isInspector = isInspector
    this.#topic = project.hub.topic(name, config.isPrivate)
    this.name = name
    this.joinRef = joinRef
    this.#actor = actor
    this.#token = token
    this.#rights = rights
  }

  get token(): string | undefined {
    return this.#token
  }

  get actor(): StorageActor {
    return this.#actor
  }

  get isPrivate(): boolean {
    return this.#config.isPrivate
  }

  get serialisation(): Serialisation {
    return this.#socket.serialisation
  }

  get hearsPresence(): boolean {
    return this.#config.presence.isEnabled && this.#rights.readsPresence
  }

  get hearsBroadcasts(): boolean {
    return this.#rights.readsBroadcasts
  }

  push(frame: Buffer): void {
    this.#project.onMessage?.()
    this.#socket.send(frame)
  }

  /** Sends who is there, and subscribes to what was asked. */
  begin(ref: string | null, replayed: readonly RowTexts[]): void {
    this.#topic.flushPresence()
    this.#topic.members.add(this)
    const { changes, broadcast } = this.#config
    if (changes.length > 0)
      this.#subscription = this.#project.subscribe({
        asked: changes,
        actor: () => this.#actor,
        push: (payload) => this.#tellText(EVENTS.changes, payload),
        tell: (status, message) => this.#system('postgres_changes', status, message),
      })
    const ids = this.#subscription?.ids ?? []
    this.#reply(ref, { postgres_changes: changes.map(({ given }, at) => ({ id: ids[at], ...given })) })
    if (this.#rights.readsBroadcasts) for (const row of replayed) this.#resend(row)
    if (this.hearsPresence) this.#tell(EVENTS.presenceState, this.#topic.presence.state())
    if (broadcast.tellsReplication) this.#system('system', 'ok', realtimeText.replicationReady)
  }

  async take(frame: Frame | BroadcastFrame): Promise<void> {
    if ('broadcast' in frame) return this.#takeBroadcast(frame.ref, frame.broadcast)
    if (frame.event === EVENTS.presence) return this.#takePresence(frame)
  }

  /** Checks again whether it may still be read, as this actor. */
  async renew(token: string | undefined, actor: StorageActor): Promise<void> {
    const rights = this.isPrivate ? await this.#project.rights(this.name, actor) : this.#rights
    if (!this.#isOpen) return
    this.#token = token
    this.#actor = actor
    this.#rights = rights
    if (!rights.readsBroadcasts && !rights.readsPresence) this.end(realtimeText.mayNotRead(this.name))
  }

  /** @param message told to the client as an error before it ends */
  end(message?: string): void {
    if (!this.#isOpen) return
    if (message !== undefined) this.#system('system', 'error', message)
    this.#tell(EVENTS.close, {}, this.joinRef)
    this.leave()
    this.#socket.channelEnded(this)
  }

  /** Without a word: the connection is gone, or the client left. */
  leave(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#subscription?.end()
    this.#project.hub.leave(this.#topic, this)
  }

  async #takeBroadcast(ref: string | null, sent: Broadcast): Promise<void> {
    const { limits } = await this.#project.settings()
    const { broadcast } = this.#config
    if (!this.#project.hub.messages.take(limits.messages_per_second))
      return this.end(realtimeText.tooManyMessages)
    const size =
      sent.payload.type === 'json' ? Buffer.byteLength(sent.payload.text) : sent.payload.bytes.length
    if (size > limits.payload_kb * BYTES_OF_KB) {
      if (broadcast.acknowledges) this.#reply(ref, { reason: realtimeText.payloadTooLarge }, 'error')
      return
    }
    if (!this.#rights.writesBroadcasts) return this.#refused('broadcast')
    this.#topic.broadcast(sent, broadcast.sendsSelf ? undefined : this)
    if (broadcast.acknowledges) this.#reply(ref)
  }

  async #takePresence({ ref, payload }: Frame): Promise<void> {
    const { limits } = await this.#project.settings()
    if (!this.#project.hub.presenceEvents.take(limits.presence_events_per_second))
      return this.end(realtimeText.tooManyPresences)
    const given = (payload ?? {}) as { event?: unknown; payload?: unknown }
    const event = String(given.event).toLowerCase()
    this.#presenceCalls ??= createWindowRate(PRESENCE_WINDOW_MS)
    if (!this.#presenceCalls.take(PRESENCE_CALLS)) {
      const { reason } = new ChannelRefused(
        'ClientPresenceRateLimitReached',
        realtimeText.tooManyPresenceCalls,
      )
      return this.#reply(ref, { reason }, 'error')
    }
    const { presence } = this.#topic
    if (event === 'untrack') {
      if (presence.untrack(this)) this.#topic.presenceChanged()
      return this.#reply(ref)
    }
    const { payload: meta = {} } = given
    if (event !== 'track' || typeof meta !== 'object' || meta === null || Array.isArray(meta))
      return this.#reply(ref, { reason: realtimeText.presenceNoObject }, 'error')
    if (!this.#rights.writesPresence) return this.#refused('presence')
    this.#presenceKey ??= this.#config.presence.key || randomUUID()
    if (presence.track(this, this.#presenceKey, meta as Record<string, unknown>))
      this.#topic.presenceChanged()
    this.#reply(ref)
  }

  /** The client is told nothing of a refused write; the inspector is. */
  #refused(extension: 'broadcast' | 'presence'): void {
    if (!this.#isInspector) return
    const reason = this.#rights.refusal ?? realtimeText.mayNotWrite(extension, this.#actor.role)
    this.#system('policies', 'error', reason)
  }

  #resend(row: RowTexts): void {
    const sent = sentMessageOf(row)
    if (!sent) return
    const { broadcast } = sent
    const replayed = { ...broadcast, meta: { id: broadcast.meta?.id ?? '', replayed: true } }
    const data = writeBroadcast(this.name, replayed, this.serialisation)
    if (data !== undefined) this.push(framed(data))
  }

  #tell(event: string, payload: unknown, ref: string | null = null): void {
    if (!this.#isOpen) return
    const frame = { joinRef: this.joinRef, ref, topic: this.name, event, payload }
    this.push(framed(writeFrame(frame, this.serialisation)))
  }

  /** @param payload text of JSON */
  #tellText(event: string, payload: string): void {
    if (!this.#isOpen) return
    const frame = { joinRef: this.joinRef, ref: null, topic: this.name, event }
    this.push(framed(writeTextFrame(frame, payload, this.serialisation)))
  }

  #reply(ref: string | null, response: object = {}, status: 'ok' | 'error' = 'ok'): void {
    this.#tell(EVENTS.reply, { status, response }, ref)
  }

  #system(extension: SystemExtension, status: 'ok' | 'error', message: string): void {
    const channel = this.name.slice(this.name.indexOf(':') + 1)
    this.#tell(EVENTS.system, { extension, status, message, channel })
  }
}
