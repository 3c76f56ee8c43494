/** The sessions of the user, and how to end them. */
import { endSession, PlatformError, type Session } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { sessionsQuery } from '../../data/account.js'
import { createMutation, type Mutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import { createSortedList, type SortedList, type SortValues } from '../../kernel/sorting.js'
import { deviceOf } from '../../rules/help/device.js'
import { accountText } from '../../text/account.js'
import { errorText } from '../../text/errors.js'
import type { Needs } from '../context.js'

/** One browser. Times are ISO 8601. */
export interface SessionRow {
  id: string
  device: string
  isCurrent: boolean
  ip: string
  insertedAt: string
  lastSeenAt: string
}

/** The browsers that the caller is signed in with. */
export interface SessionList {
  readonly sessions: SortedList<SessionRow>
  /** Whether there are others than this one. */
  readonly $hasOthers: ReadableAtom<boolean>
  end(session: SessionRow): Promise<void>
  signOutOthers(): Promise<void>
  /** Signing out everywhere is asked about first. */
  readonly $asksEverywhere: ReadableAtom<boolean>
  askEverywhere(): void
  cancelEverywhere(): void
  readonly everywhere: Mutation<void, void>
}

const VALUES: SortValues<SessionRow> = {
  device: ({ device }) => device,
  ip: ({ ip }) => ip,
  in: ({ insertedAt }) => insertedAt,
  seen: ({ lastSeenAt }) => lastSeenAt,
}

export function createSessionList({
  client,
  queries,
  account,
  host,
}: Needs<'host' | 'client' | 'queries' | 'account'>): SessionList {
  const query = sessionsQuery(client)
  const $remote = queries.store(query)
  const sessions = createSortedList(
    computed($remote, (remote): Remote<SessionRow[]> =>
      remote.status === 'ready' ? { ...remote, data: remote.data.map(rowOf) } : remote,
    ),
    VALUES,
    { largestFirst: ['in', 'seen'] },
  )
  const $asksEverywhere = atom(false)
  const attempt = async (run: () => Promise<unknown>, message: string) => {
    try {
      await run()
      host.notifier.notify({ kind: 'success', message })
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      host.notifier.notify({ kind: 'error', message: errorText.title(error.message) })
    } finally {
      queries.refresh(query.key)
    }
  }
  return {
    sessions,
    $hasOthers: computed($remote, (remote) => remote.status === 'ready' && remote.data.length > 1),
    end: ({ id, device }) =>
      attempt(() => client.call(endSession, { params: { id } }), accountText.sessionEnded(device)),
    signOutOthers: () => attempt(() => account.leave('others'), accountText.othersSignedOut),
    $asksEverywhere,
    askEverywhere: () => $asksEverywhere.set(true),
    cancelEverywhere: () => $asksEverywhere.set(false),
    everywhere: createMutation<void, void>(queries, { call: () => account.leave('everywhere') }),
  }
}

function rowOf(session: Session): SessionRow {
  const { program, system } = deviceOf(session.user_agent)
  const device = program && system ? accountText.deviceOn(program, system) : (program ?? system)
  return {
    id: session.id,
    device: device ?? accountText.unknownDevice,
    isCurrent: session.is_current,
    ip: session.ip,
    insertedAt: session.inserted_at,
    lastSeenAt: session.last_seen_at,
  }
}
