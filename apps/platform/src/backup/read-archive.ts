/** Reads a dump. All of it is verified before anything is restored. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { BackupError } from './backup-error.js'
import { isSafeName, MANIFEST_NAME, readManifest, type Manifest } from './manifest.js'
import type { Through } from './sealed-file.js'
import { readTar, type TarEntry } from './tar.js'
import { backupText } from '../text/backup.js'

/** @throws BackupError when it can't be read, is damaged, or was made by a newer program */
export async function verifyArchive(path: string, through?: Through): Promise<Manifest> {
  const seen = new Map<string, { bytes: number; sha256: string }>()
  let text: string | undefined
  await eachEntry(
    path,
    async ({ name, type, size, content }) => {
      if (type === 'directory') return
      const hash = createHash('sha256')
      const parts: Buffer[] = []
      for await (const slice of content) {
        hash.update(slice)
        if (name === MANIFEST_NAME) parts.push(slice)
      }
      if (name === MANIFEST_NAME) text = Buffer.concat(parts).toString('utf8')
      seen.set(name, { bytes: size, sha256: hash.digest('hex') })
    },
    through,
  )
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
  const file = createReadStream(path)
  const bytes = pipeline(through ? Readable.from(through(file)) : file, createGunzip(), () => {})
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
