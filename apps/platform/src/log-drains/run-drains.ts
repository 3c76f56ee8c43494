/**
 * Sends the lines that this process stores, drain by drain, batch by batch. What was accepted is written down before the next
 * batch is begun, so that a process that is killed sends one batch twice at most.
 */
import { LOG_SOURCES, type LogDrainType } from '@basedeck/platform-client/contract'
import type { Logger } from 'pino'
import type { ControlDatabase, ControlStatement } from '../control/control-database.js'
import { drainsToRun, failDrain, moveDrain, noteDrainTold, type LogDrainRow } from '../control/log-drains.js'
import type { DrainedLines } from '../log-lines/log-lines.js'
import type { WriteLine } from '../log-lines/log-line.js'
import type { DrainMark, UnsentLine } from '../log-lines/unsent-lines.js'
import type { Unsent } from '../log-lines/line-thread-calls.js'
import type { Outgoing } from '../outgoing/outgoing.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { logDrainText } from '../text/log-drains.js'
import { afterAnswer, secondsUntilAgain } from './after-answer.js'
import { drainNotices, isDueToTell } from './drain-notices.js'
import { openDrain } from './sealed-drain.js'
import { sendBatch, type BatchOutcome } from './send-batch.js'

export interface RunDrainsDeps {
  control: ControlDatabase
  box: Pick<SecretBox, 'open'>
  lines: DrainedLines
  outgoing: Pick<Outgoing, 'call'>
  installationId: string
  writeLine: WriteLine
  log: Pick<Logger, 'warn'>
  now(): number
}

export interface RunningDrains {
  /** Looks at all drains now. Resolves when each has sent what there was, or failed. */
  look(): Promise<void>
  /** Ends the waiting; resolves when what is under way has ended, or soon. */
  close(): Promise<void>
}

const EVERY_MS = 2000
const CLOSE_MS = 2000
/** Drains that send at the same time: one that hangs holds up itself. */
const AT_ONCE = 16
/** Of one batch. A batch is in memory once as lines and once as its body. */
const BATCH: Readonly<Record<LogDrainType, { lines: number; characters: number; waitMs: number }>> = {
  https: { lines: 1000, characters: 1_000_000, waitMs: 0 },
  otlp: { lines: 1000, characters: 1_000_000, waitMs: 0 },
  loki: { lines: 1000, characters: 1_000_000, waitMs: 0 },
  // Objects that are too small cost most.
  s3: { lines: 2000, characters: 4_000_000, waitMs: 60_000 },
}
const MICROS = 1000
const HOUR_MICROS = 60 * 60 * 1_000_000
/** Where nothing happens, how far was looked is written down so often. */
const QUIET_MS = 5 * 60_000

/** While batches follow each other, what waits is counted so often. */
const COUNT_MS = 5000
const NOTHING_WAITS = { count: 0, oldest: undefined }

/** What this process knows of a drain. */
interface Running {
  row: LogDrainRow
  position: number
  /** Which `since` the position belongs to. */
  since: number
  failures: number
  /** Milliseconds since 1970; null: it works. */
  failingSince: number | null
  /** People know that it fails. */
  isTold: boolean
  /** Milliseconds since 1970; 0: now. */
  nextAt: number
  /** Lines of a batch, fewer after a refusal. */
  most: number
  writtenAt: number
  /** As counted last, less what was sent since. */
  behind: { count: number; oldest: number | undefined }
  countedAt: number
  sending?: Promise<void> | undefined
}

