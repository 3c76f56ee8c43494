/**
 * Writes a dump of an installation, or of one of its databases. Each database is consistent in itself. The control
 * plane is copied last, so that every project created meanwhile can be added, and its audit log covers all changes.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseError, EngineError } from '../engines/engine.js'
import {
  controlDirectory,
  CONTROL_NAME,
  controlRecord,
  type BackUpControl,
} from '../control/control-location.js'
import { readEngineRecord } from '../engines/engine-record.js'
import type { FileSink, StreamSink } from '../engines/file-sink.js'
import { sendAtRest, sendProjectAtRest } from '../engines/files-at-rest.js'
import { isDatabaseId } from '../engines/project-directory.js'
import { primaryOf } from '../engines/replica-id.js'
import { sendDirectory } from '../engines/send-directory.js'
import { bytesName, objectsFolder } from '../objects/byte-folders.js'
import { holdBytes } from '../objects/byte-hold.js'
import { DomainError } from '../kernel/domain-error.js'
import type { S3ByteStore } from '../objects/s3-byte-store.js'
import { S3Error } from '../s3/s3-error.js'
import { createArchive } from './archive-writer.js'
import { BackupError } from './backup-error.js'
import type { Through } from './sealed-file.js'
import { formatOf, type DumpedDatabase, type Manifest } from './manifest.js'
import { backupText } from '../text/backup.js'

/** What is dumped: a data directory at rest, or the one that this process works on. */
export interface DumpSource {
  dataDir: string
  /** As `EngineFiles.backUp`; of a database on another server, its dump. */
  backUp(ref: string, sink: FileSink): Promise<DumpedDatabase | undefined>
  /** Only for a store outside the data directory. */
  bytes: Pick<S3ByteStore, 'shared' | 'read'> | undefined
  /** As `OwnControlLocation.backUp`; undefined where it is in a PostgreSQL by URL. */
  backUpControl: BackUpControl | undefined
}

export interface DumpRequest {
  /** Must not exist. */
  file: string
  /** Leaves out `secret.key`. */
  withoutKey: boolean
  /** Of one database alone. */
  project: string | null
}

export interface DumpDeps {
  version: string
  now: Date
  /** Cancels the dump and deletes the file. */
  signal: AbortSignal
  /** As of `createArchive`. */
  through?: Through
}

export interface Dump extends Pick<Manifest, 'scope' | 'control' | 'controlEngine' | 'hasKey' | 'projects'> {
  /** Of the file. */
  bytes: number
}

const KEY_FILE = 'secret.key'
const OWN_FILE = 'basedeck.json'

/** For a data directory that no program uses; lock it first. */
export function sourceAtRest(
  dataDir: string,
  isControlInside: boolean,
  bytes?: DumpSource['bytes'],
): DumpSource {
  return {
    dataDir,
    bytes,
    async backUp(ref, sink) {
      const record = await readEngineRecord(dataDir, ref)
      if (record) await sendProjectAtRest(dataDir, ref, sink)
      return record
    },
    backUpControl: isControlInside
      ? (sink) => sendAtRest(controlDirectory(dataDir), CONTROL_NAME, sink)
      : undefined,
  }
}

/** @throws BackupError, EngineError, DatabaseError */
export async function writeDump(source: DumpSource, request: DumpRequest, deps: DumpDeps): Promise<Dump> {
  const archive = await createArchive(request.file, deps.now, deps.signal, deps.through)
  // Bytes of objects that are deleted meanwhile are still named by the copy of their database.
  const release = await holdBytes(source.dataDir)
  try {
    const parts =
      request.project === null
        ? await sendInstallation(source, archive, request)
        : await sendProject(source, archive, request.project)
    const refs = new Set(parts.projects.map(({ ref }) => ref))
    const bytes = await archive.finish(
      {
        format: formatOf(parts.projects),
        version: deps.version,
        madeAt: deps.now.toISOString(),
        architecture: process.arch,
        ...parts,
      },
      (name) => !name.startsWith('projects/') || refs.has(name.split('/')[1] ?? ''),
    )
    return { ...parts, bytes }
  } finally {
    await release()
    await archive.discard()
  }
}

