/**
 * A line of PgBouncer's own log as a line of a project's log. A shared pooler serves several projects: what it says belongs to the
 * one whose database it names, and what names none is for the operator alone.
 * @rule logs.pooler-line  @spec §2
 */
import { withoutPaths } from '../engines/without-paths.js'
import type { LogLine, LogLineLevel } from '../log-lines/log-line.js'

const LEVELS: Readonly<Record<string, LogLineLevel>> = {
  NOISE: 'debug',
  DEBUG: 'debug',
  LOG: 'info',
  WARNING: 'warn',
  ERROR: 'error',
  FATAL: 'error',
}
const LINE = /^\d{4}-\d\d-\d\d \S+ \S+ \[\d+\] ([A-Z]+) (.*)$/s
/** `C-0x55d: shop/ann@10.0.0.1:5000 closing because: …`; S: of a connection to the server. */
const ABOUT = /^([CS])-0x[0-9a-f]+: ([^/\s]+)\/([^@\s]*)@(\S+?):(\d+) (.*)$/s
const LONGEST = 2000

/** Undefined: it is of no project, or no line of the log. @param refOf the project of the database that a line names @param time milliseconds since 1970, when it was read */
export function poolerLine(
  text: string,
  { name, refOf }: { name: string; refOf: (database: string | undefined) => string | undefined },
  time: number,
): LogLine | undefined {
  const [, word = '', said] = LINE.exec(text.trimEnd()) ?? []
  if (said === undefined) return undefined
  const [, side, database, user, address, , what] = ABOUT.exec(said) ?? []
  const project = refOf(database)
  if (project === undefined) return undefined
  return {
    time,
    project,
    source: 'pooler',
    level: LEVELS[word] ?? 'info',
    message: withoutPaths(what ?? said).slice(0, LONGEST),
    fields: {
      pooler: name,
      ...(side === undefined
        ? {}
        : { side: side === 'C' ? 'client' : 'server', database, user, ip: address }),
    },
  }
}
