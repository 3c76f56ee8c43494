/** The files of kept backups, in a folder of the data directory: one of each backup, and the segments of the log behind them. */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { isThere } from '../../engines/is-there.js'
import { isDatabaseId } from '../../engines/project-directory.js'
import type { SecretBox } from '../../secrets/secret-box.js'
import { opening, sealing } from '../sealed-file.js'
import { backupName, segmentName, type LocalCopy, type StoreCopies } from './store-copies.js'

/** A segment of the write-ahead log that is kept. */
export interface KeptSegment {
  name: string
  /** When it was finished: whatever was committed before is in it, or in one before it. */
  at: Date
}

export interface KeptFiles {
  /** Where a backup is, whether it is there or not. */
  pathOf(ref: string, id: string): string
  /** Where a backup is, fetched from the store if it is not here. @throws BackupError when the store can't give it */
  bring(ref: string, id: string): Promise<string>
  /** Makes the folder of a project. */
  prepare(ref: string): Promise<void>
  /** Makes the folder of all. */
  prepareRoot(): Promise<void>
  /** Here alone. */
  discard(ref: string, id: string): Promise<void>
  /** In the store, and then here. @throws BackupError when the store is away */
  remove(ref: string, id: string): Promise<void>
  /** All of a project. */
  removeAll(ref: string): Promise<void>
  /** Projects that have files here. */
  projects(): Promise<string[]>
  /** Takes a finished segment out of `source`: compressed and encrypted, it is on the disk before the source goes. */
  takeSegment(ref: string, line: string, name: string, source: string): Promise<void>
  /** By name, which is the order in which they were written. */
  segments(ref: string, line: string): Promise<KeptSegment[]>
  /** Where a kept segment is, whether it is there or not. */
  segmentPath(ref: string, line: string, name: string): string
  lines(ref: string): Promise<string[]>
  /** Writes a segment as the server reads it. */
  readSegment(ref: string, line: string, name: string, target: string): Promise<void>
  removeSegments(ref: string, line: string, names: readonly string[]): Promise<void>
  /** Those of these backups, and the segments, that are here. */
  localCopies(ref: string, ids: readonly string[]): Promise<LocalCopy[]>
  /** Undefined: there is no store outside this machine. */
  copies: StoreCopies | undefined
}

const LEVEL = 1
const PIECE_BYTES = 1024 * 1024
/** A segment, a file of history, or the note that a base backup was made. */
const SEGMENT = /^[0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?$|^[0-9A-F]{8}\.history$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function isSegmentName(name: string): boolean {
  return SEGMENT.test(name)
}

export function createKeptFiles(
  dataDir: string,
  box: Pick<SecretBox, 'seal' | 'open'>,
  copies?: StoreCopies,
): KeptFiles {
  const root = join(dataDir, 'backups')
  const folderOf = (ref: string): string => {
    if (!isDatabaseId(ref)) throw new Error(`not the ref of a project: ${ref}`)
    return join(root, ref)
  }
  const lineOf = (ref: string, line: string): string => {
    if (!UUID.test(line)) throw new Error('not a line of a log')
    return join(folderOf(ref), 'wal', line)
  }
  const segmentOf = (ref: string, line: string, name: string): string => {
    if (!isSegmentName(name)) throw new Error('not a segment of a log')
    return join(lineOf(ref, line), `${name}.sealed`)
  }
  return {
    pathOf(ref, id) {
      if (!UUID.test(id)) throw new Error('not the id of a backup')
      return join(folderOf(ref), `${id}.backup`)
    },
    prepare: async (ref) => void (await mkdir(folderOf(ref), { recursive: true, mode: 0o700 })),
    prepareRoot: async () => void (await mkdir(root, { recursive: true, mode: 0o700 })),
    copies,
    async bring(ref, id) {
      const path = this.pathOf(ref, id)
      if (copies && !(await isThere(path))) await copies.store.fetch(backupName(ref, id), path)
      return path
    },
    async remove(ref, id) {
      await copies?.remove(ref, [backupName(ref, id)])
      await this.discard(ref, id)
    },
    async discard(ref, id) {
      await rm(this.pathOf(ref, id), { force: true })
      await rm(`${this.pathOf(ref, id)}.part`, { force: true })
    },
    removeAll: (ref) => rm(folderOf(ref), { recursive: true, force: true }),
    projects: async () => (await namesIn(root)).filter(isDatabaseId),
    async takeSegment(ref, line, name, source) {
      await mkdir(lineOf(ref, line), { recursive: true, mode: 0o700 })
      const target = segmentOf(ref, line, name)
      const { mtime } = await stat(source)
      const draft = createWriteStream(`${target}.part`, { flush: true, mode: 0o600 })
      await pipeline(
        createReadStream(source, { highWaterMark: PIECE_BYTES }),
        createGzip({ level: LEVEL, chunkSize: PIECE_BYTES }),
        sealing(box),
        draft,
      )
      await utimes(`${target}.part`, mtime, mtime)
      await rename(`${target}.part`, target)
      await rm(source)
    },
    async segments(ref, line) {
      const names = (await namesIn(lineOf(ref, line)))
        .filter((name) => name.endsWith('.sealed'))
        .map((name) => name.slice(0, -'.sealed'.length))
        .filter(isSegmentName)
        .toSorted()
      const found = await Promise.all(
        names.map(async (name) => ({ name, at: (await stat(segmentOf(ref, line, name))).mtime })),
      )
      return found
    },
    segmentPath: segmentOf,
    lines: async (ref) => (await namesIn(join(folderOf(ref), 'wal'))).filter((name) => UUID.test(name)),
    async readSegment(ref, line, name, target) {
      await pipeline(
        createReadStream(segmentOf(ref, line, name), { highWaterMark: PIECE_BYTES }),
        opening(box),
        createGunzip({ chunkSize: PIECE_BYTES }),
        createWriteStream(target),
      )
    },
    async removeSegments(ref, line, names) {
      if (copies && names.length > 0) {
        const wanted = new Set(names)
        const kept = (await this.segments(ref, line)).filter(({ name }) => wanted.has(name))
        await copies.remove(
          ref,
          kept.map((segment) => segmentName(ref, line, segment)),
        )
      }
      for (const name of names) await rm(segmentOf(ref, line, name), { force: true })
      if ((await namesIn(lineOf(ref, line))).length === 0)
        await rm(lineOf(ref, line), { recursive: true, force: true })
    },
    async localCopies(ref, ids) {
      const there = new Set(await namesIn(folderOf(ref)))
      const backups = ids
        .filter((id) => there.has(`${id}.backup`))
        .map((id) => ({ name: backupName(ref, id), path: this.pathOf(ref, id) }))
      const segments: LocalCopy[] = []
      for (const line of await this.lines(ref))
        for (const segment of await this.segments(ref, line))
          segments.push({
            name: segmentName(ref, line, segment),
            path: segmentOf(ref, line, segment.name),
          })
      return [...backups, ...segments]
    },
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}
