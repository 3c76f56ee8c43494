/** The lines of the logs of the fake platform's projects. */
import { LOG_PAGE_LINES, searchLogs, type LogLine, type LogStatus } from '../contract/logs.js'
import { fakeRoute, type FakeRoute } from './fake-route.js'
import { projectOf, type FakeWorld } from './fake-world.js'

/** What the fake platform holds of logs. A test adds lines and changes the status. */
export interface FakeLogs {
  /** By the ref of their project, in any order. */
  lines: Record<string, LogLine[]>
  status: LogStatus
  /** Other processes that do not answer. */
  processesAway: number
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
    add(ref, line) {
      count = (count + 1) % MICROS
      const id = String(Date.parse(line.time) * MICROS + count)
      logs.lines[ref] = [...(logs.lines[ref] ?? []), { ...line, id }]
    },
  }
  return logs
}

export function logRoutes(world: FakeWorld, logs: FakeLogs): FakeRoute[] {
  return [
    fakeRoute(searchLogs, ({ params, query }) => {
      const { ref } = projectOf(world, params['ref']).project
      const { from, to, levels, sources, text = '', request_id, before, limit = LOG_PAGE_LINES } = query
      const holds = (words: string | undefined, word: string) => words?.split(',').includes(word) ?? true
      const found = (logs.lines[ref] ?? []).filter(
        (line) =>
          (from === undefined || Date.parse(line.time) >= Date.parse(from)) &&
          (to === undefined || Date.parse(line.time) < Date.parse(to)) &&
          (before === undefined || Number(line.id) < Number(before)) &&
          (request_id === undefined || line.request_id === request_id) &&
          holds(levels, line.level) &&
          holds(sources, line.source) &&
          `${line.message}\n${JSON.stringify(line.fields)}`.toLowerCase().includes(text.toLowerCase()),
      )
      const lines = found.sort((a, b) => Number(b.id) - Number(a.id)).slice(0, Number(limit))
      return { lines, status: logs.status, processes_away: logs.processesAway }
    }),
  ]
}
