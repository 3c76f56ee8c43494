/**
 * A store outside this machine, in which copies of kept backups lie: `backups/<ref>/<id>.backup`, the segments of logs as
 * `backups/<ref>/wal/<line>/<segment>.<ms>`, and `installation/<time>.sealed`. All of it was sealed before it is sent.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createS3Calls } from '../../s3/s3-calls.js'
import { bufferBody, createS3Client } from '../../s3/s3-client.js'
import { S3Error } from '../../s3/s3-error.js'
import { describeS3Location, type S3Location } from '../../s3/s3-location.js'
import { storeText } from '../../text/kept-backups.js'
import { BackupError } from '../backup-error.js'

export interface StoredCopy {
  name: string
  bytes: number
}

/** Every call: @throws BackupError with a sentence when the store is away, refuses, or kept something else */
export interface BackupStore {
  /** For people; without the key. */
  where: string
  /** The installation whose backups lie there; undefined: the store is still empty. */
  owner(): Promise<string | undefined>
  own(installationId: string): Promise<void>
  /** Sends a file, and asks the store for what it kept. */
  send(name: string, path: string): Promise<void>
  /** The file appears whole and on the disk, or not at all. */
  fetch(name: string, path: string): Promise<void>
  /** Those that are not there are passed over. */
  remove(names: readonly string[]): Promise<void>
  list(prefix: string): Promise<StoredCopy[]>
}

const OWNER = 'basedeck-backups.txt'

export function s3BackupStore(location: S3Location): BackupStore {
  const client = createS3Client(location)
  const calls = createS3Calls(client, location.bucket)
  const where = describeS3Location(location)
  const keyOf = (name: string) => location.prefix + name
  const told = async <T>(work: () => Promise<T>): Promise<T> =>
    work().catch((error: unknown) => {
      if (error instanceof BackupError) throw error
      const refusal = error instanceof S3Error ? error : undefined
      const network = error as NodeJS.ErrnoException
      if (!refusal && !NETWORK.has(network.code ?? '')) throw error
      throw new BackupError(storeText.away(where, sentenceOf(refusal ?? S3Error.ofNetwork(error))), {
        cause: error,
      })
    })
  return {
    where,
    owner: () =>
      told(async () => {
        const text = await client.text({ method: 'GET', key: keyOf(OWNER) }).catch((error: unknown) => {
          if (error instanceof S3Error && error.isMissing) return undefined
          throw error
        })
        return text?.trim()
      }),
    own: (id) => told(() => calls.send(keyOf(OWNER), bufferBody(Buffer.from(id)))),
    send: (name, path) =>
      told(async () => {
        const { size } = await stat(path)
        await calls.sendFile(keyOf(name), path, size, await hashOf(path))
        if ((await calls.sizeOf(keyOf(name))) !== size)
          throw new BackupError(storeText.otherSize(where, name))
      }),
    fetch: (name, path) =>
      told(async () => {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        const draft = `${path}.part`
        try {
          const source = await calls.read(keyOf(name))
          await pipeline(source, createWriteStream(draft, { flush: true, mode: 0o600 }))
          if ((await stat(draft)).size !== (await calls.sizeOf(keyOf(name))))
            throw new BackupError(storeText.otherSize(where, name))
          await rename(draft, path)
        } finally {
          await rm(draft, { force: true })
        }
      }),
    remove: (names) => told(() => calls.remove(names.map(keyOf))),
    list: (prefix) =>
      told(async () => {
        const found: StoredCopy[] = []
        for await (const { key, size } of calls.list(keyOf(prefix)))
          found.push({ name: key.slice(location.prefix.length), bytes: size })
        return found
      }),
  }
}

const NETWORK = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'ENOTFOUND',
  'ERR_STREAM_PREMATURE_CLOSE',
])

function sentenceOf({ status, code }: S3Error): string {
  if (status === 0) return storeText.noAnswer(code)
  return code === 'NoSuchBucket' ? storeText.noBucket : storeText.refused(code)
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
  return hash.digest('hex')
}
