/**
 * Listens on the control plane's PostgreSQL for projects, inboxes and data of projects changed by any process. One connection
 * listens; while it is lost, changes are missed, and subscribers are told so.
 */
import pg from 'pg'
import type { Logger } from 'pino'
import { parseDatabaseUrl } from '../engines/server/database-url.js'
import { reachServer } from '../engines/server/reach-server.js'
import type { ProjectChanges } from './project-changes.js'
import { DATA_CHANNEL, dataChangeIn, type DataChange } from './data-changes.js'

export interface HeardProjectChanges extends ProjectChanges {
  close(): Promise<void>
}

/** As the triggers of the migrations `processes` and `notifications` name them. */
const PROJECTS = 'basedeck_projects'
const NOTIFICATIONS = 'basedeck_notifications'
/** A silently cut connection is detected by a periodic query. */
const ASK_EVERY_MS = 10_000
const ANSWER_MS = 5000
const FIRST_AGAIN_MS = 500
const LONGEST_AGAIN_MS = 15_000

/** Begins to listen with the first that subscribes. */
export function heardProjectChanges(databaseUrl: string, log: Pick<Logger, 'warn'>): HeardProjectChanges {
  const listeners = new Set<(ref: string) => void>()
  const readers = new Set<(profileId: string) => void>()
  const dataListeners = new Set<(change: DataChange) => void>()
  const dataChanged = (payload: string) => {
    const change = dataChangeIn(payload)
    if (change) for (const changed of dataListeners) changed(change)
  }
  const listenersOf = new Map<string, ReadonlySet<(payload: string) => void>>([
    [PROJECTS, listeners],
    [NOTIFICATIONS, readers],
    [DATA_CHANNEL, new Set([dataChanged])],
  ])
  const turns = new Set<() => void>()
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let hasBegun = false
  let isWhole = false
  let isClosed = false

  const turn = (to: boolean) => {
    if (isWhole === to) return
    isWhole = to
    for (const turned of turns) turned()
  }

  async function listen(againMs: number): Promise<void> {
    let opened: pg.Client | undefined
    try {
      const { config } = await reachServer(parseDatabaseUrl(databaseUrl))
      if (isClosed) return
      opened = new pg.Client({ ...config, query_timeout: ANSWER_MS })
      const mine = opened
      client = mine
      mine.on('notification', ({ channel, payload }) => {
        if (payload) for (const changed of listenersOf.get(channel) ?? []) changed(payload)
      })
      mine.on('error', () => lost(mine, FIRST_AGAIN_MS))
      mine.on('end', () => lost(mine, FIRST_AGAIN_MS))
      await mine.connect()
      await mine.query(`listen ${NOTIFICATIONS}`)
      await mine.query(`listen ${DATA_CHANNEL}`)
      await mine.query(`listen ${PROJECTS}`)
      turn(true)
      askLater(mine)
    } catch (error) {
      log.warn({ err: error }, 'changes of other processes are not heard; it is tried again')
      if (opened) lost(opened, againMs)
      else again(againMs)
    }
  }

  function askLater(asked: pg.Client): void {
    timer = setTimeout(() => {
      asked.query('select 1').then(
        () => {
          if (client === asked) askLater(asked)
        },
        () => lost(asked, FIRST_AGAIN_MS),
      )
    }, ASK_EVERY_MS).unref()
  }

  /** Once for each connection. */
  function lost(which: pg.Client, againMs: number): void {
    if (client !== which) return
    client = undefined
    clearTimeout(timer)
    // The server may never confirm the end, so it is not awaited.
    which.end().catch(() => {})
    turn(false)
    again(againMs)
  }

  function again(afterMs: number): void {
    if (isClosed) return
    const next = Math.min(LONGEST_AGAIN_MS, afterMs * 2)
    timer = setTimeout(() => void listen(next), afterMs).unref()
  }

  const begin = () => {
    if (!hasBegun) void listen(FIRST_AGAIN_MS)
    hasBegun = true
  }

  return {
    isWhole: () => isWhole,
    subscribe(changed) {
      listeners.add(changed)
      begin()
      return () => void listeners.delete(changed)
    },
    onNotifications(changed) {
      readers.add(changed)
      begin()
      return () => void readers.delete(changed)
    },
    onData(changed) {
      dataListeners.add(changed)
      begin()
      return () => void dataListeners.delete(changed)
    },
    // Other processes write too, and are not heard to.
    onWrite: () => () => {},
    onTurn(turned) {
      turns.add(turned)
      return () => void turns.delete(turned)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      const last = client
      client = undefined
      await last?.end().catch(() => {})
    },
  }
}
