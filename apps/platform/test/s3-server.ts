/** A small S3-compatible store in memory for tests. It checks every signature and checksum by the rules of SigV4. */
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Location } from '../src/s3/s3-location.js'

const KEY = 'a-key'
const SECRET = 'a secret/+='
const SMALLEST_PART = 5 * 1024 * 1024

interface Kept {
  bytes: Buffer
  at: Date
}

interface Upload {
  key: string
  begun: Date
  parts: Map<number, Buffer>
}

export interface S3Server {
  location: S3Location
  kept: Map<string, Kept>
  uploads: Map<string, Upload>
  /** `PUT /bucket/key`, in the order in which they came. */
  asked: string[]
  /** Called before each answer; a status refuses the call, `cut` ends the connection. */
  disturb(by: ((method: string, key: string) => number | 'cut' | undefined) | undefined): void
  stop(): Promise<void>
}

/** @param pageSize entries of one page of a list */
export async function startS3Server({ bucket = 'files', pageSize = 3 } = {}): Promise<S3Server> {
  const kept = new Map<string, Kept>()
  const uploads = new Map<string, Upload>()
  const asked: string[] = []
  let disturbed: Parameters<S3Server['disturb']>[0]

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '' } = request
    const url = new URL(request.url ?? '', `http://${request.headers.host}`)
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const body = Buffer.concat(pieces)
    const [, named = '', ...rest] = url.pathname.split('/')
    const key = rest.join('/')
    asked.push(`${method} ${url.pathname}`)
    const refuse = (status: number, code: string) =>
      send(response, status, `<Error><Code>${code}</Code></Error>`)
    const disturbance = disturbed?.(method, key)
    if (disturbance === 'cut') return void request.socket.destroy()
    if (disturbance !== undefined) return refuse(disturbance, 'Disturbed')
    const fault = faultOfSignature(request, url, body)
    if (fault) return refuse(403, fault)
    if (named !== bucket) return refuse(404, 'NoSuchBucket')
    const call = new Call({ url, key, body, request, response, kept, uploads, pageSize, refuse })
    return call.answer(method)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    location: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket,
      prefix: 'some/folder/',
      region: 'eu-central-1',
      style: 'path',
      accessKeyId: KEY,
      secretAccessKey: SECRET,
    },
    kept,
    uploads,
    asked,
    disturb: (by) => void (disturbed = by),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface CallParts {
  url: URL
  key: string
  body: Buffer
  request: IncomingMessage
  response: ServerResponse
  kept: Map<string, Kept>
  uploads: Map<string, Upload>
  pageSize: number
  refuse(status: number, code: string): void
}

class Call {
  readonly #parts: CallParts

  constructor(parts: CallParts) {
    this.#parts = parts
  }

  answer(method: string): void {
    const { url, key } = this.#parts
    const has = (name: string) => url.searchParams.has(name)
    if (key === '' && method === 'POST' && has('delete')) return this.#deleteSeveral()
    if (key === '' && method === 'GET' && has('uploads')) return this.#listUploads()
    if (key === '' && method === 'GET') return this.#list()
    if (method === 'POST' && has('uploads')) return this.#begin()
    if (method === 'POST' && has('uploadId')) return this.#complete()
    if (method === 'PUT' && has('uploadId')) return this.#putPart()
    if (method === 'DELETE' && has('uploadId')) return this.#abort()
    if (method === 'PUT') return this.#put()
    if (method === 'GET' || method === 'HEAD') return this.#get(method)
    return this.#parts.refuse(501, 'NotImplemented')
  }

  #ok(xml = ''): void {
    send(this.#parts.response, 200, xml)
  }

