/**
 * What a new machine needs beside the projects: the control plane, the passwords of databases, the installation's identity, and
 * which backup of each project is the newest in the store.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backedUpProjects, backupsOf } from '../../control/backups.js'
import { controlDirectory, controlRecord } from '../../control/control-location.js'
import { readEngineRecord, type EngineRecord } from '../../engines/engine-record.js'
import { sendDirectory } from '../../engines/send-directory.js'
import { createArchive } from '../archive-writer.js'
import { DUMP_FORMAT } from '../manifest.js'
import { verifyArchive } from '../read-archive.js'
import { opening, sealing } from '../sealed-file.js'
import type { KeptBackupsContext } from './kept-context.js'
import { backupName } from './store-copies.js'

/** Name in the archive. */
export const NEWEST_NAME = 'newest-backups.json'
export const INSTALLATION_FOLDER = 'installation/'

/** The newest backup of a project that is in the store. */
export interface NewestBackup extends EngineRecord {
  ref: string
  id: string
  /** Of the log that follows it; null: none does. */
  line: string | null
}

const DAY_MS = 24 * 60 * 60_000
const COPIES_KEPT = 7

/** @returns what makes a copy when there is a newer backup, or none of this day; it throws BackupError */
export function createInstallationCopies(context: KeptBackupsContext): () => Promise<void> {
  const { files, now } = context
  let last: { of: string; at: number } | undefined
  let working: Promise<void> | undefined

  async function copyIfDue(): Promise<void> {
    if (!files.copies) return
    const newest = await newestBackups(context)
    const of = JSON.stringify(newest)
    if (last?.of === of && now().getTime() - last.at < DAY_MS) return
    await files.copies.requireOurs()
    await sendCopy(context, newest)
    last = { of, at: now().getTime() }
  }
  return () => (working ??= copyIfDue().finally(() => (working = undefined)))
}

async function newestBackups({ control, files, dataDir }: KeptBackupsContext): Promise<NewestBackup[]> {
  const found: NewestBackup[] = []
  for (const ref of await backedUpProjects(control)) {
    const newest = (await backupsOf(control, ref)).find(
      ({ id, status }) => status === 'completed' && files.copies?.has(ref, backupName(ref, id)),
    )
    const record = newest && (await readEngineRecord(dataDir, ref))
    if (record) found.push({ ref, id: newest.id, line: newest.wal_line, ...record })
  }
  return found
}

async function sendCopy(context: KeptBackupsContext, newest: readonly NewestBackup[]): Promise<void> {
  const { files, dataDir, box, now, version, backUpControl, stopping } = context
  const copies = files.copies
  if (!copies) return
  const file = join(dataDir, 'backups', 'installation.sealed')
  for (const left of [file, `${file}.part`]) await rm(left, { force: true })
  await files.prepareRoot()
  const madeAt = now()
  const archive = await createArchive(file, madeAt, stopping, sealing(box))
  try {
    await backUpControl?.(archive)
    const controlEngine = backUpControl && (await controlRecord(controlDirectory(dataDir)))
    await sendDirectory(archive, 'secrets', join(dataDir, 'secrets'), (path) =>
      path.endsWith('.new') ? 'nothing' : 'whole',
    )
    await archive.bytes(NEWEST_NAME, Buffer.from(JSON.stringify(newest)))
    await archive.file('basedeck.json', join(dataDir, 'basedeck.json'))
    const projects = newest.map(({ ref, engine, postgresMajor }) => ({ ref, engine, postgresMajor }))
    await archive.finish(
      {
        format: DUMP_FORMAT,
        version,
        madeAt: madeAt.toISOString(),
        scope: 'installation',
        architecture: process.arch,
        control: backUpControl ? 'inside' : 'url',
        ...(controlEngine && { controlEngine }),
        hasKey: false,
        projects,
      },
      () => true,
    )
    await verifyArchive(file, opening(box))
    const name = `${INSTALLATION_FOLDER}${madeAt.toISOString().replaceAll(':', '-')}.sealed`
    await copies.store.send(name, file)
    const all = (await copies.store.list(INSTALLATION_FOLDER)).map((copy) => copy.name).toSorted()
    await copies.store.remove(all.slice(0, -COPIES_KEPT))
  } finally {
    await archive.discard()
    await rm(file, { force: true })
  }
}
