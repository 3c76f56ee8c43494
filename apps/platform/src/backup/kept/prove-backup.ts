/** Proves a backup: it is restored into a throw-away database, whose tables are all read. */
import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { OwnEngineKind } from '../../engines/engine-registry.js'
import { noteProof, type BackupRow } from '../../control/backups.js'
import type { Database } from '../../engines/engine.js'
import { ServerDatabase } from '../../engines/server/server-database.js'
import { keptText } from '../../text/kept-backups.js'
import { BackupError } from '../backup-error.js'
import { PROOF_PREFIX } from '../clear-restores.js'
import { extractVerified } from '../read-archive.js'
import { opening } from '../sealed-file.js'
import type { KeptBackupsContext } from './kept-context.js'
import { reasonOf } from './make-backup.js'
import { extractServerDump } from './restore-server.js'

const READ_MS = 30 * 60_000

/** Notes what came of it. */
export async function proveBackup(
  context: KeptBackupsContext,
  ref: string,
  backup: BackupRow,
): Promise<void> {
  const { control, now, log } = context
  const proof = await tryRestore(context, ref, backup).then(
    (detail) => ({ is_good: true, detail }),
    (error: unknown) => {
      log.warn({ err: error, project: ref, backup: backup.id }, 'a backup could not be restored')
      return { is_good: false, detail: reasonOf(error) }
    },
  )
  await control.write([noteProof(backup.id, { at: now().toISOString(), ...proof })])
}

async function tryRestore(
  context: KeptBackupsContext,
  ref: string,
  { id, engine }: BackupRow,
): Promise<string> {
  const { registry, box, dataDir, files, stopping } = context
  if (engine === 'postgres') return tryOnServer(context, ref, id)
  // A name that no project can have: generated refs and `default` have no such beginning.
  const throwaway = { id: PROOF_PREFIX + randomUUID(), engine: engine as OwnEngineKind }
  const scratch = join(dataDir, 'restoring', randomUUID())
  const draft = join(scratch, 'project')
  try {
    const file = await files.bring(ref, id)
    await mkdir(draft, { recursive: true })
    const prefix = `projects/${ref}/`
    const inDatabase = (name: string) =>
      name.startsWith(prefix) && !name.startsWith(`${prefix}objects/`) ? name.slice(prefix.length) : undefined
    await extractVerified(file, draft, inDatabase, opening(box))
    await registry.replace(throwaway, draft, join(scratch, 'aside'))
    const database = await registry.open(throwaway)
    return await readAll(database, stopping)
  } finally {
    await registry.remove(throwaway).catch(() => {})
    await rm(scratch, { recursive: true, force: true })
  }
}

async function tryOnServer(
  { servers, box, dataDir, files, stopping }: KeptBackupsContext,
  ref: string,
  id: string,
): Promise<string> {
  if (!servers) throw new BackupError(keptText.ownServer)
  const scratch = join(dataDir, 'restoring', randomUUID())
  try {
    await mkdir(scratch, { recursive: true, mode: 0o700 })
    const dump = await extractServerDump({ file: await files.bring(ref, id), ref, scratch, box })
    return await servers.tryOut(ref, dump, async (config, versionNumber) => {
      const database = new ServerDatabase({
        id: `scratch-${ref}`,
        versionNumber,
        users: { owner: config, admin: config },
      })
      return readAll(database, stopping).finally(() => database.close())
    })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

const TABLES = `select pg_catalog.format('%I.%I', n.nspname, c.relname)
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'm') and c.relpersistence = 'p' and n.nspname not in ('pg_catalog', 'information_schema')
    and pg_catalog.has_table_privilege(c.oid, 'select') order by 1`

/** Each row of each table is read, so that a damaged page is found. */
async function readAll(database: Database, signal: AbortSignal): Promise<string> {
  const run = async (query: string): Promise<(string | null)[][]> => {
    signal.throwIfAborted()
    const { results } = await database.run({ runId: randomUUID(), query, timeoutMs: READ_MS })
    return results.at(-1)?.rows ?? []
  }
  const tables = (await run(TABLES)).map(([name]) => name ?? '')
  let rows = 0
  for (const table of tables) rows += Number((await run(`select count(*) from ${table}`))[0]?.[0] ?? 0)
  return keptText.proved(tables.length, rows)
}
