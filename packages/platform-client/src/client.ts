/** The one caller of every endpoint. */
import { createFetch, type Fetch, type FetchOptions } from 'ofetch'
import type { ArgumentsOf, EndpointData, ResponseOf } from './contract/endpoint.js'
import type { ImportPlan, RejectedRow } from './contract/import.js'
import type { queryTyped } from './contract/query.js'
import { PlatformError, refusedBy, toPlatformError } from './errors.js'
import { newId } from './id.js'
import type { ImportEnd, ImportFile } from './import-lines.js'
import { planRequest, type CallArguments } from './request.js'
import type { RowStreamPart, StreamedAnswer } from './row-stream/index.js'
import type { ByteStream } from './server-sent-events.js'

/** Address of the platform, and the caller's credentials. */
export interface ClientOptions {
  /** Origin of the platform, `http://127.0.0.1:8787`; empty for the page's own origin. */
  baseUrl: string
  /** An access token for scripts; the browser signs in by cookie. */
  accessToken?: string
  /** Default: the runtime's own `fetch`. */
  fetch?: Fetch
}

/** Options of one call: an abort signal and further headers. */
export interface CallOptions {
  /** Aborting ends the call; it then throws a PlatformError of kind `aborted`. */
  signal?: AbortSignal
  /** Sent in addition to the usual headers. */
  headers?: Record<string, string>
}

/**
 * The typed caller of every endpoint of one platform.
 * @example const project = await client.call(getProject, { params: { ref: 'default' } })
 */
export interface Client {
  readonly baseUrl: string
  /**
   * Calls an endpoint. Nothing is retried; that is up to the caller.
   * @throws PlatformError
   */
  call<Data extends EndpointData>(
    endpoint: Data,
    call: ArgumentsOf<Data>,
    options?: CallOptions,
  ): Promise<ResponseOf<Data>>
  /**
   * Calls an endpoint that answers with server-sent events, and yields each as it arrives. The call ends when the
   * reader stops; a broken connection throws.
   * @throws PlatformError
   */
  events<Data extends EndpointData>(
    endpoint: Data,
    call: ArgumentsOf<Data>,
    options?: CallOptions,
  ): AsyncGenerator<ResponseOf<Data>, void>
  /**
   * Runs SQL and yields fields, rows and notices while they arrive; the last part is of type `end`. Rows stay the bytes
   * that PostgreSQL sent. The run is cancelled when the reader stops.
   * @throws PlatformError also after some parts; of kind `network` when the answer breaks off
   * @example for await (const part of client.rows({ params: { ref }, body: { query, runId: newId() } })) …
   */
  rows(call: ArgumentsOf<typeof queryTyped>, options?: CallOptions): AsyncGenerator<RowStreamPart, void>
  /**
   * Imports a CSV file, and yields the rejected rows, then how it ended. The file is sent while it is read.
   * @param file the lines that the plan's `form` describes, in UTF-8: a text, a `Blob`, or a stream of bytes
   * @throws PlatformError also after some lines; of kind `network` when the answer breaks off
   * @example for await (const line of client.importRows({ params: { ref }, plan }, 'id\n1\n')) …
   */
  importRows(
    call: { params: { ref: string }; plan: ImportPlan },
    file: ImportFile,
    options?: CallOptions,
  ): AsyncGenerator<ImportEnd | ({ type: 'rejected' } & RejectedRow), void>
}

/**
 * Makes a client of one platform. It sends nothing before a call, and repeats none.
 * @example const client = createClient({ baseUrl: 'http://127.0.0.1:8787' })
 */
export function createClient(options: ClientOptions): Client {
  const send = createFetch(options.fetch ? { fetch: options.fetch } : {})
  const authorization: Record<string, string> = options.accessToken
    ? { Authorization: `Bearer ${options.accessToken}` }
    : {}

  const ask = <Type extends 'json' | 'stream'>(
    accept: string,
    endpoint: EndpointData,
    call: unknown,
    { signal, headers }: CallOptions,
    how: FetchOptions<Type>,
  ) => {
    const request = planRequest(endpoint, call as CallArguments)
    return send.raw(options.baseUrl + request.path, {
      method: request.method,
      query: request.query,
      ...(request.body === undefined ? {} : { body: request.body as Record<string, unknown> }),
      headers: {
        Accept: accept,
        'X-Request-Id': newId(),
        ...authorization,
        ...request.headers,
        ...headers,
      },
      ...(signal ? { signal: signal as never } : {}),
      retry: false,
      ...how,
    })
  }

  return {
    baseUrl: options.baseUrl,
    async *events(endpoint, call, given = {}) {
      try {
        const response = await ask('text/event-stream', endpoint, call, given, {
          responseType: 'stream',
          // The body contains the message of the refusal.
          ignoreResponseError: true,
        })
        // A page works before its first event: what reads them need not come with it.
        const { eventsIn, textIn } = await import('./server-sent-events.js')
        const stream = response._data as ByteStream
        const { status } = response
        if (status >= 400)
          throw refusedBy(status, bodyOf(await textIn(stream)), response.headers.get('retry-after'))
        for await (const data of eventsIn(stream)) yield JSON.parse(data)
      } catch (error) {
        throw toPlatformError(error, given.signal)
      }
    },
    async *rows(call, given = {}) {
      try {
        // A page works without SQL: what runs it does not come with it.
        const { partsOf, ROW_STREAM_CALL, ROW_STREAM_TYPE } = await import('./row-stream/index.js')
        const accept = `${ROW_STREAM_TYPE}, application/json`
        const response = await ask(accept, ROW_STREAM_CALL, call, given, {
          responseType: 'stream',
          ignoreResponseError: true,
        })
        yield* partsOf(response as StreamedAnswer)
      } catch (error) {
        throw toPlatformError(error, given.signal)
      }
    },
    async *importRows({ params, plan }, file, given = {}) {
      try {
        const { bodyOf: fileBody, IMPORT_CALL, linesOf } = await import('./import-lines.js')
        const response = await ask('application/x-ndjson, application/json', IMPORT_CALL, { params }, given, {
          body: fileBody(plan, file) as never,
          responseType: 'stream',
          ignoreResponseError: true,
        })
        yield* linesOf(response as StreamedAnswer)
      } catch (error) {
        throw toPlatformError(error, given.signal)
      }
    },
    async call(endpoint, call, given = {}) {
      try {
        const response = await ask('application/json', endpoint, call, given, {
          responseType: 'json',
          parseResponse: parseJson,
        })
        const data: unknown = response._data
        if (data instanceof NotJson)
          throw new PlatformError('http', NOT_JSON, { status: response.status, body: data.text })
        return data
      } catch (error) {
        throw toPlatformError(error, given.signal)
      }
    },
  }
}

function bodyOf(text: string): unknown {
  const body = parseJson(text)
  return body instanceof NotJson ? body.text : body
}

const NOT_JSON = 'The platform answered with something that is not JSON'

/** What a proxy or a captive portal puts in the platform's place. */
class NotJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

function parseJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return new NotJson(text)
  }
}
