/** The calls of S3 that files need: one by one, in parts, and in lists. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { forEachAtOnce } from '../engines/for-each-at-once.js'
import { bufferBody, type S3Body, type S3Client } from './s3-client.js'
import { S3Error } from './s3-error.js'
import { elementsIn, encoded, textIn, textsIn } from './s3-xml.js'

/** The first and the last byte, from 0. */
export interface ByteRange {
  start: number
  end: number
}

const MB = 1024 * 1024
/** Sent in one call; also the smallest part of a larger one. */
export const PART_BYTES = 16 * MB
/** Fewer than S3's 10,000, so that rounding can't reach them. */
const PARTS_MAX = 9000
/** S3 copies no more in one call. */
const COPIED_AT_ONCE_BYTES = 5 * 1024 * MB
const COPIED_PART_BYTES = 1024 * MB
/** S3 takes no more in one call. */
const DELETED_AT_ONCE = 1000

/** Ranges of equal size, the last one shorter, as some stores ask for. */
export function partsOf(size: number, smallest = PART_BYTES): ByteRange[] {
  const bytes = Math.max(smallest, Math.ceil(size / PARTS_MAX / MB) * MB)
  const count = Math.ceil(size / bytes)
  return Array.from({ length: count }, (_, index) => ({
    start: index * bytes,
    end: Math.min(size, (index + 1) * bytes) - 1,
  }))
}

export interface ListedKey {
  key: string
  size: number
  at: Date
}

export function createS3Calls(client: S3Client, bucket: string) {
  async function send(key: string, body: S3Body): Promise<void> {
    await client.text({ method: 'PUT', key, body })
  }

  /** @throws S3Error */
  async function sizeOf(key: string): Promise<number> {
    const found = await client.open({ method: 'HEAD', key })
    found.resume()
    return Number(found.headers['content-length'])
  }

  /** Sends it in parts, or leaves nothing. */
  async function inParts(
    key: string,
    ranges: readonly ByteRange[],
    sendPart: (range: ByteRange, query: Record<string, string>) => Promise<string>,
  ): Promise<void> {
    const begun = await client.text({ method: 'POST', key, query: { uploads: '' } })
    const uploadId = textIn(begun, 'UploadId') ?? ''
    const tags: string[] = []
    try {
      await forEachAtOnce([...ranges.entries()], async ([index, range]) => {
        tags[index] = await sendPart(range, { partNumber: String(index + 1), uploadId })
      })
      const parts = tags.map(
        (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${encoded(tag)}</ETag></Part>`,
      )
      const list = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
      await client.text({ method: 'POST', key, query: { uploadId }, body: bufferBody(list) })
    } catch (error) {
      // What can't be ended now is looked for by the sweep.
      await abort(key, uploadId).catch(() => {})
      throw error
    }
  }

  async function abort(key: string, uploadId: string): Promise<void> {
    await client.text({ method: 'DELETE', key, query: { uploadId } })
  }

  async function* pages(query: Record<string, string>): AsyncGenerator<string> {
    let token: string | undefined
    do {
      const next: Record<string, string> = token === undefined ? {} : { 'continuation-token': token }
      const page = await client.text({
        method: 'GET',
        key: '',
        query: { 'list-type': '2', ...query, ...next },
      })
      yield page
      token = textIn(page, 'NextContinuationToken')
    } while (token !== undefined)
  }

  return {
    send,

    /** @param sha256 of the whole, hex */
    async sendFile(key: string, path: string, size: number, sha256: string): Promise<void> {
      if (size <= PART_BYTES) return send(key, fileBody(path, { start: 0, end: size - 1 }, sha256))
      await inParts(key, partsOf(size), async (range, query) => {
        const body = fileBody(path, range, await hashOfRange(path, range))
        const answer = await client.open({ method: 'PUT', key, query, body })
        answer.resume()
        return answer.headers.etag ?? ''
      })
    },

    /** @throws S3Error */
    async read(key: string, range?: ByteRange): Promise<Readable> {
      const headers = range && { range: `bytes=${range.start}-${range.end}` }
      return client.open({ method: 'GET', key, ...(headers && { headers }) })
    },

    sizeOf,

    async copy(from: string, to: string): Promise<void> {
      const size = await sizeOf(from)
      const source = { 'x-amz-copy-source': `/${bucket}/${from}` }
      if (size <= COPIED_AT_ONCE_BYTES)
        return void (await client.text({ method: 'PUT', key: to, headers: source }))
      await inParts(to, partsOf(size, COPIED_PART_BYTES), async ({ start, end }, query) => {
        const headers = { ...source, 'x-amz-copy-source-range': `bytes=${start}-${end}` }
        const answer = await client.text({ method: 'PUT', key: to, query, headers })
        return textIn(answer, 'ETag') ?? ''
      })
    },

    /** Those that are not there are passed over. */
    async remove(keys: readonly string[]): Promise<void> {
      for (let at = 0; at < keys.length; at += DELETED_AT_ONCE) {
        const some = keys.slice(at, at + DELETED_AT_ONCE)
        const objects = some.map((key) => `<Object><Key>${encoded(key)}</Key></Object>`).join('')
        const list = Buffer.from(`<Delete><Quiet>true</Quiet>${objects}</Delete>`)
        const headers = { 'content-md5': createHash('md5').update(list).digest('base64') }
        await client.text({ method: 'POST', key: '', query: { delete: '' }, headers, body: bufferBody(list) })
      }
    },

    async *list(prefix: string): AsyncGenerator<ListedKey> {
      for await (const page of pages({ prefix }))
        for (const entry of elementsIn(page, 'Contents'))
          yield {
            key: textIn(entry, 'Key') ?? '',
            size: Number(textIn(entry, 'Size')),
            at: new Date(textIn(entry, 'LastModified') ?? Number.NaN),
          }
    },

    /** The names of the folders right below a prefix. */
    async *folders(prefix: string): AsyncGenerator<string> {
      for await (const page of pages({ prefix, delimiter: '/' }))
        for (const entry of elementsIn(page, 'CommonPrefixes'))
          yield (textIn(entry, 'Prefix') ?? '').slice(prefix.length, -1)
    },

    /** Ends uploads in parts that were begun before a moment. A store that can't list them keeps them. */
    async abortOlder(prefix: string, moment: Date): Promise<void> {
      const listed = await client
        .text({ method: 'GET', key: '', query: { uploads: '', prefix } })
        .catch((error: unknown) => {
          if (error instanceof S3Error && error.status === 501) return ''
          throw error
        })
      for (const upload of elementsIn(listed, 'Upload')) {
        const [key = '', id = '', begun = ''] = ['Key', 'UploadId', 'Initiated'].map(
          (name) => textsIn(upload, name)[0],
        )
        if (Date.parse(begun) < moment.getTime()) await abort(key, id)
      }
    },
  }
}

export type S3Calls = ReturnType<typeof createS3Calls>

const READ_BYTES = 256 * 1024

function fileBody(path: string, { start, end }: ByteRange, sha256: string): S3Body {
  const size = end - start + 1
  const open = () =>
    size === 0 ? Buffer.alloc(0) : createReadStream(path, { start, end, highWaterMark: READ_BYTES })
  return { open, size, sha256 }
}

async function hashOfRange(path: string, { start, end }: ByteRange): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { start, end, highWaterMark: READ_BYTES }))
    hash.update(piece as Buffer)
  return hash.digest('hex')
}
