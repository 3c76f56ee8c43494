/** The lines of the logs of the fake platform's projects. */
import {
  countLogs,
  LOG_PAGE_LINES,
  queryLogs,
  readLogTerms,
  searchLogs,
  type LogBucket,
  type LogLine,
  type LogQueryResult,
  type LogStatus,
  type LogTerm,
} from '../contract/logs.js'
import type { ArgumentsOf } from '../contract/endpoint.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { projectOf, type FakeWorld } from './fake-world.js'

/** What the fake platform holds of logs. A test adds lines and changes the status. */
export interface FakeLogs {
  /** By the ref of their project, in any order. */
  lines: Record<string, LogLine[]>
  status: LogStatus
  /** Other processes that do not answer. */
  processesAway: number
  keptDays: number
  /** Answers SQL; a text is why it is refused. Default: each SQL gives one row that holds the number of lines. */
  answer(sql: string, lines: readonly LogLine[]): Pick<LogQueryResult, 'columns' | 'rows'> | string
  /** Adds a line; its id follows from its time. */
  add(ref: string, line: Omit<LogLine, 'id'>): void
}

const MICROS = 1000

export function createFakeLogs(): FakeLogs {
  let count = 0
  const logs: FakeLogs = {
    lines: {},
    status: { state: 'kept' },
    processesAway: 0,
    keptDays: 7,
    answer: (sql, lines) =>
      /^\s*(?:select|with|from)\b/i.test(sql)
        ? { columns: ['lines'], rows: [[String(lines.length)]] }
        : 'Write a SELECT: logs can only be read',
    add(ref, line) {
      count = (count + 1) % MICROS
      const id = String(Date.parse(line.time) * MICROS + count)
      logs.lines[ref] = [...(logs.lines[ref] ?? []), { ...line, id }]
    },
  }
  return logs
}

const HOUR_MS = 60 * 60_000
const BUCKET_MS = 60_000

export function logRoutes(world: FakeWorld, logs: FakeLogs): FakeRoute[] {
  const linesOf = (ref: string | undefined) => logs.lines[projectOf(world, ref).project.ref] ?? []
  return [
    fakeRoute(searchLogs, ({ params, query }) => {
      const { before, limit = LOG_PAGE_LINES } = query
      const lines = linesOf(params['ref'])
        .filter((line) => fits(line, query) && (before === undefined || Number(line.id) < Number(before)))
        .sort((a, b) => Number(b.id) - Number(a.id))
        .slice(0, Number(limit))
      return { lines, status: logs.status, kept_days: logs.keptDays, processes_away: logs.processesAway }
    }),
    fakeRoute(countLogs, ({ params, query }) => {
      const width = Number(query.bucket_ms ?? BUCKET_MS)
      const from =
        query.from ?? new Date((query.to ? Date.parse(query.to) : Date.now()) - HOUR_MS).toISOString()
      const buckets = new Map<string, LogBucket>()
      for (const line of linesOf(params['ref'])) {
        if (!fits(line, { ...query, from })) continue
        const at = new Date(Math.floor(Date.parse(line.time) / width) * width).toISOString()
        const key = `${at} ${line.level}`
        const count = (buckets.get(key)?.count ?? 0) + 1
        buckets.set(key, { at, level: line.level, count })
      }
      return {
        bucket_ms: width,
        buckets: [...buckets.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, bucket]) => bucket),
        status: logs.status,
        processes_away: logs.processesAway,
      }
    }),
    fakeRoute(queryLogs, ({ params, body }) => {
      const lines = linesOf(params['ref']).filter((line) => fits(line, body))
      const answer = logs.answer(body.sql, lines)
      if (typeof answer === 'string') throw new FakeRefusal(400, 'logs_query_refused', answer)
      return { ...answer, is_cut: false, is_sample: false, ms: 1, processes_left_out: logs.processesAway }
    }),
  ]
}

type Query = Partial<ArgumentsOf<typeof searchLogs>['query']>

function fits(
  line: LogLine,
  { from, to, levels, sources, text = '', request_id, terms }: NonNullable<Query>,
): boolean {
  const holds = (words: string | undefined, word: string) => words?.split(',').includes(word) ?? true
  return (
    (from === undefined || Date.parse(line.time) >= Date.parse(from)) &&
    (to === undefined || Date.parse(line.time) < Date.parse(to)) &&
    (request_id === undefined || line.request_id === request_id) &&
    holds(levels, line.level) &&
    holds(sources, line.source) &&
    has(wholeText(line), text) &&
    (terms === undefined || (readLogTerms(terms) ?? []).every((term) => fitsTerm(line, term) !== term.not))
  )
}

const wholeText = (line: LogLine) => `${line.message}\n${JSON.stringify(line.fields)}`
const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())

function fitsTerm(line: LogLine, { field, op, values }: LogTerm): boolean {
  const value = field === null ? wholeText(line) : textOf(line, field)
  if (op === 'any') return value !== ''
  return values.some((one) => {
    if (op === 'is') return value === one
    if (op === 'has') return has(value, one)
    const [left, right] = [value === '' ? NaN : Number(value), Number(one)]
    if (op === 'gt') return left > right
    if (op === 'ge') return left >= right
    return op === 'lt' ? left < right : left <= right
  })
}

function textOf(line: LogLine, field: string): string {
  if (field === 'source' || field === 'level' || field === 'message' || field === 'request_id')
    return line[field]
  const value = line.fields[field]
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
