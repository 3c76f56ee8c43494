/**
 * The write-ahead log of a cluster, handed out segment by segment: the server copies each finished one into a folder of the
 * project, from which the platform takes it. PostgreSQL's documentation, "Continuous Archiving and Point-in-Time Recovery".
 */
import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { handOver, handOverAll, type ProcessUser } from './process-user.js'

/** Names in the directory of the project. Backups leave both out, so that a restored database begins a new line. */
export const WAL_FOLDER = 'wal-out'
export const WAL_LINE_FILE = 'wal-line'

/** A commit is in a finished segment after so many seconds, even if nothing else is written. */
const TIMEOUT_SECONDS = 30

/** A log that is handed out. */
export interface HandedWal {
  /** Holds finished segments until they are taken. */
  folder: string
  /**
   * Names the history that the database is on. After a restore the server writes other contents under the same segment names, so
   * each restore begins a new line.
   */
  line: string
}

/** Undefined: the log is not handed out. */
export async function handedWal(project: string): Promise<HandedWal | undefined> {
  const line = await readFile(join(project, WAL_LINE_FILE), 'utf8').catch(() => '')
  return line === '' ? undefined : { folder: join(project, WAL_FOLDER), line }
}

/** When the server finished the oldest segment that is not archived yet; undefined: all are archived. */
export async function walWaitsSince(project: string): Promise<Date | undefined> {
  const ready = join(project, 'pg', 'pg_wal', 'archive_status')
  const times = await Promise.all(
    [
      ...(await namesIn(ready)).filter((name) => name.endsWith('.ready')).map((name) => join(ready, name)),
      ...(await namesIn(join(project, WAL_FOLDER)))
        .filter((name) => !name.startsWith('.'))
        .map((name) => join(project, WAL_FOLDER, name)),
    ].map((path) =>
      stat(path).then(
        ({ mtimeMs }) => [mtimeMs],
        // It was taken meanwhile.
        () => [],
      ),
    ),
  )
  const oldest = Math.min(...times.flat())
  return Number.isFinite(oldest) ? new Date(oldest) : undefined
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

/** From the next start of the server on. False: it does already. */
export async function beginWalLine(project: string): Promise<boolean> {
  if (await handedWal(project)) return false
  await writeFile(join(project, WAL_LINE_FILE), randomUUID())
  return true
}

/** False: it was not handed out. */
export async function endWalLine(project: string): Promise<boolean> {
  if (!(await handedWal(project))) return false
  await rm(join(project, WAL_LINE_FILE), { force: true })
  await rm(join(project, WAL_FOLDER), { recursive: true, force: true })
  return true
}

/** Settings of a server, which it takes when it starts. */
export async function walSettings(
  project: string,
  user: ProcessUser | undefined,
): Promise<Record<string, string>> {
  const handed = await handedWal(project)
  if (!handed) return {}
  await mkdir(handed.folder, { recursive: true })
  await handOver(handed.folder, user)
  return {
    archive_mode: 'on',
    archive_timeout: String(TIMEOUT_SECONDS),
    archive_command: copyCommand(handed.folder),
  }
}

/**
 * A segment that is there already was copied whole before the server noted it. The copy has the time of the segment: when
 * the last commit was written to it.
 */
export function copyCommand(folder: string): string {
  const path = quoted(folder).replaceAll('%', '%%')
  const part = `${path}/.%f.part`
  return `test -e ${path}/%f || { dd if="%p" of=${part} bs=1048576 conv=fsync 2>/dev/null && touch -r "%p" ${part} && mv ${part} ${path}/%f; }`
}

/** How files of a backup become a database. */
export interface RestoreHow {
  /** What a cluster replays beyond the backup that it comes from. Default: nothing. */
  recovery?: Recovery | undefined
  /** The database that it was goes on elsewhere: what would act there, such as a subscription, is off. Default false. */
  isCopy?: boolean
  /** Run as the superuser before the server of a cluster listens, each one line of SQL. Default: none. */
  statements?: readonly string[]
  /** Files of tables that `statements` empty have no bytes, or are missing. Default false. */
  lacksFiles?: boolean
}

export interface Recovery {
  /** Holds the segments that follow those of the backup. */
  folder: string
  /** What was committed until then is restored; undefined: all that is in the folder. */
  until: Date | undefined
}

/** Sets a cluster up to replay a log when it is started next. Answers what takes the setting away again. */
export async function recoverBy(
  directory: string,
  { folder, until }: Recovery,
  user: ProcessUser | undefined,
): Promise<() => Promise<void>> {
  const path = join(directory, 'postgresql.auto.conf')
  const before = await readFile(path, 'utf8').catch(() => '')
  await handOverAll(folder, user)
  await handOver(folder, user)
  const command = `cp ${quoted(folder).replaceAll('%', '%%')}/%f "%p"`
  const settings = {
    restore_command: command,
    recovery_target_action: 'promote',
    // PostgreSQL takes no letter for the time zone here.
    ...(until && { recovery_target_time: until.toISOString().replace('Z', '+00') }),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`)
  await appendFile(path, `\n${lines.join('\n')}\n`)
  await writeFile(join(directory, 'recovery.signal'), '')
  return () => writeFile(path, before)
}

/** For a POSIX shell. */
function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`
}
