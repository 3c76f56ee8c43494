/** One endpoint of the fake platform: the contract's own line, and what the fake answers to a request that keeps it. */
import * as v from 'valibot'
import type { EndpointData } from '../contract/endpoint.js'
import type { ErrorBody } from '../contract/errors.js'
import { paramSchemas } from '../contract/params.js'
import { isCallOf, matchPath, type CallRequest } from './contract-calls.js'

/** A request that reached the fake platform. */
export interface FakeRequest {
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  body: unknown
  signal?: AbortSignal
}

/** A request, with the parameters in its path. */
export interface FakeCall extends Omit<FakeRequest, 'query'> {
  params: Record<string, string>
  query: unknown
  requestId: string
}

type Checked<Schema> = Schema extends v.GenericSchema ? v.InferOutput<Schema> : undefined

/** What a call brings, as the contract's schemas make it. */
export interface CheckedCall<Data extends EndpointData> extends FakeCall {
  query: Checked<Data['query']>
  body: Checked<Data['body']>
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
  /** The parameters in its path; undefined when the request is another call. */
  match(request: CallRequest): Record<string, string> | undefined
  /** Answers without a session. */
  isOpen: boolean
  answer(call: FakeCall): Reply | Promise<Reply>
}

/** Answers an endpoint with what `answer` gives (200), or with the refusal it throws. */
export function fakeRoute<Data extends EndpointData>(
  endpoint: Data,
  answer: (call: CheckedCall<Data>) => Data['response'] | Promise<Data['response']>,
): FakeRoute {
  return replyRoute(endpoint, async (call) => ({ status: 200, body: await answer(call) }))
}

/** The same for an endpoint whose answer is not always JSON with the status 200. */
export function replyRoute<Data extends EndpointData>(
  endpoint: Data,
  answer: (call: CheckedCall<Data>) => Reply | Promise<Reply>,
): FakeRoute {
  return {
    match: (request) => (isCallOf(endpoint, request) ? matchPath(endpoint.path, request.path) : undefined),
    isOpen: endpoint.access === 'anyone',
    async answer(call) {
      try {
        return await answer(checkedCall(endpoint, call))
      } catch (error) {
        if (!(error instanceof FakeRefusal)) throw error
        const { status, message, code, more, headers } = error
        return { status, body: { ...more, message, code, requestId: call.requestId }, headers }
      }
    },
  }
}

/** What the contract makes of a call, as the platform reads it. @throws FakeRefusal when a schema refuses it */
function checkedCall<Data extends EndpointData>(endpoint: Data, call: FakeCall): CheckedCall<Data> {
  for (const [name, schema] of Object.entries(paramSchemas(endpoint)))
    if (!v.is(schema, call.params[name])) throw missing(name)
  const body = endpoint.streamsBody
    ? call.body
    : endpoint.body && checked('invalid_body', endpoint.body, call.body)
  // An empty parameter counts as absent.
  const query = Object.entries(call.query ?? {}).filter(([, value]) => value !== '')
  return {
    ...call,
    body: body as CheckedCall<Data>['body'],
    query: (endpoint.query &&
      checked('invalid_query', endpoint.query, Object.fromEntries(query))) as CheckedCall<Data>['query'],
  }
}

function checked(code: string, schema: v.GenericSchema, value: unknown): unknown {
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const path = v.getDotPath(issue)
  throw new FakeRefusal(400, code, path ? `${path}: ${issue.message}` : issue.message)
}

/** A malformed id cannot exist. */
function missing(name: string): FakeRefusal {
  if (name === 'ref') return new FakeRefusal(404, 'project_not_found', 'Project not found')
  if (name === 'slug') return new FakeRefusal(404, 'organization_not_found', 'Organization not found')
  return new FakeRefusal(404, 'not_found', 'Not found')
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
