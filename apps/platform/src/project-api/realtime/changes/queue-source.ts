/** Changes from the queue that statement triggers fill, of a database whose log can't be decoded. */
import type { QueuedChange, RealtimeHost } from '../realtime-host.js'
import type { OpenChangeSource } from './change-source.js'
import type { RowTexts, TableChange } from './table-change.js'

/** How often the queue is looked at, of a database in which others work too. */
const LOOK_MS = 100
/** The queue of a database that tells when work in it ended is looked at then, and not more often than this. */
const LEAST_MS = 5
/** The database is told so often that somebody listens, within the minute that it keeps changes. */
const WATCH_MS = 10_000
/** Of what was left at the last time, all is still there. */
const KEPT_MS = 50_000

export interface QueueSourceDeps {
  host: Pick<RealtimeHost, 'changeQueue'>
  ref: string
  /** No other process reads the queue. */
  isAlone: boolean
}

/** Up to where changes were taken. */
interface Position {
  /** All that this snapshot saw. */
  since: string
  /** Of what this one saw, all up to the change `after`: the database was closed before the rest was taken. */
  begun?: { until: string; after: number } | undefined
}

/** One for each project: it knows up to where changes were taken. */
export function queueSource({ host, ref, isAlone }: QueueSourceDeps): OpenChangeSource {
  let left: { position: Position; at: number } | undefined

  return async (listener) => {
    const ask = (step: Parameters<RealtimeHost['changeQueue']>[1]) => host.changeQueue(ref, step)
    const begun = await ask({ type: 'watch' })
    const isContinued = left !== undefined && performance.now() - left.at < KEPT_MS
    let position: Position = isContinued && left ? left.position : { since: begun.snapshot }
    let watchedAt = performance.now()
    let isOpen = true
    let timer: NodeJS.Timeout | undefined
    let looking: Promise<void> = Promise.resolve()

    /** When `since` was seen; undefined: the database does not tell when work in it ends. */
    let lastEnded: number | undefined

    const moveTo = (next: Position): void => {
      position = next
      left = { position, at: performance.now() }
    }

    async function take(): Promise<void> {
      for (;;) {
        const { since, begun } = position
        const quiet = !begun && lastEnded !== undefined ? { lastEnded, ms: LOOK_MS } : undefined
        const { until, after = 0 } = begun ?? {}
        const taken = await ask({ type: 'take', since, until, after, forgets: isAlone, quiet })
        if (!begun) lastEnded = taken.lastEnded
        if (!isOpen) return
        const last = taken.changes.at(-1)
        if (!last) return moveTo({ since: taken.snapshot })
        await listener.take(taken.changes.map(changeOf), new Set())
        moveTo({ since, begun: { until: taken.snapshot, after: last.id } })
        if (!isOpen) return
      }
    }

    async function look(): Promise<void> {
      try {
        if (performance.now() - watchedAt > WATCH_MS) {
          watchedAt = performance.now()
          await ask({ type: 'watch' })
        }
        await take()
        if (isOpen)
          timer = setTimeout(() => void (looking = look()), lastEnded === undefined ? LOOK_MS : LEAST_MS)
      } catch (error) {
        if (!isOpen) return
        isOpen = false
        listener.lost(error)
      }
    }

    looking = look()
    return {
      continuation: isContinued ? 'continued' : 'new',
      renew: async () => void (await ask({ type: 'watch' })),
      async close(forgets) {
        isOpen = false
        clearTimeout(timer)
        await looking
        if (forgets && isAlone) await ask({ type: 'end' })
      },
    }
  }
}

function changeOf({ oid, type, at, columns, record, old }: QueuedChange): TableChange {
  const rowOf = (values: (string | null)[] | null): RowTexts | undefined =>
    values ? new Map(columns.map((name, index) => [name, values[index] ?? null])) : undefined
  return { oid, type, committedAt: new Date(at), record: rowOf(record), old: rowOf(old) }
}
