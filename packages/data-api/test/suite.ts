/** One table of requests and expected answers, asked of a database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DataSchema, DataSettings } from '../src/index.js'
import { answerTo, readSchema, SETTINGS, type TestRequest } from './answer-request.js'
import type { TestDatabase } from './database.js'
import { loadFixture } from './load-fixture.js'

/** A request in short: an address for GET, or all of it. */
export type Asked = string | TestRequest

/** What is expected: a status of its own, JSON or text as body, and headers that must be there (null: must not). */
export interface Expected {
  status?: number
  json?: unknown
  text?: string
  headers?: Record<string, string | RegExp | null>
  /** Parts of a body that is an error. */
  error?: Record<string, unknown>
  /** What a request by the superuser's role finds afterwards. */
  afterwards?: [url: string, json: unknown]
}

/** One line of the table: what holds, what is asked, what comes. An array is JSON with status 200. */
export type Case = [name: string, asked: Asked, expected: unknown[] | Expected]

/** Asks all cases of a database. Each finds the fixture as it is: what it changes is undone. */
export function askAll(
  open: () => Promise<TestDatabase>,
  tables: Readonly<Record<string, readonly Case[]>>,
  settings: DataSettings = SETTINGS,
): void {
  let database: TestDatabase
  let schema: DataSchema
  beforeAll(async () => {
    database = await open()
    await loadFixture(database)
    schema = await readSchema(database, settings)
  })
  afterAll(() => database.close())
  describe.each(Object.entries(tables))('%s', (_, cases) => {
    test.each(cases)('%s', async (_, asked, expected) => {
      const request = typeof asked === 'string' ? { url: asked } : asked
      const wanted = Array.isArray(expected) ? { json: expected } : (expected as Expected)
      const isWrite = request.method !== undefined && request.method !== 'GET' && request.method !== 'HEAD'
      if (isWrite && !wanted.afterwards) {
        request.headers = { ...request.headers }
        request.headers['prefer'] = [request.headers['prefer'], 'tx=rollback'].filter(Boolean).join(', ')
      }
      const answer = await answerTo(database, schema, request, settings)
      compare(answer, wanted)
      if (wanted.afterwards) {
        const [url, json] = wanted.afterwards
        const after = await answerTo(database, schema, { url, role: 'postgres' }, settings)
        expect(JSON.parse(after.body)).toEqual(json)
      }
    })
  })
}

function compare(
  answer: { status: number; headers: Record<string, string>; body: string },
  wanted: Expected,
) {
  const { error, json, text, headers = {}, status = error ? 400 : 200 } = wanted
  if (error) expect(JSON.parse(answer.body)).toMatchObject(matching(error))
  expect(`${answer.status} ${answer.status === status ? '' : answer.body}`).toBe(`${status} `)
  if (json !== undefined) expect(JSON.parse(answer.body)).toEqual(json)
  if (text !== undefined) expect(answer.body).toBe(text)
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) expect(answer.headers[name]).toBeUndefined()
    else if (typeof value === 'string') expect(answer.headers[name]).toBe(value)
    else expect(answer.headers[name]).toMatch(value)
  }
}

function matching(error: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(error).map(([key, value]) => [
      key,
      value instanceof RegExp ? expect.stringMatching(value) : value,
    ]),
  )
}