export function runDrains(deps: RunDrainsDeps): RunningDrains {
  const { control, lines, installationId, log, now } = deps
  const running = new Map<string, Running>()
  const closed = new AbortController()
  let looking: Promise<void> | undefined
  /** Drains wait here for their turn. */
  let free = AT_ONCE

  async function follow(): Promise<void> {
    const rows = await drainsToRun(control, installationId)
    for (const id of running.keys()) if (!rows.some((row) => row.id === id)) running.delete(id)
    for (const { at, ...row } of rows) {
      const known = running.get(row.id)
      if (known?.sending) {
        known.row = row
        continue
      }
      const isChanged = known?.row.updated_at !== row.updated_at
      running.set(row.id, {
        row,
        position: Math.max(known?.position ?? 0, at?.position ?? 0, row.since),
        since: row.since,
        failures: known?.failures ?? at?.failures ?? 0,
        failingSince: known?.failingSince ?? (at?.failing_since ? Date.parse(at.failing_since) : null),
        isTold: known?.isTold ?? (at?.told_at ?? null) !== null,
        nextAt: at?.next_at ? Date.parse(at.next_at) : isChanged ? 0 : known.nextAt,
        most: isChanged ? BATCH[row.target.type].lines : known.most,
        writtenAt: known?.writtenAt ?? 0,
        behind: known?.behind ?? NOTHING_WAITS,
        countedAt: known?.countedAt ?? 0,
      })
    }
    await lines.keepMarks(rows.map(({ id }) => id))
  }

  /** A second call while one is under way shares it. */
  function look(): Promise<void> {
    return (looking ??= pass().finally(() => (looking = undefined)))
  }

  async function pass(): Promise<void> {
    if (closed.signal.aborted) return
    try {
      await follow()
    } catch (error) {
      log.warn({ err: error }, 'drains of logs could not be read; it is tried again')
      return
    }
    for (const one of running.values()) {
      if (free === 0) break
      if (one.sending || one.nextAt > now()) continue
      free -= 1
      one.sending = drain(one)
        .catch((error: unknown) => {
          one.nextAt = now() + EVERY_MS
          log.warn({ err: error, drain: one.row.id }, 'a drain of logs could not go on; it is tried again')
        })
        .finally(() => {
          free += 1
          one.sending = undefined
        })
    }
  }

  async function drain(one: Running): Promise<void> {
    while (!closed.signal.aborted && running.get(one.row.id) === one) {
      const { row } = one
      const { type } = row.target
      const { characters, waitMs } = BATCH[type]
      const asked = await lines.unsent(row.id, markOf(row, one.position), { lines: one.most, characters })
      if (asked.type !== 'found') return
      const unsent = asked.value
      if (unsent.lost > 0) await writeLost(one, unsent)
      const batch = type === 's3' ? ofOneHour(unsent.lines) : unsent.lines
      const [first] = batch
      if (!first) return quiet(one, unsent.upTo)
      const isWhole = unsent.isCut || batch.length < unsent.lines.length
      if (!isWhole && now() - first.number / MICROS < waitMs) return
      const outcome = await sendBatch(deps.outgoing, row.target, openDrain(deps.box, row), {
        project: row.ref,
        lines: batch,
        installationId,
      })
      if (!(await settle(one, batch, outcome, isWhole))) return
      // A refused batch is tried in parts at once.
      if (!isWhole && one.most >= batch.length) return
    }
  }

  /** True: the next batch may follow. */
  async function settle(
    one: Running,
    batch: readonly UnsentLine[],
    outcome: BatchOutcome,
    isMore: boolean,
  ): Promise<boolean> {
    const { row } = one
    const of = { drainId: row.id, installationId }
    const { status, reason, answer, rejected = 0 } = outcome
    const next = afterAnswer(row.target.type, status, { lines: batch.length, failures: one.failures })
    const last = batch.at(-1)?.number ?? one.position
    if (next === 'sent') {
      const refused = Math.min(rejected, batch.length)
      const recovered = one.isTold ? await drainNotices(control, row, { type: 'recovered' }) : []
      await move(one, { position: last, sent: batch.length - refused, refused }, isMore, recovered)
      if (one.failures > 0) say(row, 'info', logDrainText.recovered(row.name))
      Object.assign(one, {
        failures: 0,
        failingSince: null,
        isTold: false,
        nextAt: 0,
        most: Math.min(one.most * 2, BATCH[row.target.type].lines),
      })
      return true
    }
    if (next === 'smaller') {
      one.most = Math.max(1, Math.floor(batch.length / 2))
      return true
    }
    one.failures += 1
    one.failingSince ??= now()
    if (one.failures === 1) say(row, 'warn', logDrainText.failing(row.name), { status, reason })
    if (next === 'skip') await move(one, { position: last, refused: batch.length }, isMore)
    const again = secondsUntilAgain(row.target.type, next, one.failures)
    one.nextAt = now() + again * 1000
    const isDue = isDueToTell(one.failingSince, one.isTold, now())
    await control.append([
      failDrain(of, {
        position: one.position,
        failures: one.failures,
        again,
        error: { status: status ?? null, reason: reason ?? null, answer: answer || null },
        behind: await waitingOf(one),
      }),
      ...(isDue
        ? [
            noteDrainTold(of),
            ...(await drainNotices(control, row, { type: 'failing', reason: sentenceOf(status) })),
          ]
        : []),
    ])
    one.isTold ||= isDue
    return false
  }

  async function waitingOf({ row, position }: Running): Promise<Running['behind']> {
    const counted = await lines.countUnsent(markOf(row, position))
    return counted.type === 'found' ? counted.value : NOTHING_WAITS
  }

  /** @param isMore more lines wait */
  async function move(
    one: Running,
    moved: { position: number; sent?: number; refused?: number; lost?: number },
    isMore: boolean,
    told: readonly ControlStatement[] = [],
  ): Promise<void> {
    const { sent = 0, refused = 0 } = moved
    if (!isMore) one.behind = NOTHING_WAITS
    else if (now() - one.countedAt < COUNT_MS)
      one.behind = { ...one.behind, count: Math.max(0, one.behind.count - sent - refused) }
    else {
      one.behind = await waitingOf({ ...one, position: moved.position })
      one.countedAt = now()
    }
    const of = { drainId: one.row.id, installationId }
    await control.append([moveDrain(of, { ...moved, behind: one.behind }), ...told])
    one.position = moved.position
    one.writtenAt = now()
  }

  async function writeLost(one: Running, { lost }: Unsent): Promise<void> {
    await move(one, { position: one.position, lost }, true)
    await lines.toldLost(one.row.id, lost)
    say(one.row, 'warn', logDrainText.lost(one.row.name, lost))
  }

  async function quiet(one: Running, upTo: number): Promise<void> {
    if (now() - one.writtenAt < QUIET_MS) {
      one.position = upTo
      return
    }
    await move(one, { position: upTo }, false)
  }

  function say(
    { ref, id }: LogDrainRow,
    level: 'info' | 'warn',
    message: string,
    fields: Record<string, unknown> = {},
  ): void {
    deps.writeLine({
      time: now(),
      project: ref,
      source: 'deliveries',
      level,
      message,
      fields: { drain: id, ...fields },
    })
  }

  const timer = setInterval(() => void look(), EVERY_MS).unref()
  return {
    async look() {
      await look()
      await Promise.all([...running.values()].map(({ sending }) => sending))
    },
    async close() {
      closed.abort()
      clearInterval(timer)
      let late: NodeJS.Timeout | undefined
      const waited = new Promise<void>((resolve) => {
        late = setTimeout(resolve, CLOSE_MS)
      })
      const ended = Promise.all([looking, ...[...running.values()].map(({ sending }) => sending)])
      await Promise.race([ended, waited])
      clearTimeout(late)
    },
  }
}

function sentenceOf(status: number | undefined): string {
  return status === undefined ? logDrainText.noAnswer : logDrainText.answered(status)
}

function markOf({ ref, sources }: LogDrainRow, after: number): DrainMark {
  return { project: ref, sources: sources ?? LOG_SOURCES, after }
}

/** An object holds lines of one hour. */
function ofOneHour(lines: readonly UnsentLine[]): readonly UnsentLine[] {
  const hourOf = ({ number }: UnsentLine) => Math.floor(number / HOUR_MICROS)
  const [first] = lines
  return first ? lines.filter((line) => hourOf(line) === hourOf(first)) : lines
}
