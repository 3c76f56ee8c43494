/** Restores a project from a backup, or to a second: in place, where what was there is backed up first, or into another project. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Caller, Origin } from '../../access/caller.js'
import { backupsOf, beginBackup, backupSettingsOf } from '../../control/backups.js'
import { beginWalLine, type Recovery } from '../../engines/cluster/wal-archive.js'
import type { OwnEngineKind } from '../../engines/engine-registry.js'
import { forEachAtOnce } from '../../engines/for-each-at-once.js'
import { DomainError } from '../../kernel/domain-error.js'
import { WEBHOOK_TRIGGER } from '../../schema-diff/own-names.js'
import { keptText } from '../../text/kept-backups.js'
import { extractVerified } from '../read-archive.js'
import { restoreProject } from '../restore-project.js'
import { opening } from '../sealed-file.js'
import { collectWal } from './collect-wal.js'
import { followedBackups } from './followed-backups.js'
import type { KeptBackupsContext } from './kept-context.js'
import { makeBackup, reasonOf } from './make-backup.js'
import { backupBefore, endOf, missingSegment, type FollowedBackup } from './recoverable.js'

/** A backup by its id, or a moment. */
export type RestoreTo = { id: string } | { at: string }

export interface RestoreBy {
  caller: Caller
  origin: Origin
}

export interface RestoreRequest {
  ref: string
  engine: OwnEngineKind
  to: RestoreTo
  /** Default: the operator, by a command. */
  by?: RestoreBy
}

/** @returns to which moment, and where the previous state is: the id of its backup, or a folder where none could be made */
export async function restoreKept(
  context: KeptBackupsContext,
  { ref, engine, to, by }: RestoreRequest,
  signal: AbortSignal,
): Promise<{ restored_to: string; kept: string }> {
  const { control, now } = context
  const source = await sourceOf(context, ref, to)
  const before = { ref, id: randomUUID(), kind: 'before_restore', engine, begunAt: now() } as const
  await control.write([beginBackup(ref, before)])
  const isKept = await makeBackup(context, before, signal)
  signal.throwIfAborted()
  const keepsLog = (await backupSettingsOf(control, ref))?.settings.point_in_time === true
  const { aside, restoredTo } = await putInPlace(context, {
    from: ref,
    source,
    into: ref,
    engine,
    keepsLog,
    by,
  })
  if (isKept) await rm(aside, { recursive: true, force: true })
  return { restored_to: restoredTo, kept: isKept ? before.id : aside }
}

/**
 * Restores into another project, which has a new database. Sessions are deleted and subscriptions are turned off there, so that the
 * copy doesn't act beside the original.
 * @returns to which moment
 */
export async function copyKept(
  context: KeptBackupsContext,
  { ref, engine, to, by, into }: RestoreRequest & { into: string },
): Promise<string> {
  const source = await sourceOf(context, ref, to)
  const place = { from: ref, source, into, engine, keepsLog: false, isCopy: true, by }
  const { aside, restoredTo } = await putInPlace(context, place)
  await rm(aside, { recursive: true, force: true })
  const database = await context.life.database(into)
  await database.run({ runId: randomUUID(), query: QUIET_COPY })
  return restoredTo
}

/**
 * Sessions and tokens of the users: with them an application of the original could act here. Triggers of webhooks, which are settings
 * of the original, would fill a queue from which nothing is taken.
 */
const QUIET_COPY = `do $$
declare name text; one record;
begin
  for one in select t.tgname, t.tgrelid::regclass as place from pg_catalog.pg_trigger t
    where not t.tgisinternal and t.tgparentid = 0 and pg_catalog.starts_with(t.tgname::text, '${WEBHOOK_TRIGGER}')
  loop
    execute pg_catalog.format('drop trigger %I on %s', one.tgname, one.place);
  end loop;
  foreach name in array array['refresh_tokens', 'sessions', 'one_time_tokens', 'flow_state', 'mfa_challenges'] loop
    if pg_catalog.to_regclass('auth.' || name) is not null then
      execute pg_catalog.format('delete from auth.%I', name);
    end if;
  end loop;
end $$`

interface Place {
  from: string
  source: Source
  into: string
  engine: OwnEngineKind
  keepsLog: boolean
  isCopy?: boolean
  by: RestoreBy | undefined
}

