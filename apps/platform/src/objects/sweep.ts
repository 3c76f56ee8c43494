/**
 * Frees bytes whose objects are gone – deleted by SQL, or left by a killed process – and uploads that have expired. Bytes
 * are put there before their object is made, so young ones are left alone.
 */
import type { Logger } from 'pino'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isDatabaseId } from '../engines/project-directory.js'
import type { AnswersFor } from './answers-for.js'
import type { ByteStore } from './byte-store.js'
import { versionsIn, versionsInUse } from './object-rows.js'
import { UPLOAD_EXPIRY_MS, type ResumableUploads } from './resumable-uploads.js'
import { SERVICE } from './storage-actor.js'
import { rowsOfStorage } from './storage-database.js'
import type { StorageHost } from './storage-host.js'

/** Far longer than the last step of an upload may take. */
const YOUNG_MS = 60 * 60 * 1000
/** Ids that one query asks for. It reads all rows, so there are few queries: 0.8 MB of text each. */
const ASKED_AT_ONCE = 20_000
/** Files that are deleted at once. */
const REMOVED_AT_ONCE = 1000

export interface SweepDeps {
  host: Pick<StorageHost, 'batch'>
  bytes: ByteStore
  resumable: Pick<ResumableUploads, 'unfinished' | 'removeExpired'>
}

/** Gives the number of freed ones. @throws when the project's database can't be asked; nothing is freed then */
export async function sweepProject(
  { host, bytes, resumable }: SweepDeps,
  ref: string,
  now: Date,
): Promise<number> {
  await resumable.removeExpired(ref, new Date(now.getTime() - UPLOAD_EXPIRY_MS))
  const unfinished = await resumable.unfinished(ref)
  let freed = 0
  let asked: string[] = []
  const free = async (): Promise<void> => {
    if (asked.length === 0) return
    const [rows = []] = await rowsOfStorage(host, ref, SERVICE, [versionsInUse(asked)])
    const used = new Set(versionsIn(rows))
    const gone = asked.filter((id) => !used.has(id))
    await bytes.remove(ref, gone)
    freed += gone.length
    asked = []
  }
  for await (const id of bytes.olderThan(ref, new Date(now.getTime() - YOUNG_MS))) {
    if (!unfinished.has(id)) asked.push(id)
    if (asked.length >= ASKED_AT_ONCE) await free()
  }
  await free()
  return freed
}

/** Gives the number of freed ones. Nothing names the bytes of a project that is gone. */
export async function sweepGone(bytes: ByteStore, ref: string, now: Date): Promise<number> {
  let freed = 0
  let old: string[] = []
  const free = async (): Promise<void> => {
    await bytes.remove(ref, old)
    freed += old.length
    old = []
  }
  for await (const id of bytes.olderThan(ref, new Date(now.getTime() - UPLOAD_EXPIRY_MS)))
    if (old.push(id) >= REMOVED_AT_ONCE) await free()
  await free()
  return freed
}

const FIRST_AFTER_MS = 10 * 60_000
const EVERY_MS = 6 * 60 * 60_000

export interface KeepSweptDeps extends SweepDeps {
  dataDir: string
  /** For bytes that are not in the data directory. */
  answersFor: AnswersFor
  log: Pick<Logger, 'info' | 'warn'>
}

/** Projects of which files are in the data directory. */
async function projectsHere(dataDir: string): Promise<string[]> {
  const refs = (await readdir(join(dataDir, 'projects')).catch(() => [])).filter(isDatabaseId)
  const names = await Promise.all(
    refs.map((ref) => readdir(join(dataDir, 'projects', ref)).catch((): string[] => [])),
  )
  return refs.filter((_, at) => names[at]?.some((name) => name === 'objects' || name === 'uploads'))
}

/** Sends what is in the data directory to the store, and deletes uploads that have expired here. */
export async function sendHere(
  { bytes, resumable, dataDir, log }: Pick<KeepSweptDeps, 'bytes' | 'resumable' | 'dataDir' | 'log'>,
  now: Date,
): Promise<void> {
  for (const project of await projectsHere(dataDir)) {
    await resumable.removeExpired(project, new Date(now.getTime() - UPLOAD_EXPIRY_MS))
    const sent = await bytes.shared?.sendLocal(project)
    if (sent) log.info({ project, sent }, 'files of the data directory were sent to the store of files')
  }
}

/** One round over everything that this process sweeps. */
export async function sweepAll(deps: KeepSweptDeps, now: Date, isEnded = () => false): Promise<void> {
  const { bytes, dataDir, answersFor, log } = deps
  const { shared } = bytes
  for await (const project of shared ? shared.projects() : await projectsHere(dataDir)) {
    if (isEnded()) return
    if (!isDatabaseId(project)) continue
    const whose = shared ? await answersFor(project) : 'here'
    if (whose === 'other') continue
    await shared?.removeHalves(project, new Date(now.getTime() - UPLOAD_EXPIRY_MS))
    const sweeping = whose === 'here' ? sweepProject(deps, project, now) : sweepGone(bytes, project, now)
    await sweeping.then(
      (freed) => freed > 0 && log.info({ project, freed }, 'files without an object were deleted'),
      (error: unknown) =>
        log.warn({ err: error, project }, 'files without an object could not be looked for; they are later'),
    )
  }
}

/** Sweeps every few hours. @returns what ends it */
export function keepSwept(deps: KeepSweptDeps): () => void {
  const { log, bytes } = deps
  let isEnded = false
  const saying = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => log.warn({ err: error }, 'files could not be swept; they are later'))
  const sweep = async (): Promise<void> => {
    const now = new Date()
    if (bytes.shared) await saying(sendHere(deps, now))
    await saying(sweepAll(deps, now, () => isEnded))
  }
  if (bytes.shared) void saying(sendHere(deps, new Date()))
  const first = setTimeout(() => void sweep(), FIRST_AFTER_MS).unref()
  const timer = setInterval(() => void sweep(), EVERY_MS).unref()
  return () => {
    isEnded = true
    clearTimeout(first)
    clearInterval(timer)
  }
}
