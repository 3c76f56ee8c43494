/** One endpoint of the fake platform: the contract's own line, and what the fake answers. */
import type { EndpointData } from '../contract/endpoint.js'
import type { ErrorBody } from '../contract/errors.js'

export interface FakeCall {
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
  requestId: string
}

export interface Reply {
  status: number
  body: unknown
  /** Sent as it is, in the place of the body as JSON. */
  text?: string
  /** Sent piece by piece, in the place of the body. */
  stream?: ReadableStream<Uint8Array>
  headers?: Record<string, string>
}

export interface FakeRoute {
  method: string
  /** As in the contract: `/platform/projects/{ref}`. */
  path: string
  /** Answers without a session. */
  isOpen: boolean
  answer(call: FakeCall): Reply | Promise<Reply>
}

/** Answers an endpoint with what `answer` gives (200), or with the Reply it throws. */
export function fakeRoute<Data extends EndpointData>(
  { method, path, access }: Data,
  answer: (call: FakeCall) => Data['response'] | Promise<Data['response']>,
): FakeRoute {
  return {
    method,
    path,
    isOpen: access === 'anyone',
    async answer(call) {
      try {
        return { status: 200, body: await answer(call) }
      } catch (error) {
        if (error instanceof FakeRefusal)
          return {
            status: error.status,
            body: { ...error.more, message: error.message, code: error.code, requestId: call.requestId },
            headers: error.headers,
          }
        throw error
      }
    },
  }
}

/** Thrown by the answer of a route: an error status with its stable word and its sentence. */
export class FakeRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly headers: Record<string, string>
  readonly more: Record<string, unknown>
  constructor(
    status: number,
    code: string,
    message: string,
    { retryAfterSeconds, more = {} }: { retryAfterSeconds?: number; more?: Record<string, unknown> } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.more = more
    this.headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  }
}

export function refusal(status: number, code: string, message: string, requestId: string): Reply {
  return { status, body: { message, code, requestId } satisfies ErrorBody }
}

/** The parameters in `pathname` when it fits the route's path. */
export function matchPath(path: string, pathname: string): Record<string, string> | undefined {
  const wanted = path.split('/')
  const given = pathname.split('/')
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const value = decodeURIComponent(given[index] ?? '')
    if (segment.startsWith('{')) params[segment.slice(1, -1)] = value
    else if (segment !== value) return undefined
  }
  return params
}
