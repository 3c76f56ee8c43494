/**
 * Counts the lines of the alerts from time to time. Each process counts its own lines; one of them, which claims the alert, adds
 * the counts and decides.
 */
import { randomUUID } from 'node:crypto'
import { LOG_SOURCES } from '@basedeck/platform-client/contract'
import { readLogQuery } from '@basedeck/core/rules'
import type { Logger } from 'pino'
import type { ControlDatabase } from '../control/control-database.js'
import {
  alertsToCheck,
  beginEvent,
  claimCheck,
  endEvent,
  noteValue,
  writeCount,
  type LogAlertRow,
} from '../control/log-alerts.js'
import type { LogLines } from '../log-lines/log-lines.js'
import { afterCheck } from './after-check.js'
import { alertMessages, type AlertMessagesDeps } from './alert-messages.js'

export interface CheckAlertsDeps extends AlertMessagesDeps {
  control: ControlDatabase
  lines: Pick<LogLines, 'counts'>
  installationId: string
  /** Messages were added: they can be sent. */
  deliver(): void
  log: Pick<Logger, 'warn'>
  now(): number
}

export interface CheckedAlerts {
  /** Counts all alerts now. */
  look(): Promise<void>
  close(): Promise<void>
}

const EVERY_MS = 30_000
/** Two processes that look at the same time decide once. */
const CLAIM_MS = 20_000
/** A count that is older is of a process that has ended. */
const FRESH_MS = 3 * 60_000
const MINUTE_MS = 60_000

export function checkAlerts(deps: CheckAlertsDeps): CheckedAlerts {
  const { control, lines, installationId, log, now } = deps
  let looking: Promise<void> | undefined
  let isClosed = false

  async function pass(): Promise<void> {
    try {
      for (const alert of await alertsToCheck(control)) if (!isClosed) await check(alert)
    } catch (error) {
      log.warn({ err: error }, 'alerts on logs could not be checked; it is tried again')
    }
  }

  async function check(alert: LogAlertRow): Promise<void> {
    const at = now()
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
    if (value === undefined) return
    const { change, differsSince } = afterCheck(alert, value, at)
    const noted = noteValue(alert.id, value, differsSince)
    if (change === null) return void (await control.append([noted]))
    const id = randomUUID()
    const event = { id, at: iso(at), value }
    const isBegun = change === 'fires'
    const told = await alertMessages(deps, alert, { ...event, type: isBegun ? 'fired' : 'ended' })
    // One transaction: a program that is killed tells it whole, or again.
    await control.append([noted, isBegun ? beginEvent(alert, event) : endEvent(alert.id, event.at), ...told])
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

  const look = () => (looking ??= pass().finally(() => (looking = undefined)))
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
