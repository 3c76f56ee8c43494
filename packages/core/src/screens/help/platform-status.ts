/** How the platform is, part by part; asked for again while one looks. */
import type { PlatformPart, PlatformStatus } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { platformStatusQuery } from '../../data/platform-status.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import type { StatusTone } from '../../rules/project/project-status.js'
import { helpText } from '../../text/help.js'
import type { ConnectionState } from '../../sessions/shell/connection.js'
import type { Needs } from '../context.js'

const text = helpText.status

export interface StatusRow {
  key: string
  label: string
  badge: { label: string; tone: StatusTone }
  detail?: string
}

export type PlatformStatusView =
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  | {
      status: 'ready'
      summary: { title: string; tone: StatusTone }
      rows: StatusRow[]
      version: string
      /** ISO 8601. */
      startedAt: string
      isChecking: boolean
    }

/** `/status`: how each part of the platform is. `check` asks again at once. */
export interface PlatformStatusScreen extends Disposable {
  readonly title: string
  readonly lead: string
  readonly $view: ReadableAtom<PlatformStatusView>
  check(): void
}

export function createPlatformStatus(
  { client, queries, connection }: Needs<'client' | 'queries' | 'connection'>,
  { title }: { title: string },
): PlatformStatusScreen {
  const query = platformStatusQuery(client)
  return {
    title,
    lead: text.lead,
    $view: computed([queries.store(query), connection.$state], viewOf),
    check: () => queries.refresh(query.key),
    dispose() {},
  }
}

const TONES: Record<PlatformPart['state'], StatusTone> = {
  works: 'good',
  fails: 'bad',
  configured: 'good',
  off: 'quiet',
}

function viewOf(remote: Remote<PlatformStatus>, connection: ConnectionState): PlatformStatusView {
  if (remote.status === 'loading') return remote
  if (remote.status === 'failed')
    return { status: 'failed', message: remote.error.message, retry: remote.retry }
  const { version, started_at, parts } = remote.data
  const isHere = connection.status === 'here'
  const fails = parts.some(({ state }) => state === 'fails')
  return {
    status: 'ready',
    summary: !isHere
      ? { title: text.away, tone: 'bad' }
      : fails
        ? { title: text.disturbed, tone: 'bad' }
        : { title: text.well, tone: 'good' },
    rows: [
      {
        key: 'platform',
        label: text.platform,
        badge: isHere ? { label: text.states.works, tone: 'good' } : { label: text.unreachable, tone: 'bad' },
      },
      ...parts.map(rowOf),
    ],
    version,
    startedAt: started_at,
    isChecking: remote.refreshing,
  }
}

function rowOf({ part, state, detail, tookMs }: PlatformPart): StatusRow {
  const told = detail ?? (tookMs === undefined ? text.about[part]?.[state] : text.took(tookMs))
  return {
    key: part,
    label: text.parts[part],
    badge: { label: text.states[state], tone: TONES[state] },
    ...(told === undefined ? {} : { detail: told }),
  }
}
