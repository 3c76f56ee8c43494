/** Follows the logs of the database servers whose files are in the data directory, and writes their entries as lines. */
import { open, readdir, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { primaryOf } from '../engines/replica-id.js'
import { shownSql } from '../services/kept-sql.js'
import type { LogLine, WriteLine } from './log-line.js'
import { createServerLogReader, type ServerLogEntry, type ServerLogReader } from './server-log-line.js'

/** Written by the server of a cluster; at each start the one before becomes `pg.log.1`. */
const LOG = 'pg.log'
const LOOK_MS = 1000
/** Bytes of one log that are read in a look. */
const MOST_BYTES = 1024 * 1024
/** A log that was read is emptied when it is larger: nobody else reads it. */
const LARGEST_BYTES = 10 * 1024 * 1024
/** Bytes that may be unread; what is more is left out, and told. */
const BEHIND_BYTES = 8 * 1024 * 1024
const LINE_FEED = 10

export interface FollowDeps {
  dataDir: string
  writeLine: WriteLine
  log: Pick<Logger, 'warn'>
  /** Milliseconds since 1970: logs that were written before are known already. */
  since: number
}

interface Followed {
  inode: number
  /** Up to where it was read. */
  offset: number
  reader: ServerLogReader
}

export interface ServerLogs {
  /** Reads what is new. */
  look(): Promise<void>
  close(): Promise<void>
}

export function followServerLogs(deps: FollowDeps, lookMs = LOOK_MS): ServerLogs {
  const { dataDir, writeLine, log, since } = deps
  const followed = new Map<string, Followed>()
  let looking: Promise<void> | undefined
  let hasFailed = false

  async function lookAt(id: string): Promise<void> {
    const path = join(dataDir, 'projects', id, LOG)
    const found = await stat(path).catch(() => undefined)
    if (!found) return void followed.delete(id)
    const known = followed.get(id)
    if (!known) {
      const offset = found.mtimeMs < since ? found.size : 0
      followed.set(id, { inode: found.ino, offset, reader: createServerLogReader() })
    } else if (known.inode !== found.ino) {
      await readRest(id, `${path}.1`, known)
      followed.set(id, { inode: found.ino, offset: 0, reader: createServerLogReader() })
    } else if (found.size < known.offset) known.offset = 0
    const now = followed.get(id)
    if (!now) return
    const isNew = found.size > now.offset
    if (found.size - now.offset > BEHIND_BYTES) skip(id, now, found.size)
    if (isNew) await readFrom(id, path, now)
    else await write(id, now.reader.rest())
    if (now.offset >= found.size && found.size > LARGEST_BYTES) {
      await truncate(path)
      now.offset = 0
    }
  }

  /** What the server before said last. */
  async function readRest(id: string, path: string, one: Followed): Promise<void> {
    const found = await stat(path).catch(() => undefined)
    if (found?.ino === one.inode && found.size > one.offset) await readFrom(id, path, one)
    await write(id, one.reader.rest())
  }

  function skip(id: string, one: Followed, size: number): void {
    const bytes = size - one.offset - MOST_BYTES
    one.offset += bytes
    writeLine({
      time: Date.now(),
      project: primaryOf(id) ?? id,
      source: 'log',
      level: 'warn',
      message: `${bytes} bytes of PostgreSQL’s log were not kept: too much came at once`,
      fields: { bytes },
    })
  }

  async function readFrom(id: string, path: string, one: Followed): Promise<void> {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_BYTES), 0, MOST_BYTES, one.offset)
      const read = buffer.subarray(0, bytesRead)
      // A line that is longer than all that is read is taken as it is.
      const end = read.lastIndexOf(LINE_FEED) + 1 || (bytesRead === MOST_BYTES ? bytesRead : 0)
      one.offset += end
      const lines = read.toString('utf8', 0, end).split('\n')
      if (lines.at(-1) === '') lines.pop()
      await write(id, one.reader.read(lines))
    } finally {
      await file.close()
    }
  }

  async function write(id: string, entries: readonly ServerLogEntry[]): Promise<void> {
    for (const entry of entries) writeLine(await lineOf(id, entry))
  }

  async function lookAtAll(): Promise<void> {
    const ids = await readdir(join(dataDir, 'projects')).catch((): string[] => [])
    for (const id of followed.keys()) if (!ids.includes(id)) followed.delete(id)
    for (const id of ids) {
      await lookAt(id).catch((error: unknown) => {
        if (!hasFailed) log.warn({ err: error, id }, 'the log of a database server could not be read')
        hasFailed = true
      })
    }
  }

  const look = () => (looking ??= lookAtAll().finally(() => (looking = undefined)))
  const timer = setInterval(() => void look(), lookMs).unref()
  return {
    look,
    async close() {
      clearInterval(timer)
      await looking
      await lookAtAll()
      for (const [id, { reader }] of followed) await write(id, reader.rest())
    },
  }
}

/** The text of a statement is masked as in the audit log. */
async function lineOf(
  id: string,
  { time, level, message, statement, ...fields }: ServerLogEntry,
): Promise<LogLine> {
  const primary = primaryOf(id)
  return {
    time,
    project: primary ?? id,
    source: 'postgres',
    level,
    message,
    fields: {
      ...fields,
      ...(statement === undefined ? {} : { statement: await shownSql(statement) }),
      ...(primary === undefined ? {} : { replica: id }),
    },
  }
}
