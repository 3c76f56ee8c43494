/** Edge functions at `/functions/v1/{name}`: the token is checked, and the call goes to the function's process as it came. */
import type { Context } from 'hono'
import { request as ask, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { DomainError } from '../../kernel/domain-error.js'
import { joinUpgrade } from '../../http/upgrade.js'
import type { TokenVerifier } from '../../keys/token-verifier.js'
import { TEMPORARY_KID } from '../../keys/project-keys.js'
import { actorOf } from '../../objects/storage-key.js'
import type { StorageHost } from '../../objects/storage-host.js'
import type { FunctionsHost } from '../../functions/functions-host.js'
import type { AppEnv } from '../../routes/app-env.js'
import { functionText } from '../../text/functions.js'
import type { ServedCall, Service } from '../service.js'

export interface FunctionsServiceDeps {
  functions: FunctionsHost
  host: StorageHost
  verifier: TokenVerifier
}

const NAME = /^\/([A-Za-z][A-Za-z0-9_-]{0,47})(\/.*)?$/
const HOP_HEADERS = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
const { family } = functionText

export function createFunctionsService({ functions, host, verifier }: FunctionsServiceDeps): Service {
  return {
    name: 'functions',
    exposedHeaders: [],
    lacks: {},
    ownCors: true,
    callOf({ c, path }) {
      const upgrades = c.env?.upgrade !== undefined
      return {
        name: NAME.test(path) ? 'call' : 'unknown',
        needs: 'nothing',
        stores: false,
        body: 'streamed',
        ...(upgrades ? { upgrades } : {}),
      }
    },
    async answer(served) {
      const { c, path, project } = served
      const [, slug, rest = ''] = NAME.exec(path) ?? []
      if (slug === undefined) return refuse(404, { code: 'NOT_FOUND', message: family.notFound })
      const authorization = c.req.header('authorization')
      const isVerified = c.req.method === 'OPTIONS' || (await isValid(served, authorization))
      const begun = await functions.beginFunctionCall({ ref: project.ref, slug, isVerified })
      switch (begun.type) {
        case 'not-found':
          return refuse(404, { code: 'NOT_FOUND', message: family.notFound })
        case 'unverified':
          return refuse(
            401,
            { msg: /^bearer /i.test(authorization ?? '') ? family.invalidJwt : family.missingAuthorization },
            { 'x-relay-error': 'true' },
          )
        case 'busy':
          return refuse(503, { code: 'WORKER_LIMIT', message: family.tooMany }, { 'retry-after': '1' })
        case 'unavailable':
          throw new DomainError('functions_unavailable', begun.message)
        case 'boot-error':
          return refuse(503, { code: 'BOOT_ERROR', message: begun.message })
        case 'begun':
          return pass(c, begun, `/${slug}${rest}${new URL(c.req.url).search}`)
      }
    },
  }

  /** A key of the project, or any token that it signed: no claim is needed. */
  async function isValid({ project }: ServedCall, authorization: string | undefined): Promise<boolean> {
    const [, bearer] = /^bearer\s+(\S+)$/i.exec(authorization ?? '') ?? []
    if (bearer === undefined) return false
    try {
      await actorOf(host, project, { apiKey: undefined, bearer }, verifier)
      return true
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'invalid_key') throw error
    }
    const read = verifier.verify(bearer, project.keys.verifying)
    return read.type === 'valid' && read.kid !== TEMPORARY_KID && Object.keys(read.claims).every(isPlain)
  }

  /** The call to the process, and its answer. */
  async function pass(
    c: Context<AppEnv>,
    { lease, socket, timeoutMs }: { lease: number; socket: string; timeoutMs: number },
    path: string,
  ): Promise<Response> {
    const begun = performance.now()
    const { method } = c.req
    let isOver = false
    const end = (status: number) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      const requestId = c.get('requestId')
      functions.endFunctionCall(lease, { method, status, ms: performance.now() - begun, requestId })
    }
    const isUpgrade = c.env?.upgrade !== undefined
    const options: RequestOptions = {
      socketPath: socket,
      agent: false,
      method,
      path,
      headers: headersOf(c, isUpgrade),
    }
    let isLate = false
    let sent: ClientRequest | undefined
    const timer = setTimeout(() => {
      isLate = true
      sent?.destroy(new Error('late'))
    }, timeoutMs)
    c.req.raw.signal.addEventListener('abort', () => sent?.destroy(new Error('gone')))
    const send = (body: RequestBody) =>
      new Promise<Response>((resolve, reject) => {
        const request = ask(options)
        sent = request
        request.on('error', reject)
        request.on('upgrade', (answer: IncomingMessage, theirs, head: Buffer) => {
          clearTimeout(timer)
          theirs.once('close', () => end(101))
          resolve(joinUpgrade(c, { answer, socket: theirs, head }))
        })
        request.on('response', (answer) => {
          const { statusCode: status = 502 } = answer
          answer.once('close', () => end(status))
          const hasBody = method !== 'HEAD' && ![204, 205, 304].includes(status)
          if (!hasBody) answer.resume()
          const read = hasBody ? (Readable.toWeb(answer) as unknown as ReadableStream) : null
          resolve(new Response(read, { status, headers: answerHeaders(answer) }))
        })
        if (body instanceof Uint8Array) request.end(body)
        else pipeline(Readable.fromWeb(body as unknown as WebStream), request, () => {})
      })
    const body = await requestBody(c.req.raw)
    try {
      return await send(body).catch((error: unknown) => {
        // The process closed the connection before it had read the call, which it then has not begun.
        if (isLate || !(body instanceof Uint8Array) || !isUnread(error)) throw error
        return send(body)
      })
    } catch {
      const fate = isLate ? 'late' : await functions.functionFate(lease)
      const [status, code, message] = FAILURES[fate]
      end(status)
      return refuse(status, { code, message })
    }
  }
}

/** A body whose bytes are here can be sent again. */
type RequestBody = Uint8Array | ReadableStream<Uint8Array>

/** Longer bodies are passed on as they come. */
const KEPT_BODY_BYTES = 1024 * 1024

async function requestBody(request: Request): Promise<RequestBody> {
  const { body } = request
  if (body === null) return new Uint8Array()
  const length = Number(request.headers.get('content-length') ?? Number.NaN)
  return length <= KEPT_BODY_BYTES ? new Uint8Array(await request.arrayBuffer()) : body
}

function isUnread(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EPIPE'
}

/** These claims bind a token to what it was made for. */
function isPlain(claim: string): boolean {
  return claim !== 'maker' && claim !== 'url' && claim !== 'acting_member'
}

const FAILURES = {
  late: [504, 'IDLE_TIMEOUT', family.idleTimeout],
  memory: [546, 'WORKER_LIMIT', family.workerLimit],
  cpu: [546, 'WORKER_LIMIT', family.workerLimit],
  crashed: [500, 'WORKER_ERROR', family.workerError],
  running: [500, 'WORKER_ERROR', family.workerError],
} as const

function headersOf(c: Context<AppEnv>, isUpgrade: boolean): Record<string, string> {
  const headers: Record<string, string> = {}
  c.req.raw.headers.forEach((value, name) => {
    if (!HOP_HEADERS.has(name)) headers[name] = value
  })
  return isUpgrade ? { ...headers, connection: 'Upgrade', upgrade: 'websocket' } : headers
}

function answerHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (!HOP_HEADERS.has(name.toLowerCase())) headers.append(name, value)
  }
  return headers
}

/** Pages may read why they were refused; all else of CORS is the function's own. */
function refuse(status: number, body: object, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*', ...headers },
  })
}
