/** A receiver of log drains for tests: it reads each protocol strictly, and answers as it is told. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import * as v from 'valibot'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  messages: string[]
}

export interface LogReceiver {
  /** Without a path. */
  url: string
  /** Batches that it took. */
  received: Received[]
  /** All requests, also those that it did not take. */
  readonly asked: number
  /** Takes over instead of an answer of 200; `messages` are those of the batch. Undefined: 200. */
  disturb(
    by: ((answer: ServerResponse, messages: string[], headers: IncomingHttpHeaders) => boolean) | undefined,
  ): void
  stop(): Promise<void>
}

const nanos = v.pipe(v.string(), v.regex(/^\d{19}$/))
const jsonLines = v.array(
  v.strictObject({
    id: v.pipe(v.string(), v.regex(/^\d{16}$/)),
    time: v.pipe(v.string(), v.isoTimestamp()),
    project: v.string(),
    source: v.string(),
    level: v.picklist(['debug', 'info', 'warn', 'error']),
    request_id: v.string(),
    message: v.string(),
    fields: v.record(v.string(), v.unknown()),
  }),
)
type AnyValue = Record<string, unknown>
const anyValue: v.GenericSchema<AnyValue> = v.lazy(() =>
  v.union([
    v.strictObject({ stringValue: v.string() }),
    v.strictObject({ boolValue: v.boolean() }),
    v.strictObject({ intValue: v.pipe(v.string(), v.regex(/^-?\d+$/)) }),
    v.strictObject({ doubleValue: v.number() }),
    v.strictObject({ arrayValue: v.strictObject({ values: v.array(anyValue) }) }),
    v.strictObject({ kvlistValue: v.strictObject({ values: v.array(attribute) }) }),
    v.strictObject({}),
  ]),
)
const attribute = v.strictObject({ key: v.pipe(v.string(), v.nonEmpty()), value: anyValue })
const otlp = v.strictObject({
  resourceLogs: v.array(
    v.strictObject({
      resource: v.strictObject({ attributes: v.array(attribute) }),
      scopeLogs: v.array(
        v.strictObject({
          scope: v.strictObject({ name: v.string() }),
          logRecords: v.array(
            v.strictObject({
              timeUnixNano: nanos,
              observedTimeUnixNano: nanos,
              severityNumber: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(24)),
              severityText: v.string(),
              body: v.strictObject({ stringValue: v.string() }),
              attributes: v.array(attribute),
              traceId: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))),
            }),
          ),
        }),
      ),
    }),
  ),
})
const loki = v.strictObject({
  streams: v.array(
    v.strictObject({
      stream: v.record(v.pipe(v.string(), v.regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/)), v.string()),
      values: v.pipe(
        v.array(v.strictTuple([nanos, v.string()])),
        v.check((all) => all.every(([time], at) => at === 0 || BigInt(all[at - 1]![0]) <= BigInt(time))),
      ),
    }),
  ),
})

/** @throws what is wrong with the body */
function messagesIn(path: string, body: unknown): string[] {
  if (path === '/v1/logs')
    return v
      .parse(otlp, body)
      .resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords))
      .map((record) => record.body.stringValue)
  if (path === '/loki/api/v1/push')
    return v
      .parse(loki, body)
      .streams.flatMap(({ values }) =>
        values.map(([, text]) => (JSON.parse(text) as { message: string }).message),
      )
  return v.parse(jsonLines, body).map(({ message }) => message)
}

export async function startLogReceiver(): Promise<LogReceiver> {
  const received: Received[] = []
  let asked = 0
  let disturbed: Parameters<LogReceiver['disturb']>[0]
  const server = createServer((incoming, outgoing) => {
    asked += 1
    const pieces: Buffer[] = []
    incoming.on('error', () => {})
    incoming.on('data', (piece: Buffer) => pieces.push(piece))
    incoming.on('end', () => {
      const { headers, url: path = '' } = incoming
      let messages: string[]
      try {
        const bytes = Buffer.concat(pieces)
        const text = headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes
        if (headers['content-type'] !== 'application/json') throw new Error('it is not JSON')
        const decoded = new TextDecoder('utf-8', { fatal: true }).decode(text)
        messages = messagesIn(path, JSON.parse(decoded))
      } catch (error) {
        outgoing.writeHead(400).end(String(error))
        return
      }
      if (disturbed?.(outgoing, messages, headers)) return
      received.push({ path, headers, messages })
      if (path === '/v1/logs') outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      else outgoing.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    get asked() {
      return asked
    },
    disturb: (by) => void (disturbed = by),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
