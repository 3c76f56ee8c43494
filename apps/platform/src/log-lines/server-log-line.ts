/**
 * What PostgreSQL writes to its standard error, read as entries: one line with a prefix, lines that go on after a tab, and
 * DETAIL, HINT and STATEMENT with a prefix of their own, which belong to the entry of their process before them.
 */
import type { LogLineLevel } from './log-line.js'

export interface ServerLogEntry {
  /** Milliseconds since 1970. */
  time: number
  level: LogLineLevel
  message: string
  pid: number
  /** SQLSTATE; undefined: none, or success. */
  code?: string | undefined
  user?: string | undefined
  database?: string | undefined
  /** Of a slow statement. */
  ms?: number | undefined
  /** Its text may hold secrets. */
  statement?: string | undefined
  detail?: string | undefined
  hint?: string | undefined
  context?: string | undefined
}

const LINE =
  /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d{3}) UTC \[(\d+)\] (?:([\dA-Z]{5}) <([^|>]*)\|([^>]*)> )?([A-Z\d]+): {2}([^]*)$/
const DURATION =
  /^duration: (\d+(?:\.\d+)?) ms(?: {2}(?:statement|parse [^:]*|bind [^:]*|execute [^:]*): ([^]*))?$/
const SUCCESS = '00000'
const PARTS = {
  DETAIL: 'detail',
  HINT: 'hint',
  CONTEXT: 'context',
  STATEMENT: 'statement',
  QUERY: 'statement',
} as const
const ERRORS: ReadonlySet<string> = new Set(['ERROR', 'FATAL', 'PANIC'])
/** Entries of which a part may still come. */
const MOST_OPEN = 200

/** Reads a log as it grows. */
export interface ServerLogReader {
  /** Takes whole lines, and gives the entries that are known to be complete. */
  read(lines: readonly string[]): ServerLogEntry[]
  /** The entries of which a part might have come. */
  rest(): ServerLogEntry[]
}

export function createServerLogReader(): ServerLogReader {
  /** By process; a Map keeps their order. */
  let open = new Map<number, ServerLogEntry>()
  let last: { entry: ServerLogEntry; part: 'message' | (typeof PARTS)[keyof typeof PARTS] } | undefined

  function more(text: string): void {
    if (!last) return
    const { entry, part } = last
    entry[part] = `${entry[part] ?? ''}\n${text}`
  }

  return {
    read(lines) {
      const done: ServerLogEntry[] = []
      for (const line of lines) {
        const found = LINE.exec(line)
        if (!found) {
          more(line.replace(/^\t/, ''))
          continue
        }
        const [, day = '', clock = '', process = '', code, user, database, severity = '', text = ''] = found
        const pid = Number(process)
        const part = severity in PARTS ? PARTS[severity as keyof typeof PARTS] : undefined
        const before = open.get(pid)
        if (part !== undefined) {
          last = before && { entry: before, part }
          if (before) before[part] = text
          continue
        }
        if (before) done.push(before)
        open.delete(pid)
        const entry: ServerLogEntry = {
          time: Date.parse(`${day}T${clock}Z`),
          level: levelOf(severity),
          message: text,
          pid,
          code: code === SUCCESS ? undefined : code,
          user: user || undefined,
          database: database || undefined,
        }
        open.set(pid, entry)
        last = { entry, part: 'message' }
        if (open.size > MOST_OPEN) {
          const [oldest] = open
          if (oldest) {
            open.delete(oldest[0])
            done.push(oldest[1])
          }
        }
      }
      return done.map(withDuration)
    },
    rest() {
      const entries = [...open.values()]
      open = new Map()
      last = undefined
      return entries.map(withDuration)
    },
  }
}

function levelOf(severity: string): LogLineLevel {
  if (ERRORS.has(severity)) return 'error'
  if (severity === 'WARNING') return 'warn'
  return severity.startsWith('DEBUG') ? 'debug' : 'info'
}

/** A slow statement is told by its milliseconds, and matters more than what else the server says. */
function withDuration(entry: ServerLogEntry): ServerLogEntry {
  const [whole, ms, statement] = DURATION.exec(entry.message) ?? []
  if (whole === undefined) return entry
  const level = entry.level === 'info' ? 'warn' : entry.level
  return {
    ...entry,
    level,
    ms: Number(ms),
    statement,
    message: `Slow statement: ${Math.round(Number(ms))} ms`,
  }
}