/** @throws DomainError backup_failed; the files of the project are unchanged then */
async function putInPlace(
  context: KeptBackupsContext,
  { from, source, into, engine, keepsLog, isCopy = false, by }: Place,
): Promise<{ aside: string; restoredTo: string }> {
  const { control, registry, box, dataDir, installationId, files, now } = context
  const attempt = async (until: Date | undefined) =>
    restoreProject(into, await files.bring(from, source.id), {
      dataDir,
      control,
      files: registry,
      installationId,
      now: now(),
      through: opening(box),
      isCopy,
      ...(by && { by }),
      async prepare(draft, scratch) {
        if (keepsLog && engine === 'cluster') await beginWalLine(draft)
        if (!source.backup) return undefined
        return { folder: await logBehind(context, from, source.backup, { draft, scratch }), until }
      },
    })
  try {
    const { aside, manifest } = await attempt(source.until).catch((error: unknown) => {
      // Nothing was committed after that moment: all that is kept of the log is replayed.
      if (source.until && PAST_THE_END.test(reasonOf(error))) return attempt(undefined)
      throw error
    })
    return { aside, restoredTo: source.until?.toISOString() ?? manifest.madeAt }
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw new DomainError('backup_failed', keptText.notRestored(reasonOf(error)), { cause: error })
  }
}

/** What is restored. */
export interface Source {
  id: string
  /** Of a moment: what is replayed behind the backup, and until when. */
  backup?: FollowedBackup
  until?: Date
}

/** PostgreSQL’s own words. */
export const PAST_THE_END = /before configured recovery target/

/** @throws DomainError backup_not_found, not_recoverable */
export async function sourceOf(context: KeptBackupsContext, ref: string, to: RestoreTo): Promise<Source> {
  const { control, files, now } = context
  const backups = await backupsOf(control, ref)
  if ('id' in to) {
    const found = backups.find(({ id, status }) => id === to.id && status === 'completed')
    if (!found) throw new DomainError('backup_not_found')
    return { id: found.id }
  }
  const until = new Date(to.at)
  if (until > now()) throw new DomainError('not_recoverable', keptText.inTheFuture)
  await collectWal(context, ref)
  const ends = new Map<string, Date>()
  for (const line of await files.lines(ref)) {
    const end = endOf(await files.segments(ref, line))
    if (end) ends.set(line, end)
  }
  const backup = backupBefore(followedBackups(backups), ends, until)
  if (!backup) throw new DomainError('not_recoverable')
  return { id: backup.id, until, backup }
}

/** Writes the files of a moment into a folder, without replaying anything; answers what has to be replayed. */
export async function draftOfMoment(
  context: KeptBackupsContext,
  ref: string,
  at: string,
  places: { draft: string; scratch: string },
): Promise<Recovery> {
  const { id, backup, until } = await sourceOf(context, ref, { at })
  if (!backup) throw new DomainError('not_recoverable')
  const through = opening(context.box)
  const file = await context.files.bring(ref, id)
  const prefix = `projects/${ref}/`
  const below = (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : undefined)
  await extractVerified(file, places.draft, below, through)
  return { folder: await logBehind(context, ref, backup, places), until }
}

/** Writes the segments that follow the backup into a folder, for the server that replays them. */
export async function logBehind(
  { files }: Pick<KeptBackupsContext, 'files'>,
  ref: string,
  { line }: Pick<FollowedBackup, 'line'>,
  { draft, scratch }: { draft: string; scratch: string },
): Promise<string> {
  const folder = join(scratch, 'wal')
  await mkdir(folder)
  const label = await readFile(join(draft, 'pg', 'backup_label'), 'utf8').catch(() => '')
  const [, first = ''] = /START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(label) ?? []
  const names = (await files.segments(ref, line)).map(({ name }) => name)
  const wanted = names.filter((name) => name >= first || name.endsWith('.history'))
  const missing = missingSegment(wanted)
  if (missing !== undefined) throw new DomainError('not_recoverable', keptText.gap(missing))
  await forEachAtOnce(wanted, (name) => files.readSegment(ref, line, name, join(folder, name)))
  return folder
}
