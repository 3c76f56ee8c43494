/** The subscriptions of one project to changes of its tables: read while somebody listens, checked, and handed out. */
import type { Logger } from 'pino'
import { REALTIME_CLAIMS_MEASURED } from './claims-measured.js'
import { DatabaseError, EngineError } from '../../../engines/engine.js'
import { MESSAGES } from '../family-names.js'
import type { PipelineResult, PipelineStatement } from '../../../engines/session/pipeline-request.js'
import { realtimeText } from '../../../text/realtime.js'
import type { ChangesSubscription, ChangesWanted } from '../realtime-project.js'
import { askAsStatement, type AskedAs } from './ask-as.js'
import {
  filterQuestion,
  readAsked,
  refusalOf,
  tablesQuestion,
  type AskedSubscription,
} from './asked-changes.js'
import type { OpenChangeSource, OpenSource } from './change-source.js'
import { grouped } from './grouped.js'
import type { LiveSubscription, Viewer } from './live-subscription.js'
import { planDelivery } from './plan-delivery.js'
import type { RowTexts, TableChange } from './table-change.js'
import { shapesStatement, type TableShape } from './table-shape.js'
import { visibleStatement } from './visible-transactions.js'

export interface ProjectChangesDeps {
  ref: string
  open: OpenChangeSource
  /** One transaction that can only read, as the login of the services. @throws DatabaseError, EngineError, DomainError */
  ask(statements: readonly PipelineStatement[]): Promise<PipelineResult[]>
  /** The database is in use: it is not closed. */
  used(): void
  /** The server dropped what it kept, because it was too much. */
  givenUp(): void
  /** The last subscriber left a while ago. */
  onIdle(): void
  log: Pick<Logger, 'warn'>
}

export interface ProjectChanges {
  /** Rows that the database stores in `realtime.messages`. @returns when each one from now on will come */
  hearMessages(take: (message: RowTexts) => void): Promise<void>
  /** Stops reading them: no channel is left that hears them. */
  endMessages(): void
  /** @param newId names a subscription */
  subscribe(wanted: ChangesWanted, newId: () => number): ChangesSubscription
  /** The catalogue was changed. Subscribers of a table that is gone are told. */
  schemaChanged(): void
  /** @param forgets what happens until the next subscription is not wanted */
  close(forgets: boolean): Promise<void>
}

/** What was asked of one channel. */
interface Group {
  wanted: ChangesWanted
  asked: { id: number; asked: AskedSubscription }[]
}

type Subscription = LiveSubscription & { group: Group }

/** Changes go on being read for so long after the last subscriber left: one that comes back misses none. */
const LINGER_MS = 30_000
const USE_MS = 5000
/** A transaction that other sessions don't see yet is waited for so long: it may wait for a standby that is away. */
const UNSEEN_MS = 30_000
const UNSEEN_PAUSE_MS = 2
/** After the first subscriber came back, the others have so long. */
const GATHER_MS = 3000
/** Milliseconds to the next attempt after a loss, each longer than the one before. */
const RETRY_MS = [100, 500, 2000, 5000, 15_000] as const