type Parts = Omit<Dump, 'bytes'>

async function sendProject(source: DumpSource, sink: StreamSink, ref: string): Promise<Parts> {
  const record = isDatabaseId(ref) ? await backUpWhole(source, ref, sink) : undefined
  if (!record) {
    throw new BackupError(backupText.noDatabase(ref))
  }
  return { scope: 'project', control: 'none', hasKey: false, projects: [{ ref, ...record }] }
}

/** The database, and then the files that it names. */
async function backUpWhole(
  { dataDir, backUp, bytes }: DumpSource,
  ref: string,
  sink: StreamSink,
): Promise<DumpedDatabase | undefined> {
  const record = await backUp(ref, sink)
  if (!record) return undefined
  const folder = `projects/${ref}/objects`
  await sendDirectory(sink, folder, objectsFolder(dataDir, ref))
  // Into the same folders: a restore needs no store.
  if (bytes) await sendStored(bytes, ref, folder, sink)
  return record
}

async function sendStored(
  { shared, read }: NonNullable<DumpSource['bytes']>,
  ref: string,
  folder: string,
  sink: StreamSink,
): Promise<void> {
  try {
    for await (const { id, size } of shared.all(ref))
      await sink.stream(`${folder}/${bytesName(id)}`, size, await read(ref, id))
  } catch (error) {
    if (error instanceof BackupError || !isByStore(error)) throw error
    throw new BackupError(backupText.storeFails(ref), { cause: error })
  }
}

function isByStore(error: unknown): boolean {
  if (error instanceof DomainError || error instanceof S3Error) return true
  const { code } = error as NodeJS.ErrnoException
  return code === 'ECONNRESET' || code === 'ECONNREFUSED'
}

async function sendInstallation(
  source: DumpSource,
  sink: StreamSink,
  { withoutKey }: DumpRequest,
): Promise<Parts> {
  const { dataDir, backUpControl } = source
  const sent = new Map<string, DumpedDatabase>()
  await sendProjects(source, sink, sent)
  await backUpControl?.(sink)
  const controlEngine = backUpControl && (await controlRecord(controlDirectory(dataDir)))
  // Projects created meanwhile, which the control plane may contain.
  const still = await sendProjects(source, sink, sent)
  await sendDirectory(sink, 'secrets', join(dataDir, 'secrets'), (path) =>
    path.endsWith('.new') ? 'nothing' : 'whole',
  )
  const key = withoutKey ? undefined : await readIfThere(join(dataDir, KEY_FILE))
  if (key) await sink.bytes(KEY_FILE, key)
  await sink.file(OWN_FILE, join(dataDir, OWN_FILE))
  return {
    scope: 'installation',
    control: backUpControl ? 'inside' : 'url',
    ...(controlEngine && { controlEngine }),
    hasKey: key !== undefined,
    // Those that were deleted meanwhile are left out.
    projects: [...sent].flatMap(([ref, record]) => (still.includes(ref) ? [{ ref, ...record }] : [])),
  }
}

/** Returns the refs that exist now. */
async function sendProjects(
  source: DumpSource,
  sink: StreamSink,
  sent: Map<string, DumpedDatabase>,
): Promise<string[]> {
  const { dataDir } = source
  const refs = await refsIn(dataDir)
  for (const ref of refs.filter((one) => !sent.has(one))) {
    const record = await backUpWhole(source, ref, sink).catch(async (error: unknown) => {
      if ((await refsIn(dataDir)).includes(ref)) throw namingProject(ref, error)
    })
    if (record) sent.set(ref, record)
  }
  return refs
}

/** The error of a stopped server does not name its project. */
function namingProject(ref: string, error: unknown): unknown {
  if (!(error instanceof EngineError || error instanceof DatabaseError)) return error
  return new BackupError(backupText.notDumped(ref, error.message.replace(/\.$/, '')), { cause: error })
}

async function refsIn(dataDir: string): Promise<string[]> {
  const names = await readdir(join(dataDir, 'projects')).catch(() => [])
  return names.filter((name) => isDatabaseId(name) && primaryOf(name) === undefined).toSorted()
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}
