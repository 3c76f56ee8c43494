/** A text that is made to take long is answered with a sentence, and other calls are answered meanwhile. */
import {
  beginExport,
  cancelQuery,
  newId,
  PlatformError,
  queryBatch,
  queryPlain,
  queryTyped,
} from '@basedeck/platform-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OWN_REF } from '../src/control/own-installation.js'
import { runApp, type RunningApp } from './running-app.js'

let running: RunningApp
beforeAll(async () => {
  running = await runApp('cluster')
})
afterAll(() => running.stop())

const params = { ref: OWN_REF }
const role = { type: 'rest', role: 'anon', claims: {} } as const

const CALLS: Record<string, (query: string) => Promise<unknown>> = {
  query: (query) => running.client.call(queryTyped, { params, body: { query, runId: newId() } }),
  'read only': (query) =>
    running.client.call(queryTyped, { params, body: { query, runId: newId(), readOnly: true } }),
  'as a role': (query) => running.client.call(queryTyped, { params, body: { query, runId: newId(), role } }),
  plan: (query) =>
    running.client.call(queryTyped, {
      params,
      body: { query: `explain (format json) ${query}`, runId: newId(), readOnly: true },
    }),
  plain: (query) => running.client.call(queryPlain, { params, body: { query } }),
  batch: (query) =>
    running.client.call(queryBatch, { params, body: { runId: newId(), statements: [{ query }] } }),
  export: (query) =>
    running.client.call(beginExport, { params, body: { query, format: 'csv', name: 'hostile' } }),
}

const TEXTS: Record<string, string> = {
  '80 kB of opening brackets': `select ${'('.repeat(80_000)}`,
  // PostgreSQL reads the rest of the text at each of them, and can't be interrupted meanwhile: more would only test that.
  'nested comments': `select ${'/*'.repeat(8_000)}`,
  // So many would keep a connection of PostgreSQL for minutes.
  'comments beyond measure': `select ${'/*'.repeat(400_000)}`,
  'passwords without an end': `alter role a ${Array.from({ length: 4_000 }, (_, at) => `password $t${at}$`).join(' ')}`,
}

const EACH = Object.keys(CALLS).flatMap((call) => Object.keys(TEXTS).map((text) => [call, text] as const))

test.each(EACH)('%s: %s', async (call, text) => {
  const asked = CALLS[call]?.(TEXTS[text] ?? '').catch((error: unknown) => error)
  const cancel = running.client.call(cancelQuery, { params: { ...params, runId: newId() } })
  expect(await cancel).toEqual({ cancelled: false })
  const refused = await asked
  expect(refused).toBeInstanceOf(PlatformError)
  const { kind, status, message } = refused as PlatformError
  expect([kind, status]).toEqual(['http', 400])
  expect(message).toMatch(/^[a-z].{10,}/i)
})
