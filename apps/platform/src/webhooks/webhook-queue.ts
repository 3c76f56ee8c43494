/**
 * Watches the queues of the open databases. A server tells by NOTIFY that there is something; a database without other sessions
 * is asked after it was used. Neither is needed for a message to arrive: what waits is taken when the database is next opened.
 */
import pg from 'pg'
import type { Logger } from 'pino'
import type { ControlDatabase } from '../control/control-database.js'
import { renameWebhookTable, webhookRows } from '../control/webhooks.js'
import type { Database } from '../engines/engine.js'
import { primaryOf } from '../engines/replica-id.js'
import { configOf } from '../engines/server/sign-in.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { syncTriggers, type SyncedTriggers } from './sync-triggers.js'
import { takeMessages } from './take-messages.js'
import { WEBHOOK_CHANNEL } from './webhook-sql.js'

export interface WebhookQueueDeps {
  control: ControlDatabase
  box: SecretBox
  log: Pick<Logger, 'warn'>
  /** Messages were taken: they can be sent. */
  onTaken(): void
}

export interface WebhookQueue {
  /** The database of a project was opened or used. */
  used(database: Database): void
  /** Makes the triggers as the webhooks say, and takes what waits. @throws DatabaseError, EngineError */
  sync(database: Database, moved?: ReadonlySet<string>): Promise<SyncedTriggers>
  /** Settles when what was noted until now is taken, or could not be. */
  look(ref: string): Promise<void>
  close(): Promise<void>
}

interface Watched {
  database: Database
  isOn: boolean
  ear?: pg.Client | undefined
  looking?: Promise<void> | undefined
  isDirty: boolean
  timer?: NodeJS.Timeout | undefined
  /** When the timer rings. */
  ringsAt: number
  pollsUntil: number
}

/** After a use, and then as often for a while: programs write without a new use. */
const SOON_MS = 300
const EVERY_MS = 5000
/** Shorter than the time after which an unused database is closed. */
const POLLS_MS = 5 * 60_000
const ANSWER_MS = 5000

export function createWebhookQueue(deps: WebhookQueueDeps): WebhookQueue {
  const { control, log, onTaken } = deps
  const watched = new Map<string, Watched>()
  /** Two at once would make the same triggers. */
  const syncing = new Map<string, Promise<unknown>>()
  const closed = new AbortController()

  function forget(ref: string): void {
    const one = watched.get(ref)
    watched.delete(ref)
    clearTimeout(one?.timer)
    one?.ear?.end().catch(() => {})
  }

  function look(one: Watched): Promise<void> {
    one.isDirty = true
    one.looking ??= (async () => {
      try {
        while (one.isDirty && !closed.signal.aborted) {
          // What is told meanwhile is looked for again.
          one.isDirty = false
          if ((await takeMessages(deps, one.database)) === 0) continue
          one.isDirty = true
          onTaken()
        }
      } catch (error) {
        log.warn(
          { err: error, project: one.database.id },
          'messages of webhooks could not be taken; they stay queued',
        )
      } finally {
        one.looking = undefined
      }
    })()
    return one.looking
  }

  function poll(one: Watched, ms: number): void {
    if (closed.signal.aborted || watched.get(one.database.id) !== one) return
    const at = Date.now() + ms
    if (one.timer !== undefined && one.ringsAt <= at) return
    clearTimeout(one.timer)
    one.ringsAt = at
    one.timer = setTimeout(() => {
      one.timer = undefined
      void look(one).then(() => {
        if (Date.now() < one.pollsUntil) poll(one, EVERY_MS)
      })
    }, ms).unref()
  }

  async function listen(one: Watched): Promise<void> {
    const signIn = await one.database.serviceSignIn?.()
    if (!signIn) return
    const client = new pg.Client({ ...configOf(signIn), query_timeout: ANSWER_MS })
    const lost = () => {
      if (one.ear !== client) return
      one.ear = undefined
      client.end().catch(() => {})
      poll(one, SOON_MS)
    }
    one.ear = client
    client.on('notification', () => void look(one))
    client.on('error', lost)
    client.on('end', lost)
    try {
      await client.connect()
      await client.query(`listen ${WEBHOOK_CHANNEL}`)
    } catch {
      lost()
    }
  }

  async function syncNow(database: Database, moved?: ReadonlySet<string>): Promise<SyncedTriggers> {
    const { id: ref } = database
    const rows = await webhookRows(control, ref)
    const synced = await syncTriggers(database, rows, moved)
    if (synced.renamed.length > 0)
      await control.append(synced.renamed.map((place) => renameWebhookTable(place.webhookId, place)))
    let one = watched.get(ref)
    if (!one) {
      one = { database, isOn: false, isDirty: false, pollsUntil: 0, ringsAt: 0 }
      watched.set(ref, one)
    }
    one.isOn = rows.some(({ enabled }) => enabled)
    if (!synced.hasQueue || closed.signal.aborted) return synced
    if (one.isOn && !one.ear) await listen(one)
    // Also what a copy of a database brought with it: no webhook is there for it, and it is dropped.
    await look(one)
    return synced
  }

  /** A database without webhooks is not asked anything. */
  async function begin(database: Database): Promise<void> {
    if ((await webhookRows(control, database.id)).length > 0) await sync(database)
  }

  function sync(database: Database, moved?: ReadonlySet<string>): Promise<SyncedTriggers> {
    const { id: ref } = database
    const begun = (syncing.get(ref) ?? Promise.resolve())
      .catch(() => {})
      .then(() => syncNow(database, moved))
      .finally(() => syncing.get(ref) === begun && syncing.delete(ref))
    syncing.set(ref, begun)
    return begun
  }

  return {
    used(database) {
      const { id: ref } = database
      if (closed.signal.aborted || primaryOf(ref) !== undefined) return
      const one = watched.get(ref)
      if (one?.database === database) {
        if (!one.isOn || one.ear) return
        one.pollsUntil = Date.now() + POLLS_MS
        return poll(one, SOON_MS)
      }
      forget(ref)
      watched.set(ref, { database, isOn: false, isDirty: false, pollsUntil: 0, ringsAt: 0 })
      begin(database).catch((error: unknown) => {
        // Tried again at its next opening, or when its webhooks are looked at; each use would be too often.
        log.warn({ err: error, project: ref }, 'the webhooks of a project could not be prepared')
      })
    },
    sync,
    async look(ref) {
      const one = watched.get(ref)
      if (one) await look(one)
    },
    async close() {
      closed.abort()
      const all = [...watched.values()]
      for (const ref of watched.keys()) forget(ref)
      await Promise.all(all.map(({ looking }) => looking))
    },
  }
}
