import { expect, test } from 'vitest'
import type { UnsentLine } from '../log-lines/unsent-lines.js'
import { jsonBody, lokiBody, ndjsonBody, otlpBody } from './drain-bodies.js'

const ID = '3f2c8e62-1d3e-4c62-9d5e-b53b8d6b4a5e'
const line = (changes: Partial<UnsentLine> = {}): UnsentLine => ({
  id: '1795780800000001',
  number: 1795780800000500,
  time: '2026-11-27T12:00:00.000Z',
  source: 'data',
  level: 'warn',
  request_id: ID,
  message: 'GET 404',
  fields: { status: 404, route: '/todos', big: 1.5, none: null, list: [true, { a: 'b' }] },
  ...changes,
})

test('JSON is a list of lines, and one line of text for each in an object', () => {
  const drained = {
    id: '1795780800000500',
    time: '2026-11-27T12:00:00.000Z',
    project: 'shop',
    source: 'data',
    level: 'warn',
    request_id: ID,
    message: 'GET 404',
    fields: line().fields,
  }
  expect(JSON.parse(jsonBody('shop', [line(), line()]))).toEqual([drained, drained])
  const lines = ndjsonBody('shop', [line(), line({ message: 'a\nb' })]).split('\n')
  expect(lines.map((text) => text && (JSON.parse(text) as { message: string }).message)).toEqual([
    'GET 404',
    'a\nb',
    '',
  ])
})

test('OTLP has times in nanoseconds, severities, typed attributes, and the request as trace', () => {
  const body = otlpBody('shop', [
    line(),
    line({ source: 'auth', level: 'error', request_id: '', fields: {} }),
  ])
  expect(JSON.parse(body)).toEqual({
    resourceLogs: [
      {
        resource: {
          attributes: [
            { key: 'service.name', value: { stringValue: 'basedeck' } },
            { key: 'basedeck.project', value: { stringValue: 'shop' } },
          ],
        },
        scopeLogs: [
          {
            scope: { name: 'data' },
            logRecords: [
              {
                timeUnixNano: '1795780800000001000',
                observedTimeUnixNano: '1795780800000500000',
                severityNumber: 13,
                severityText: 'WARN',
                body: { stringValue: 'GET 404' },
                attributes: [
                  { key: 'status', value: { intValue: '404' } },
                  { key: 'route', value: { stringValue: '/todos' } },
                  { key: 'big', value: { doubleValue: 1.5 } },
                  { key: 'none', value: {} },
                  {
                    key: 'list',
                    value: {
                      arrayValue: {
                        values: [
                          { boolValue: true },
                          { kvlistValue: { values: [{ key: 'a', value: { stringValue: 'b' } }] } },
                        ],
                      },
                    },
                  },
                  { key: 'request_id', value: { stringValue: ID } },
                  { key: 'log.record.uid', value: { stringValue: '1795780800000500' } },
                ],
                traceId: '3f2c8e621d3e4c629d5eb53b8d6b4a5e',
              },
            ],
          },
          {
            scope: { name: 'auth' },
            logRecords: [expect.not.objectContaining({ traceId: expect.anything() as string })],
          },
        ],
      },
    ],
  })
})

test('Loki has a stream for each source and level, the oldest line first', () => {
  const older = line({ id: '1795780700000000', message: 'first' })
  const body = lokiBody('shop', [line({ fields: {} }), older, line({ level: 'info' })])
  const { streams } = JSON.parse(body) as {
    streams: { stream: Record<string, string>; values: [string, string][] }[]
  }
  expect(streams.map(({ stream }) => stream)).toEqual([
    { service_name: 'basedeck', project: 'shop', source: 'data', level: 'warn' },
    { service_name: 'basedeck', project: 'shop', source: 'data', level: 'info' },
  ])
  expect(streams[0]?.values.map(([time]) => time)).toEqual(['1795780700000000000', '1795780800000001000'])
  expect(JSON.parse(streams[0]?.values[1]?.[1] ?? '')).toEqual({
    message: 'GET 404',
    request_id: ID,
    fields: {},
    id: '1795780800000500',
  })
})