export function createProjectChanges(deps: ProjectChangesDeps): ProjectChanges {
  const { open, ask, log, ref } = deps
  const groups = new Set<Group>()
  let live: Subscription[] = []
  const shapes = new Map<number, TableShape>()
  let source: Promise<OpenSource> | undefined
  let isClosed = false
  let lingering: NodeJS.Timeout | undefined
  let using: NodeJS.Timeout | undefined
  /** Somebody was told that the connection is lost. */
  let wasLost = false
  let wasOpen = false
  let takeMessage: ((message: RowTexts) => void) | undefined
  const isWanted = (): boolean => groups.size > 0 || takeMessage !== undefined
  /** What came before it waits for subscribers. */
  let gathering: Promise<void> | undefined
  let gathered = (): void => {}

  function opened(): Promise<OpenSource> {
    source ??= openUntilClosed()
    return source
  }

  async function openUntilClosed(): Promise<OpenSource> {
    for (let attempt = 0; ; attempt++) {
      if (isClosed) throw new Error('The project’s changes are closed')
      try {
        const made = await open({ take, lost })
        const { continuation } = made
        // Clients of an earlier process come back, one after the other.
        if (!wasOpen && continuation === 'continued') waitForSubscribers()
        wasOpen = true
        if (continuation === 'given-up') deps.givenUp()
        if (wasLost && continuation !== 'continued') tellAll('error', realtimeText.changesMissed)
        if (wasLost) tellAll('ok', realtimeText.subscribed)
        wasLost = false
        shapes.clear()
        return made
      } catch (error) {
        if (error instanceof EngineError && error.code === 'unsupported') {
          source = undefined
          throw error
        }
        if (attempt === 0) {
          log.warn({ err: error, project: ref }, 'changes of tables could not be read')
          tellAll('error', realtimeText.changesInterrupted)
          wasLost = true
        }
        await later(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] ?? 0)
      }
    }
  }

  function waitForSubscribers(): void {
    gathering = new Promise((resolve) => {
      gathered = () => void later(GATHER_MS).then(resolve)
    })
  }

  function lost(error: unknown): void {
    source = undefined
    if (isClosed) return
    log.warn({ err: error, project: ref }, 'reading the changes of tables was interrupted')
    wasLost = true
    if (isWanted()) opened().catch(() => {})
  }

  function tellAll(status: 'ok' | 'error', message: string): void {
    for (const group of groups) group.wanted.tell(status, message)
  }

  async function asAsked(asked: readonly AskedAs[]): Promise<(string | null)[]> {
    if (asked.length === 0) return []
    return answersIn((await ask([askAsStatement(asked)]))[0])
  }

  /** The answer as soon as all sessions see the changes. */
  async function askSeeing(changes: readonly TableChange[], statement: PipelineStatement) {
    const transactions = [
      ...new Set(changes.flatMap(({ transaction: id }) => (id === undefined ? [] : [id]))),
    ]
    if (transactions.length === 0) return (await ask([statement]))[0]
    for (const until = performance.now() + UNSEEN_MS; ;) {
      const [seen, answer] = await ask([visibleStatement(transactions), statement])
      const isSeen = seen?.rows[0]?.[0]?.toString() === 't'
      if (isSeen || isClosed || performance.now() > until) return answer
      await later(UNSEEN_PAUSE_MS)
    }
  }

  async function take(changes: TableChange[], reshaped: ReadonlySet<number>): Promise<void> {
    // The first changes may come before it is known whether they must wait for subscribers.
    await source?.catch(() => undefined)
    await gathering
    // Nobody hears them any more: the next reader gets them again.
    if (isClosed) throw new Error('The project’s changes are closed')
    for (const oid of reshaped) shapes.delete(oid)
    if (!isWanted() || changes.length === 0) return
    const missing = [...new Set(changes.map(({ oid }) => oid))].filter((oid) => !shapes.has(oid))
    if (missing.length > 0) {
      const result = await askSeeing(changes, { text: shapesStatement(missing), values: [] })
      for (const shape of JSON.parse(result?.rows[0]?.[0]?.toString() ?? '[]') as TableShape[])
        shapes.set(shape.oid, shape)
      if ([...missing].some((oid) => reshaped.has(oid))) schemaChanged()
    }
    handOutMessages(changes)
    if (live.length === 0) return
    const plan = planDelivery(changes, shapes, live)
    if (plan.asked.length === 0) return
    try {
      const answers = answersIn(await askSeeing(changes, askAsStatement(plan.asked)))
      for (const { subscriptions, data } of plan.deliveries(answers)) {
        const byGroup = grouped(subscriptions, ({ group }) => group)
        for (const [{ wanted }, heard] of byGroup)
          wanted.push(`{"ids":[${heard.map(({ id }) => id).join(',')}],"data":${data}}`)
      }
    } catch (error) {
      // A policy that takes too long must not hold up what comes after.
      if (!(error instanceof DatabaseError)) throw error
      log.warn({ err: error, project: ref }, 'changes of tables could not be checked')
      tellAll('error', realtimeText.changesUnchecked)
    }
  }

  function handOutMessages(changes: readonly TableChange[]): void {
    for (const { oid, record } of changes) {
      const shape = shapes.get(oid)
      if (record && shape?.schema === MESSAGES.schema && shape.table === MESSAGES.table) takeMessage?.(record)
    }
  }

  /** Undefined: all of it can be heard. */
  async function refusal({ asked, wanted }: Group): Promise<string | undefined> {
    const { role } = wanted.actor()
    const answers = await asAsked(asked.map((one) => tablesQuestion(one.asked, role)))
    const filters: { column: string; question: AskedAs }[] = []
    for (const [at, one] of asked.entries()) {
      const tables = JSON.parse(answers[at] ?? '[]') as TableShape[]
      const reason = refusalOf(one.asked, tables, role)
      if (reason !== undefined) return reason
      for (const filter of one.asked.filters) {
        const question = filterQuestion(filter, tables[0]?.columns ?? [], role)
        filters.push({ column: filter.column, question })
      }
    }
    const compared = await asAsked(filters.map(({ question }) => question))
    const wrong = filters[compared.indexOf(null)]
    return wrong && realtimeText.wrongValue(wrong.column)
  }

  async function begin(group: Group): Promise<void> {
    const { wanted } = group
    const { renew } = await opened()
    await renew?.()
    const reason = await refusal(group)
    if (!groups.has(group)) return
    if (reason !== undefined) {
      groups.delete(group)
      return wanted.tell('error', reason)
    }
    const viewer = createViewerOf(wanted)
    for (const { id, asked } of group.asked)
      live.push({
        ...asked,
        id,
        group,
        get viewer() {
          return viewer()
        },
      })
    gathered()
    wanted.tell('ok', realtimeText.subscribed)
    if (hasManyClaims()) wanted.tell('ok', realtimeText.manyClaims(REALTIME_CLAIMS_MEASURED))
  }

  /** Whether more claims are listened with than were measured. */
  function hasManyClaims(): boolean {
    if (live.length <= REALTIME_CLAIMS_MEASURED) return false
    return (
      new Set(live.map(({ viewer }) => `${viewer.role} ${viewer.claims}`)).size > REALTIME_CLAIMS_MEASURED
    )
  }

  function end(group: Group): void {
    groups.delete(group)
    live = live.filter((one) => one.group !== group)
    leaveSoon()
  }

  function use(): void {
    clearTimeout(lingering)
    lingering = undefined
    deps.used()
    using ??= setInterval(deps.used, USE_MS).unref()
  }

  function leaveSoon(): void {
    if (isWanted() || isClosed) return
    clearInterval(using)
    using = undefined
    lingering ??= setTimeout(() => {
      lingering = undefined
      if (!isWanted()) deps.onIdle()
    }, LINGER_MS)
    lingering.unref()
  }

  function schemaChanged(): void {
    for (const group of groups) {
      if (!live.some((one) => one.group === group)) continue
      refusal(group).then(
        (reason) => {
          if (reason === undefined || !groups.has(group)) return
          end(group)
          group.wanted.tell('error', reason)
        },
        (error: unknown) => log.warn({ err: error, project: ref }, 'a subscription could not be checked'),
      )
    }
  }

  return {
    async hearMessages(take) {
      takeMessage = take
      use()
      await (await opened()).renew?.()
    },
    endMessages() {
      takeMessage = undefined
      leaveSoon()
    },
    schemaChanged,
    subscribe(wanted, newId) {
      const read = wanted.asked.map(readAsked)
      const ids = read.map(newId)
      const refused = read.find((one) => one.type === 'refused')
      if (refused?.type === 'refused') {
        wanted.tell('error', refused.reason)
        return { ids, end() {} }
      }
      const asked = read.flatMap((one, at) =>
        one.type === 'asked' ? [{ id: ids[at] ?? 0, asked: one.asked }] : [],
      )
      const group: Group = { wanted, asked }
      groups.add(group)
      use()
      begin(group).catch((error: unknown) => {
        if (!groups.has(group)) return
        log.warn({ err: error, project: ref }, 'a subscription to changes could not begin')
        end(group)
        const isUnsupported = error instanceof EngineError && error.code === 'unsupported'
        wanted.tell('error', isUnsupported ? error.message : realtimeText.noDatabase)
      })
      return { ids, end: () => end(group) }
    },
    async close(forgets) {
      isClosed = true
      clearTimeout(lingering)
      clearInterval(using)
      groups.clear()
      live = []
      takeMessage = undefined
      gathered()
      const known = await source?.catch(() => undefined)
      await known?.close(forgets)
    },
  }
}

/** Of `askAsStatement`. */
function answersIn(result: PipelineResult | undefined): (string | null)[] {
  return JSON.parse(result?.rows[0]?.[0]?.toString() ?? '[]') as (string | null)[]
}

/** The claims of a token are written once, not with each change. */
function createViewerOf({ actor }: ChangesWanted): () => Viewer {
  let of: ReturnType<typeof actor> | undefined
  let viewer: Viewer = { role: '', claims: '' }
  return () => {
    const now = actor()
    if (now !== of) viewer = { role: now.role, claims: JSON.stringify(now.claims) }
    of = now
    return viewer
  }
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
