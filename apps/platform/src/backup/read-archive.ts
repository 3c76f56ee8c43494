/** Reads a dump. All of it is verified before anything is restored. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { BackupError } from './backup-error.js'
import { isSafeName, MANIFEST_NAME, readManifest, type Manifest } from './manifest.js'
import type { Through } from './sealed-file.js'
import { readTar, type TarEntry } from './tar.js'
import { backupText } from '../text/backup.js'

/** Node reads and unpacks pieces of 16 to 64 kB by default, and each of them waits for a thread. */
const PIECE_BYTES = 1024 * 1024

interface Seen {
  bytes: number
  sha256: string
}

/** @throws BackupError when it can't be read, is damaged, or was made by a newer program */
export async function verifyArchive(path: string, through?: Through): Promise<Manifest> {
  return readWhole(path, async () => undefined, through)
}

/**
 * Extracts and verifies in one pass, into a folder that is thrown away where this fails.
 * @param pathOf as of `extractArchive`
 * @throws BackupError as `verifyArchive`
 */
export async function extractVerified(
  path: string,
  directory: string,
  pathOf: (name: string) => string | undefined,
  through?: Through,
): Promise<Manifest> {
  const written = new Map<string, string>()
  const manifest = await readWhole(
    path,
    async ({ name, type, mode }) => {
      const to = isSafeName(name) && name !== MANIFEST_NAME ? pathOf(name) : undefined
      if (to === undefined) return undefined
      const target = join(directory, to)
      if (type === 'directory') return void (await mkdir(target, { recursive: true, mode }))
      await mkdir(dirname(target), { recursive: true })
      written.set(name, target)
      return open(target, 'wx', mode)
    },
    through,
  )
  // A file that the manifest does not list has no checksum, so it was not verified.
  for (const [name, target] of written) if (!Object.hasOwn(manifest.files, name)) await rm(target)
  return manifest
}

/** @param place opens the file that the content of an entry is written to; undefined: the content is read alone */
async function readWhole(
  path: string,
  place: (entry: TarEntry) => Promise<FileHandle | undefined>,
  through?: Through,
): Promise<Manifest> {
  const seen = new Map<string, Seen>()
  let text: string | undefined
  await eachEntry(
    path,
    async (entry) => {
      const { name, type, size, content } = entry
      const file = await place(entry)
      if (type === 'directory') return
      const hash = createHash('sha256')
      const parts: Buffer[] = []
      try {
        for await (const slice of content) {
          hash.update(slice)
          if (name === MANIFEST_NAME) parts.push(slice)
          await file?.writeFile(slice)
        }
      } finally {
        await file?.close()
      }
      if (name === MANIFEST_NAME) text = Buffer.concat(parts).toString('utf8')
      seen.set(name, { bytes: size, sha256: hash.digest('hex') })
    },
    through,
  )
  return checked(path, text, seen)
}

/** @throws BackupError */
function checked(path: string, text: string | undefined, seen: ReadonlyMap<string, Seen>): Manifest {
  const manifest = text === undefined ? undefined : readManifest(text)
  if (!manifest) throw damaged(path, backupText.noManifest)
  if (manifest === 'newer') throw new BackupError(backupText.newer(path))
  for (const [name, { bytes, sha256 }] of Object.entries(manifest.files)) {
    const found = seen.get(name)
    if (!isSafeName(name)) throw damaged(path, backupText.unsafeName(JSON.stringify(name)))
    if (found?.bytes !== bytes || found.sha256 !== sha256) throw damaged(path, backupText.changed(name))
  }
  return manifest
}

/**
 * Extracts the files of a verified dump that its manifest lists.
 * @param pathOf where below `directory` an entry goes; undefined: nowhere
 * @throws BackupError
 */
export async function extractArchive(
  path: string,
  { files }: Manifest,
  directory: string,
  pathOf: (name: string) => string | undefined,
  through?: Through,
): Promise<void> {
  await eachEntry(
    path,
    async ({ name, type, mode, content }) => {
      const isListed = type === 'directory' ? isSafeName(name) : Object.hasOwn(files, name)
      const to = isListed ? pathOf(name) : undefined
      if (to === undefined) return
      const target = join(directory, to)
      if (type === 'directory') return void (await mkdir(target, { recursive: true, mode }))
      await mkdir(dirname(target), { recursive: true })
      const file = await open(target, 'wx', mode)
      try {
        for await (const slice of content) await file.writeFile(slice)
      } finally {
        await file.close()
      }
    },
    through,
  )
}

async function eachEntry(
  path: string,
  work: (entry: TarEntry) => Promise<void>,
  through?: Through,
): Promise<void> {
  const file = createReadStream(path, { highWaterMark: PIECE_BYTES })
  const gunzip = createGunzip({ chunkSize: PIECE_BYTES })
  const bytes = pipeline(through ? Readable.from(through(file)) : file, gunzip, () => {})
  try {
    for await (const entry of readTar(bytes)) await work(entry)
  } catch (error) {
    const { code, message, syscall } = error as NodeJS.ErrnoException
    if (error instanceof BackupError) throw error
    if (syscall !== undefined) throw new BackupError(backupText.notRestored(path, message), { cause: error })
    throw damaged(path, code === 'Z_BUF_ERROR' ? backupText.endsTooEarly : message, error)
  }
}

function damaged(path: string, reason: string, cause?: unknown): BackupError {
  return new BackupError(backupText.damaged(path, reason), {
    cause,
  })
}
