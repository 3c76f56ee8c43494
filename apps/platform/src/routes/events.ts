/**
 * The event stream that updates open dashboards. The caller is checked again at each event: the stream ends with the
 * session, and omits organizations that the caller has left or may no longer see.
 */
import { ALIVE_EVERY_MS, listenEvents, type PlatformEvent } from '@basedeck/platform-client/contract'
import type { Caller } from '../access/caller.js'
import { isClosed } from '../access/caller.js'
import type { Authenticate } from './authenticate.js'
import { isAllowed } from '../access/permission.js'
import { eventAnswer } from '../ai/event-stream.js'
import type { ControlDatabase } from '../control/control-database.js'
import type { DataChange, DataTopic } from '../control/data-changes.js'
import type { ProjectChanges } from '../control/project-changes.js'
import { projectByRef } from '../control/projects.js'
import type { Mount } from './mount.js'

export interface EventRouteDeps {
  control: ControlDatabase
  authenticate: Authenticate
  /** Undefined: no events are sent, and dashboards poll. */
  changes: ProjectChanges | undefined
  /** Called when a stream begins; calls the returned function when it ends. */
  onStream?: (() => () => void) | undefined
}

export function eventRoutes(
  mount: Mount,
  { control, authenticate, changes, onStream }: EventRouteDeps,
): void {
  mount.on(listenEvents, ({ c, caller }) => {
    const inbox = createInbox(changes, caller.id, onStream?.())
    /** Undefined when the session ended. */
    const whoNow = async (): Promise<Caller | undefined> => {
      c.set('found', undefined)
      const found = await authenticate(c).catch(() => undefined)
      return found?.status === 'signed-in' ? found.caller : undefined
    }
    return eventAnswer(eventsOf(inbox, whoNow), inbox.end)
  })

  async function* eventsOf(
    inbox: Inbox,
    whoNow: () => Promise<Caller | undefined>,
  ): AsyncGenerator<PlatformEvent, void> {
    /** Projects that were sent to this listener, with their organizations. */
    const known = new Map<string, { name: string; organization_slug: string }>()
    try {
      for (;;) {
        // Sent at the start and when changes may have been missed: the listener then reloads everything.
        if (inbox.takeTurn()) yield { type: 'hello', isWhole: changes?.isWhole() === true }
        const news = await inbox.next(ALIVE_EVERY_MS)
        if (news === 'ended') return
        const { refs, data, hasNotifications } = news
        const caller = await whoNow()
        if (!caller) return
        if (refs.length + data.length === 0 && !hasNotifications) yield { type: 'alive' }
        if (hasNotifications) yield { type: 'notifications' }
        for (const ref of refs) {
          const event = await eventOf(ref, caller, known)
          if (event) yield event
        }
        for (const { topic, ref } of data) {
          const row = await projectByRef(control, ref)
          if (row && mayRead(caller, row.organization_slug, ref, READ_FOR[topic])) yield { type: topic, ref }
        }
      }
    } finally {
      inbox.end()
    }
  }

  async function eventOf(
    ref: string,
    caller: Caller,
    known: Map<string, { name: string; organization_slug: string }>,
  ): Promise<PlatformEvent | undefined> {
    const row = await projectByRef(control, ref)
    if (!row) {
      const was = known.get(ref)
      known.delete(ref)
      return was && { type: 'project', ref, ...was, status: 'REMOVED' }
    }
    if (!mayRead(caller, row.organization_slug, ref, 'projects')) return undefined
    const { name, organization_slug, status } = row
    known.set(ref, { name, organization_slug })
    return { type: 'project', ref, name, organization_slug, status }
  }
}

/** What one must be allowed to read to hear of it. */
const READ_FOR: Readonly<Record<DataTopic, 'storage' | 'database'>> = {
  storage: 'storage',
  schema: 'database',
}

function mayRead(
  caller: Caller,
  slug: string,
  projectRef: string,
  resource: 'projects' | 'storage' | 'database',
): boolean {
  const membership = caller.memberships.find((one) => one.slug === slug)
  if (!membership || isClosed(caller, membership)) return false
  return isAllowed(caller, slug, { action: 'read', resource, projectRef })
}

interface Inbox {
  /** Whether `isWhole` turned since it was asked; true at first. */
  takeTurn(): boolean
  /** What changed since; nothing after a turn, or so many milliseconds without a change. */
  next(waitMs: number): Promise<News | 'ended'>
  /** Idempotent. */
  end(): void
}

interface News {
  /** The projects that changed, each once. */
  refs: string[]
  /** What changed in the data of projects, each once. */
  data: DataChange[]
  hasNotifications: boolean
}

/** @param profileId whose notifications are reported @param onEnd called at the first end */
function createInbox(changes: ProjectChanges | undefined, profileId: string, onEnd = () => {}): Inbox {
  const waiting = new Set<string>()
  const waitingData = new Map<string, DataChange>()
  let hasNotifications = false
  let hasEnded = false
  let hasTurned = true
  let wake = () => {}
  const stops = [
    changes?.subscribe((ref) => {
      waiting.add(ref)
      wake()
    }),
    changes?.onNotifications((id) => {
      if (id !== profileId) return
      hasNotifications = true
      wake()
    }),
    changes?.onData((change) => {
      waitingData.set(`${change.topic} ${change.ref}`, change)
      wake()
    }),
    changes?.onTurn(() => {
      hasTurned = true
      wake()
    }),
  ]
  return {
    takeTurn() {
      const was = hasTurned
      hasTurned = false
      return was
    },
    async next(waitMs) {
      if (waiting.size + waitingData.size === 0 && !hasNotifications && !hasEnded && !hasTurned) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, waitMs)
          timer.unref()
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      if (hasEnded) return 'ended'
      const news = { refs: [...waiting], data: [...waitingData.values()], hasNotifications }
      waiting.clear()
      waitingData.clear()
      hasNotifications = false
      return news
    },
    end() {
      if (!hasEnded) onEnd()
      hasEnded = true
      for (const stop of stops) stop?.()
      wake()
    },
  }
}
