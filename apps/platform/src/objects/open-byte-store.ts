/** Where the bytes of an installation are: in its data directory, or in an S3-compatible store, which is tried first. */
import { storageText } from '../text/storage.js'
import type { ByteStore } from './byte-store.js'
import { fileByteStore } from './file-byte-store.js'
import { StoreError } from './store-error.js'
import { s3ByteStore, type S3ByteStore } from './s3-byte-store.js'
import { bufferBody, createS3Client } from '../s3/s3-client.js'
import { S3Error } from '../s3/s3-error.js'
import { describeS3Location, type S3Location } from '../s3/s3-location.js'

export interface ByteStoreOptions {
  dataDir: string
  /** Undefined: in the data directory. */
  storage: S3Location | undefined
  /** The same in every process of the installation, and in no other one. */
  mark: string
}

/** @throws StoreError when the store can't be used, or is another installation's */
export async function openByteStore({ dataDir, storage, mark }: ByteStoreOptions): Promise<ByteStore> {
  if (!storage) return fileByteStore(dataDir)
  const where = describeS3Location(storage)
  const owner = await ownerOf(storage, mark).catch((error: unknown) => {
    if (!(error instanceof S3Error)) throw error
    throw new StoreError(sentenceOf(error, where), { cause: error })
  })
  // Each would delete the other's files as those without an object.
  if (owner !== mark) throw new StoreError(storageText.ofOtherInstallation(where))
  return s3ByteStore(storage, dataDir)
}

/** For a dump of an installation that is not running. */
export function byteStoreAtRest(storage: S3Location | undefined, dataDir: string): S3ByteStore | undefined {
  return storage && s3ByteStore(storage, dataDir)
}

/** Reads the mark of the installation that uses the bucket, or leaves ours. */
async function ownerOf(location: S3Location, mark: string): Promise<string> {
  const client = createS3Client(location)
  const key = `${location.prefix}basedeck.txt`
  const found = await client.text({ method: 'GET', key }).catch((error: unknown) => {
    if (error instanceof S3Error && error.isMissing) return undefined
    throw error
  })
  if (found !== undefined) return found.trim()
  await client.text({ method: 'PUT', key, body: bufferBody(Buffer.from(mark)) })
  return mark
}

function sentenceOf({ status, code }: S3Error, where: string): string {
  if (status === 0) return storageText.storeUnreachable(where, code)
  if (code === 'NoSuchBucket') return storageText.noSuchBucket(where)
  if (status === 401 || status === 403) return storageText.storeRefused(where, code)
  return storageText.storeFailed(where, code)
}
