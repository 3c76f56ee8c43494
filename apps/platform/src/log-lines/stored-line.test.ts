import { expect, test } from 'vitest'
import type { SentLine } from './log-line.js'
import { sentLine } from './sent-line.js'
import { storedLine } from './stored-line.js'

const ID = '3f2c8e62-1d3e-4c62-9d5e-b53b8d6b4a5e'
const line = { time: 5, project: 'shop', source: 'functions', level: 'info', message: 'm' } as const
const stored = (more: object) => storedLine(sentLine({ ...line, ...more }))

test('a usual line is stored as it is', () => {
  const fields = { method: 'GET', route: '/{ref}/rest/v1/read', status: 200, ms: 1.5, account: null }
  expect(stored({ requestId: ID, fields })).toEqual({
    ...line,
    requestId: ID,
    fields: JSON.stringify(fields),
  })
  expect(stored({}).fields).toBe('')
})

test('terminals are told nothing by message, id and fields, at any depth', () => {
  const escape = '\u001b[2J\u0000x'
  const { message, requestId, fields } = stored({
    message: escape,
    requestId: escape,
    fields: { [escape]: [{ a: escape }] },
  })
  expect([message, requestId, JSON.parse(fields)]).toEqual([
    '�x',
    expect.stringMatching(/^sha256-/),
    { '�x': [{ a: '�x' }] },
  ])
})

test('secrets go from texts, and from fields by their name', () => {
  const { requestId, fields } = stored({
    requestId: 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9.c2lnbmF0dXJl',
    fields: { password: 'short', api_key: 'a', inner: { accessToken: 'b', url: '/x?token=c' }, token: 4 },
  })
  expect(requestId).toMatch(/^sha256-/)
  expect(JSON.parse(fields)).toEqual({
    password: '…',
    api_key: '…',
    inner: { accessToken: '…', url: '/x?token=…' },
    token: 4,
  })
})

test('what is nested without end is cut', () => {
  let fields: Record<string, unknown> = { end: 'deep' }
  for (let depth = 0; depth < 50; depth += 1) fields = { a: fields }
  expect(stored({ fields }).fields).toMatch(/^(\{"a":){8}"…"\}{8}$/)
})

test('a line that was cut in its fields is stored still', () => {
  const [...sent] = sentLine({ ...line, fields: { a: '\u001b'.repeat(100_000) } })
  expect(JSON.parse(storedLine(sent as unknown as SentLine).fields)).toHaveProperty('cut')
})
