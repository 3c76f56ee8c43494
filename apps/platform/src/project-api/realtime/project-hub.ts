/** The open channels of one project: who hears a topic, who is in it, and how much of its limits is used. */
import { randomUUID } from 'node:crypto'
import { EVENTS } from './family-names.js'
import { writeBroadcast, writeFrame, type Broadcast, type Serialisation } from './frames.js'
import { createPresenceList, type PresenceList } from './presence-list.js'
import { createWindowRate, type WindowRate } from './window-rate.js'
import { framed } from './wire.js'

/** A channel, as its topic sees it. */
export interface TopicMember {
  serialisation: Serialisation
  hearsPresence: boolean
  hearsBroadcasts: boolean
  /** @param frame as of `framed` */
  push(frame: Buffer): void
}

export interface Topic {
  name: string
  members: Set<TopicMember>
  presence: PresenceList<TopicMember>
  /** Sends a broadcast to all but one. */
  broadcast(sent: Broadcast, except?: TopicMember): void
  /** Tells the members soon who came and went. */
  presenceChanged(): void
  /** Tells them now. */
  flushPresence(): void
}

export interface ProjectHub {
  /** The topic of that name; channels for which policies decide have topics of their own. */
  topic(name: string, isPrivate: boolean): Topic
  /** Undefined: nobody is there. */
  knownTopic(name: string, isPrivate: boolean): Topic | undefined
  leave(topic: Topic, member: TopicMember): void
  /** How many topics somebody is in. */
  topicCount(): number
  joins: WindowRate
  messages: WindowRate
  presenceEvents: WindowRate
}

/** Milliseconds in which changes of presence become one message. */
const PRESENCE_MS = 20

export function createProjectHub(): ProjectHub {
  const topics = new Map<string, Topic>()
  const keyOf = (name: string, isPrivate: boolean) => `${isPrivate ? 'private' : 'public'} ${name}`
  const keys = new Map<Topic, string>()
  return {
    topic(name, isPrivate) {
      const key = keyOf(name, isPrivate)
      const known = topics.get(key)
      if (known) return known
      const made = createTopic(name)
      topics.set(key, made)
      keys.set(made, key)
      return made
    },
    knownTopic: (name, isPrivate) => topics.get(keyOf(name, isPrivate)),
    leave(topic, member) {
      topic.members.delete(member)
      if (topic.presence.untrack(member)) topic.presenceChanged()
      if (topic.members.size > 0) return
      topics.delete(keys.get(topic) ?? '')
      keys.delete(topic)
    },
    topicCount: () => topics.size,
    joins: createWindowRate(),
    messages: createWindowRate(),
    presenceEvents: createWindowRate(),
  }
}

function createTopic(name: string): Topic {
  const members = new Set<TopicMember>()
  const presence = createPresenceList<TopicMember>(randomUUID)
  let timer: NodeJS.Timeout | undefined

  function flushPresence(): void {
    clearTimeout(timer)
    timer = undefined
    const diff = presence.takeDiff()
    if (!diff) return
    const frame = { joinRef: null, ref: null, topic: name, event: EVENTS.presenceDiff, payload: diff }
    sendOnce(
      members,
      ({ hearsPresence }) => hearsPresence,
      (form) => writeFrame(frame, form),
    )
  }

  return {
    name,
    members,
    presence,
    broadcast(sent, except) {
      sendOnce(
        members,
        (member) => member !== except && member.hearsBroadcasts,
        (form) => writeBroadcast(name, sent, form),
      )
    },
    presenceChanged: () => void (timer ??= setTimeout(flushPresence, PRESENCE_MS)),
    flushPresence,
  }
}

/** The message is written once for each serialisation. */
function sendOnce(
  members: Iterable<TopicMember>,
  hears: (member: TopicMember) => boolean,
  write: (form: Serialisation) => string | Buffer | undefined,
): void {
  const written = new Map<Serialisation, Buffer | undefined>()
  for (const member of members) {
    if (!hears(member)) continue
    const form = member.serialisation
    if (!written.has(form)) {
      const data = write(form)
      written.set(form, data === undefined ? undefined : framed(data))
    }
    const frame = written.get(form)
    if (frame) member.push(frame)
  }
}
