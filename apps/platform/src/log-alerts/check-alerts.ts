/**
 * Looks at the alerts from time to time. Each process counts the lines that it stores; one of them, which claims the alert, adds
 * the counts and decides. A SELECT runs in the process that holds the project, and a figure is read by whichever claims it.
 */
import { randomUUID } from 'node:crypto'
import { LOG_SOURCES } from '@basedeck/platform-client/contract'
import { readLogQuery } from '@basedeck/core/rules'
import type { Logger } from 'pino'
import type { ControlDatabase } from '../control/control-database.js'
import {
  alertsToCheck,
  beginEvent,
  beginProblem,
  claimAlert,
  claimCheck,
  endEvent,
  endProblem,
  logAlertRow,
  noteProblem,
  noteValue,
  writeCount,
  type LogAlertRow,
} from '../control/log-alerts.js'
import type { LogLines } from '../log-lines/log-lines.js'
import { afterCheck } from './after-check.js'
import { alertMessages, uncheckedNotice, type AlertMessagesDeps } from './alert-messages.js'
import { askFigure, askSelect, type AskedNumber } from './ask-number.js'

export interface CheckAlertsDeps extends AlertMessagesDeps {
  control: ControlDatabase
  lines: Pick<LogLines, 'counts' | 'query'>
  installationId: string
  /** Messages were added: they can be sent. */
  deliver(): void
  log: Pick<Logger, 'warn'>
  now(): number
}

export interface CheckedAlerts {
  /** Looks at all alerts now. */
  look(): Promise<void>
  close(): Promise<void>
}

const EVERY_MS = 30_000
/** Two processes that look at the same time decide once. */
const CLAIM_MS = 20_000
/** A count that is older is of a process that has ended. */
const FRESH_MS = 3 * 60_000
/** A SELECT rests for so many times as long as it took. */
const SELECT_REST = 20
const MINUTE_MS = 60_000

export function checkAlerts(deps: CheckAlertsDeps): CheckedAlerts {
  const { control, lines, installationId, log, now } = deps
  let looking: Promise<unknown> | undefined
  let isClosed = false
  /** When a SELECT may run again, milliseconds since 1970, by the id of its alert. */
  const nextAt = new Map<string, number>()

  async function pass(): Promise<void> {
    const alerts = await alertsToCheck(control)
    for (const id of nextAt.keys()) if (!alerts.some((alert) => alert.id === id)) nextAt.delete(id)
    const isSelect = ({ kind }: LogAlertRow) => kind === 'sql'
    // A slow SELECT holds up no other kind.
    await Promise.all([
      inTurn(
        alerts.filter((alert) => !isSelect(alert)),
        checkOne,
      ),
      inTurn(alerts.filter(isSelect), checkSelect),
    ])
  }

  async function inTurn(
    alerts: readonly LogAlertRow[],
    one: (alert: LogAlertRow) => Promise<void>,
  ): Promise<void> {
    for (const alert of alerts)
      if (!isClosed)
        await one(alert).catch((error: unknown) =>
          log.warn({ err: error, alert: alert.id }, 'an alert could not be checked; it is tried again'),
        )
  }

  async function checkOne(alert: LogAlertRow): Promise<void> {
    const at = now()
    if (alert.kind === 'lines') return checkLines(alert, at)
    if (await claimed(alert, at)) await settle(alert, await askFigure(control, alert, at), at)
  }

  /** What took long comes seldom, so that no project keeps the store of the lines busy. */
  async function checkSelect(known: LogAlertRow): Promise<void> {
    const { holder, ref, id } = known
    if ((holder !== null && holder !== installationId) || now() < (nextAt.get(id) ?? 0)) return
    // Others ran before it: it may have been changed meanwhile.
    const alert = await logAlertRow(control, ref, id)
    const at = now()
    if (!alert?.enabled || !(await claimed(alert, at))) return
    const startedAt = performance.now()
    const asked = await askSelect(lines, alert, at)
    nextAt.set(id, at + SELECT_REST * (performance.now() - startedAt))
    await settle(alert, asked, at)
  }

  const claimed = ({ id }: LogAlertRow, at: number) =>
    claimAlert(control, { id, at: iso(at), before: iso(at - CLAIM_MS) })

  async function settle(alert: LogAlertRow, asked: AskedNumber, at: number): Promise<void> {
    if (asked.type === 'failed') return fails(alert, asked.problem, at)
    // Where nothing is known, nothing fires and nothing ends.
    if (asked.type === 'value') await decide(alert, asked.value, at)
  }

  async function fails(alert: LogAlertRow, problem: string, at: number): Promise<void> {
    if (alert.problem === problem) return
    if (alert.problem !== null) return void (await control.append([noteProblem(alert.id, problem)]))
    const event = { id: randomUUID(), at: iso(at), problem }
    const told = await uncheckedNotice(control, alert, event)
    await control.append([...beginProblem(alert, event), ...told])
  }

  async function checkLines(alert: LogAlertRow, at: number): Promise<void> {
    const count = await countOf(alert, at)
    // Lines that can't be counted are no zero.
    if (count === undefined) return
    await control.append([writeCount(alert.id, installationId, count, iso(at))])
    const value = await claimCheck(control, {
      id: alert.id,
      at: iso(at),
      before: iso(at - CLAIM_MS),
      since: iso(at - FRESH_MS),
    })
    if (value !== undefined) await decide(alert, value, at)
  }

  async function decide(alert: LogAlertRow, value: number, at: number): Promise<void> {
    const { change, differsSince } = afterCheck(alert, value, at)
    const noted = [
      noteValue(alert.id, value, differsSince),
      ...(alert.problem === null ? [] : endProblem(alert.id, iso(at))),
    ]
    if (change === null) return void (await control.append(noted))
    const id = randomUUID()
    const event = { id, at: iso(at), value }
    const isBegun = change === 'fires'
    const told = await alertMessages(deps, alert, { ...event, type: isBegun ? 'fired' : 'ended' })
    // One transaction: a program that is killed tells it whole, or again.
    await control.append([
      ...noted,
      isBegun ? beginEvent(alert, event) : endEvent(alert.id, event.at),
      ...told,
    ])
    deps.deliver()
  }

  async function countOf({ ref, query, minutes }: LogAlertRow, at: number): Promise<number | undefined> {
    const width = minutes * MINUTE_MS
    const search = {
      project: ref,
      from: at - width,
      // What is told of an alert is a line too; it must not feed the alert.
      sources: LOG_SOURCES.filter((source) => source !== 'deliveries' || /source:\S*deliveries/.test(query)),
      terms: readLogQuery(query).terms,
    }
    const counted = await lines.counts(search, width)
    if (counted.type !== 'found') return undefined
    return counted.value.reduce((sum, { count }) => sum + count, 0)
  }

  async function look(): Promise<void> {
    await (looking ??= pass()
      .catch((error: unknown) => log.warn({ err: error }, 'alerts could not be checked; it is tried again'))
      .finally(() => (looking = undefined)))
  }
  const timer = setInterval(() => void look(), EVERY_MS).unref()
  return {
    look,
    async close() {
      isClosed = true
      clearInterval(timer)
      await looking
    },
  }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
