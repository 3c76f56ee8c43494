/** What an upload sends: the bytes alone, or a form with one file. */
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { Context } from 'hono'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { DomainError } from '../../kernel/domain-error.js'
import { boundedJsonNow } from '../../json/bounded-json.js'
import type { AppEnv } from '../../routes/app-env.js'

export interface UploadBody {
  mimetype: string
  /** Of `Cache-Control`. */
  cacheControl: string
  userMetadata: Record<string, unknown> | null
  /** Bytes; undefined: it is known at the end. */
  size: number | undefined
  source: AsyncIterable<Uint8Array>
  /** Ends the reading of a body that is not wanted. */
  stop(): void
}

const DEFAULT_TYPE = 'application/octet-stream'
export const DEFAULT_CACHE_CONTROL = 'no-cache'
const METADATA_MAX_BYTES = 1024 * 1024

/** @throws DomainError invalid_body */
export async function uploadBody(c: Context<AppEnv>): Promise<UploadBody> {
  const type = c.req.header('content-type') ?? DEFAULT_TYPE
  const { body } = c.req.raw
  const source = body ? Readable.fromWeb(body as WebStream) : Readable.from([])
  if (/^multipart\/form-data/i.test(type)) return formBody(source, type)
  const told = Number(c.req.header('content-length') ?? Number.NaN)
  const metadata = c.req.header('x-metadata')
  return {
    mimetype: type,
    cacheControl: c.req.header('cache-control') ?? DEFAULT_CACHE_CONTROL,
    userMetadata:
      metadata === undefined ? null : metadataIn(Buffer.from(metadata, 'base64').toString('utf8')),
    size: Number.isFinite(told) ? told : body ? undefined : 0,
    source,
    stop: () => void source.destroy(),
  }
}

/** The fields come before the file. */
function formBody(source: Readable, type: string): Promise<UploadBody> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>()
    const refuse = (cause?: unknown) => reject(new DomainError('invalid_body', undefined, { cause }))
    let form: BusboyInstance
    try {
      form = new Busboy({
        headers: { 'content-type': type },
        limits: { files: 1, fields: 20, fieldSize: METADATA_MAX_BYTES },
      })
    } catch (cause) {
      return refuse(cause)
    }
    form.on('field', (name, value) => void fields.set(name, value))
    form.on('file', (_name, file, _fileName, _encoding, mimetype) => {
      const seconds = fields.get('cacheControl')
      const metadata = fields.get('metadata')
      try {
        resolve({
          mimetype: mimetype || DEFAULT_TYPE,
          cacheControl: seconds === undefined ? DEFAULT_CACHE_CONTROL : cacheControlOf(seconds),
          userMetadata: metadata === undefined ? null : metadataIn(metadata),
          size: undefined,
          source: wholeFile(file, read),
          stop: () => void source.destroy(),
        })
      } catch (error) {
        reject(error)
      }
    })
    const read = pipeline(source, form)
    // Without a file the promise is still open. A failure later is that of the file.
    read.then(() => refuse(), refuse)
  })
}

/** Ends without an error only when the whole form was read. */
async function* wholeFile(file: NodeJS.ReadableStream, read: Promise<void>): AsyncGenerator<Uint8Array> {
  for await (const piece of file) yield piece as Buffer
  await read
}

/** `3600` is a time in seconds. */
export function cacheControlOf(text: string): string {
  return /^\d+$/.test(text) ? `max-age=${text}` : text
}

/** @throws DomainError invalid_body */
export function metadataIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = boundedJsonNow(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch (error) {
    if (error instanceof DomainError) throw error
    // Refused below, as any other value.
  }
  throw new DomainError('invalid_body', 'metadata: must be a JSON object')
}
