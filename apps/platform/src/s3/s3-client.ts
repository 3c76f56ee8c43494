/** Signed calls to an S3-compatible store. Bodies are streams; what broke off is sent again. */
import { createHash } from 'node:crypto'
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { Readable } from 'node:stream'
import { setTimeout as later } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { S3Error } from './s3-error.js'
import type { S3Location } from './s3-location.js'
import { textIn } from './s3-xml.js'

/** What is sent. It may be opened again. */
export interface S3Body {
  open(): Readable | Buffer
  size: number
  /** Hex. */
  sha256: string
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Empty: the bucket itself. */
  key: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: S3Body
}

export interface S3Client {
  /** The answer, whose body the caller reads. @throws S3Error */
  open(request: S3Request): Promise<IncomingMessage>
  /** The whole body of an answer. @throws S3Error also for an error inside a successful answer */
  text(request: S3Request): Promise<string>
}

export const EMPTY: S3Body = bufferBody(Buffer.alloc(0))

/** Milliseconds before each further attempt. */
const AGAIN_AFTER_MS = [200, 1000, 3000]
/** Milliseconds in which a store must give a sign of life, until it answers. */
const SILENT_MS = 60_000
const ERROR_MAX_BYTES = 64 * 1024

export function bufferBody(bytes: Buffer): S3Body {
  return { open: () => bytes, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** What is sent to the store: its address, and its headers with the signature. */
export async function signedCall(
  location: S3Location,
  { method, key, query = {}, headers = {}, body = EMPTY }: S3Request,
): Promise<{ url: URL; headers: Record<string, string> }> {
  const { protocol, host } = new URL(location.endpoint)
  const base =
    location.style === 'host'
      ? `${protocol}//${location.bucket}.${host}/`
      : `${protocol}//${host}/${location.bucket}/`
  const url = new URL(base + key)
  // Some stores tell a bucket from an object by the slash at the end.
  if (key === '' && location.style === 'path') url.pathname = url.pathname.slice(0, -1)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const signed = await new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, 'x-amz-content-sha256': body.sha256 },
    accessKeyId: location.accessKeyId,
    secretAccessKey: location.secretAccessKey,
    service: 's3',
    region: location.region,
  }).sign()
  return { url: signed.url, headers: Object.fromEntries(signed.headers) }
}

export function createS3Client(location: S3Location): S3Client {
  const isTls = location.endpoint.startsWith('https:')
  const agent = isTls ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })

  async function attempt(request: S3Request) {
    const { method, body = EMPTY } = request
    const signed = await signedCall(location, request)
    const headers = { ...signed.headers, 'content-length': String(body.size) }
    return exchange(isTls ? requestHttps : requestHttp, signed.url, { method, headers, agent }, body)
  }

  async function open(request: S3Request): Promise<IncomingMessage> {
    for (const wait of [...AGAIN_AFTER_MS, undefined]) {
      try {
        const answer = await attempt(request)
        const { statusCode = 0 } = answer
        if (statusCode < 300) return answer
        throw errorIn(await textOf(answer), statusCode)
      } catch (error) {
        const failure = error instanceof S3Error ? error : S3Error.ofNetwork(error)
        if (wait === undefined || !failure.mayPass) throw failure
        await later(wait)
      }
    }
    throw new S3Error(0, 'Unknown')
  }

  return {
    open,
    async text(request) {
      const text = await textOf(await open(request)).catch((error: unknown) => {
        throw S3Error.ofNetwork(error)
      })
      if (/<Error[\s>]/.test(text)) throw errorIn(text, 500)
      return text
    },
  }
}

type Options = { method: string; headers: Record<string, string>; agent: HttpAgent | HttpsAgent }

function exchange(
  begin: typeof requestHttp | typeof requestHttps,
  url: URL,
  options: Options,
  body: S3Body,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const call = begin(url, options)
    call.setTimeout(SILENT_MS, () =>
      call.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })),
    )
    call.on('response', (answer) => {
      // From here on a slow reader decides how long it takes.
      call.setTimeout(0)
      resolve(answer)
    })
    call.on('error', reject)
    const opened = body.open()
    if (Buffer.isBuffer(opened)) return void call.end(opened)
    opened.on('error', (error) => call.destroy(error))
    call.on('close', () => opened.destroy())
    opened.pipe(call)
  })
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of answer) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

function errorIn(text: string, status: number): S3Error {
  const short = text.slice(0, ERROR_MAX_BYTES)
  return new S3Error(status, textIn(short, 'Code') ?? `HTTP ${status}`)
}