  /** What is sent, or a part of what is there already. */
  #content(): Buffer | undefined {
    const { request, body, kept } = this.#parts
    const source = request.headers['x-amz-copy-source']
    if (typeof source !== 'string') return body
    const found = kept.get(source.split('/').slice(2).join('/'))?.bytes
    const [, start, end] =
      /^bytes=(\d+)-(\d+)$/.exec(String(request.headers['x-amz-copy-source-range'])) ?? []
    return start === undefined ? found : found?.subarray(Number(start), Number(end) + 1)
  }

  #put(): void {
    const { key, kept, refuse } = this.#parts
    const bytes = this.#content()
    if (!bytes) return refuse(404, 'NoSuchKey')
    kept.set(key, { bytes, at: new Date() })
    this.#ok(`<CopyObjectResult><ETag>${tagOf(bytes)}</ETag></CopyObjectResult>`)
  }

  #get(method: string): void {
    const { key, kept, refuse, request, response } = this.#parts
    const found = kept.get(key)
    if (!found) return refuse(404, 'NoSuchKey')
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const bytes = start === undefined ? found.bytes : found.bytes.subarray(Number(start), Number(end) + 1)
    response.writeHead(start === undefined ? 200 : 206, { 'content-length': bytes.length })
    response.end(method === 'HEAD' ? undefined : bytes)
  }

  #deleteSeveral(): void {
    const { body, kept, request, refuse } = this.#parts
    const md5 = createHash('md5').update(body).digest('base64')
    if (request.headers['content-md5'] !== md5) return refuse(400, 'InvalidDigest')
    for (const [, key = ''] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)) kept.delete(key)
    this.#ok('<DeleteResult></DeleteResult>')
  }

  #list(): void {
    const { url, kept, pageSize } = this.#parts
    const prefix = url.searchParams.get('prefix') ?? ''
    const after = url.searchParams.get('continuation-token') ?? ''
    const delimiter = url.searchParams.get('delimiter')
    const below = [...kept.keys()].filter((key) => key.startsWith(prefix)).toSorted()
    const folderOf = (key: string) =>
      delimiter !== null && key.slice(prefix.length).includes(delimiter)
        ? key.slice(0, key.indexOf(delimiter, prefix.length) + 1)
        : undefined
    const entries = [...new Set(below.map((key) => folderOf(key) ?? key))].filter((entry) => entry > after)
    const page = entries.slice(0, pageSize)
    const xml = page.map((entry) => {
      const object = kept.get(entry)
      if (!object) return `<CommonPrefixes><Prefix>${entry}</Prefix></CommonPrefixes>`
      const { bytes, at } = object
      return `<Contents><Key>${entry}</Key><LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`
    })
    const more =
      page.length < entries.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    this.#ok(`<ListBucketResult>${xml.join('')}${more}</ListBucketResult>`)
  }

  #begin(): void {
    const id = randomUUID()
    this.#parts.uploads.set(id, { key: this.#parts.key, begun: new Date(), parts: new Map() })
    this.#ok(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  }

  #upload(): [string, Upload | undefined] {
    const id = this.#parts.url.searchParams.get('uploadId') ?? ''
    return [id, this.#parts.uploads.get(id)]
  }

  #putPart(): void {
    const { url, refuse, response } = this.#parts
    const [, upload] = this.#upload()
    const bytes = this.#content()
    if (!upload || !bytes) return refuse(404, 'NoSuchUpload')
    upload.parts.set(Number(url.searchParams.get('partNumber')), bytes)
    response.setHeader('etag', tagOf(bytes))
    this.#ok(`<CopyPartResult><ETag>${tagOf(bytes)}</ETag></CopyPartResult>`)
  }

  #complete(): void {
    const { body, kept, uploads, refuse } = this.#parts
    const [id, upload] = this.#upload()
    if (!upload) return refuse(404, 'NoSuchUpload')
    const listed = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)]
    const parts = listed.map(([, number, tag]) => {
      const bytes = upload.parts.get(Number(number))
      return bytes && tagOf(bytes) === tag ? bytes : undefined
    })
    const whole = parts.filter((part) => part !== undefined)
    if (whole.length !== parts.length) return refuse(400, 'InvalidPart')
    if (whole.slice(0, -1).some((part) => part.length < SMALLEST_PART)) return refuse(400, 'EntityTooSmall')
    kept.set(upload.key, { bytes: Buffer.concat(whole), at: new Date() })
    uploads.delete(id)
    this.#ok('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
  }

  #abort(): void {
    const [id] = this.#upload()
    this.#parts.uploads.delete(id)
    send(this.#parts.response, 204, '')
  }

  #listUploads(): void {
    const { url, uploads } = this.#parts
    const prefix = url.searchParams.get('prefix') ?? ''
    const entries = [...uploads].filter(([, { key }]) => key.startsWith(prefix))
    const xml = entries.map(
      ([id, { key, begun }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
    )
    this.#ok(`<ListMultipartUploadsResult>${xml.join('')}</ListMultipartUploadsResult>`)
  }
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

function tagOf(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('hex')
}

/** The code of the refusal; undefined: it is signed by the key, and for this body. */
function faultOfSignature(request: IncomingMessage, url: URL, body: Buffer): string | undefined {
  const { headers, method } = request
  const [, id, date, region, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (id !== KEY || date === undefined || region === undefined) return 'InvalidAccessKeyId'
  const checksum = createHash('sha256').update(body).digest('hex')
  if (headers['x-amz-content-sha256'] !== checksum) return 'XAmzContentSHA256Mismatch'
  const query = [...url.searchParams]
    .map(([name, value]) => `${plain(name)}=${plain(value)}`)
    .toSorted()
    .join('&')
  const signedHeaders = names.split(';').map((name) => `${name}:${String(headers[name])}\n`)
  const canonical = [method, url.pathname, query, signedHeaders.join(''), names, checksum].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hex(canonical)].join('\n')
  const key = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (before, part) => createHmac('sha256', before).update(part).digest(),
    `AWS4${SECRET}`,
  )
  const right = createHmac('sha256', key).update(text).digest('hex')
  return right === signature ? undefined : 'SignatureDoesNotMatch'
}

function plain(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function hex(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
