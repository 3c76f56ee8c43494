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
import { createWindowRate } from './window-rate.js'

export interface OpenedChannel {
  project: RealtimeProject
  config: JoinConfig
  /** As the client writes it: `realtime:room`. */
  name: string
  joinRef: string | null
  serialisation: Serialisation
  actor: StorageActor
  /** As it was given; undefined: the connection's key counts. */
  token: string | undefined
  rights: ChannelRights
  isInspector: boolean
  send(data: string | Buffer): void
  /** It has ended itself. */
  onEnd(): void
}

export interface Channel {
  joinRef: string | null
  /** Sends who is there, and subscribes to what was asked. */
  begin(ref: string | null, replayed: readonly RowTexts[]): void
  take(frame: Frame | BroadcastFrame): Promise<void>
  /** Checks again whether it may still be read, as this actor. */
  renew(token: string | undefined, actor: StorageActor): Promise<void>
  token(): string | undefined
  actor(): StorageActor
  isPrivate: boolean
  /** @param message told to the client as an error before it ends */
  end(message?: string): void
  /** Without a word: the connection is gone, or the client left. */
  leave(): void
}

/** Of one client: calls of presence in that time. */
const PRESENCE_CALLS = 5
const PRESENCE_WINDOW_MS = 30_000
const BYTES_OF_KB = 1000

export function openChannel(opened: OpenedChannel): Channel {
  const { project, config, name, joinRef, serialisation, isInspector, send } = opened
  let { actor, token, rights } = opened
  const { hub } = project
  const { isPrivate } = config
  const presenceKey = config.presence.key || randomUUID()
  const presenceCalls = createWindowRate(PRESENCE_WINDOW_MS)
  const topic: Topic = hub.topic(name, isPrivate)
  let subscription: ChangesSubscription | undefined
  let isOpen = true

  const member: TopicMember = {
    serialisation,
    get hearsPresence() {
      return config.presence.isEnabled && rights.readsPresence
    },
    get hearsBroadcasts() {
      return rights.readsBroadcasts
    },
    push: send,
  }
  const push = (event: string, payload: unknown, ref: string | null = null): void => {
    if (isOpen) send(writeFrame({ joinRef, ref, topic: name, event, payload }, serialisation))
  }
  const pushText = (event: string, payload: string): void => {
    if (isOpen) send(writeTextFrame({ joinRef, ref: null, topic: name, event }, payload, serialisation))
  }
  const reply = (ref: string | null, response: object = {}, status: 'ok' | 'error' = 'ok'): void =>
    push(EVENTS.reply, { status, response }, ref)
  const system = (extension: SystemExtension, status: 'ok' | 'error', message: string): void =>
    push(EVENTS.system, { extension, status, message, channel: name.slice(name.indexOf(':') + 1) })

  function resend(row: RowTexts): void {
    const sent = sentMessageOf(row)
    if (!sent) return
    const { broadcast } = sent
    const data = writeBroadcast(
      name,
      { ...broadcast, meta: { id: broadcast.meta?.id ?? '', replayed: true } },
      serialisation,
    )
    if (data !== undefined) send(data)
  }

  function leave(): void {
    if (!isOpen) return
    isOpen = false
    subscription?.end()
    hub.leave(topic, member)
  }

  function end(message?: string): void {
    if (!isOpen) return
    if (message !== undefined) system('system', 'error', message)
    push(EVENTS.close, {}, joinRef)
    leave()
    opened.onEnd()
  }

  /** The client is told nothing of a refused write; the inspector is. */
  function refused(extension: 'broadcast' | 'presence'): void {
    if (isInspector)
      system('policies', 'error', rights.refusal ?? realtimeText.mayNotWrite(extension, actor.role))
  }

  async function takeBroadcast(ref: string | null, sent: Broadcast): Promise<void> {
    const { limits } = await project.settings()
    if (!hub.messages.take(limits.messages_per_second)) return end(realtimeText.tooManyMessages)
    const size =
      sent.payload.type === 'json' ? Buffer.byteLength(sent.payload.text) : sent.payload.bytes.length
    if (size > limits.payload_kb * BYTES_OF_KB) {
      if (config.broadcast.acknowledges) reply(ref, { reason: realtimeText.payloadTooLarge }, 'error')
      return
    }
    if (!rights.writesBroadcasts) return refused('broadcast')
    topic.broadcast(sent, config.broadcast.sendsSelf ? undefined : member)
    if (config.broadcast.acknowledges) reply(ref)
  }

  async function takePresence({ ref, payload }: Frame): Promise<void> {
    const { limits } = await project.settings()
    if (!hub.presenceEvents.take(limits.presence_events_per_second)) return end(realtimeText.tooManyPresences)
    const given = (payload ?? {}) as { event?: unknown; payload?: unknown }
    const event = String(given.event).toLowerCase()
    if (!presenceCalls.take(PRESENCE_CALLS)) {
      const { reason } = new ChannelRefused(
        'ClientPresenceRateLimitReached',
        realtimeText.tooManyPresenceCalls,
      )
      return reply(ref, { reason }, 'error')
    }
    if (event === 'untrack') {
      if (topic.presence.untrack(member)) topic.presenceChanged()
      return reply(ref)
    }
    const { payload: meta = {} } = given
    if (event !== 'track' || typeof meta !== 'object' || meta === null || Array.isArray(meta))
      return reply(ref, { reason: realtimeText.presenceNoObject }, 'error')
    if (!rights.writesPresence) return refused('presence')
    if (topic.presence.track(member, presenceKey, meta as Record<string, unknown>)) topic.presenceChanged()
    reply(ref)
  }

  return {
    joinRef,
    isPrivate,
    end,
    leave,
    token: () => token,
    actor: () => actor,
    begin(ref, replayed) {
      topic.flushPresence()
      topic.members.add(member)
      const { changes } = config
      if (changes.length > 0)
        subscription = project.subscribe({
          asked: changes,
          actor: () => actor,
          push: (payload) => pushText(EVENTS.changes, payload),
          tell: (status, message) => system('postgres_changes', status, message),
        })
      const ids = subscription?.ids ?? []
      reply(ref, { postgres_changes: changes.map(({ given }, at) => ({ id: ids[at], ...given })) })
      if (rights.readsBroadcasts) for (const row of replayed) resend(row)
      if (member.hearsPresence) push(EVENTS.presenceState, topic.presence.state())
      if (config.broadcast.tellsReplication) system('system', 'ok', realtimeText.replicationReady)
    },
    async take(frame) {
      if ('broadcast' in frame) return takeBroadcast(frame.ref, frame.broadcast)
      if (frame.event === EVENTS.presence) return takePresence(frame)
    },
    async renew(given, renewed) {
      const renewedRights = isPrivate ? await project.rights(name, renewed) : rights
      if (!isOpen) return
      token = given
      actor = renewed
      rights = renewedRights
      if (!rights.readsBroadcasts && !rights.readsPresence) end(realtimeText.mayNotRead(name))
    },
  }
}
