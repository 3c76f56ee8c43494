import { DATA_API_DEFAULTS, dataApiChanges } from '@basedeck/platform-client/contract'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  DATA_API_LIMITS,
  DATA_API_NUMBERS,
  dataApiNumber,
  dataApiNumberText,
  dataApiSettingsOf,
  dataApiValues,
  preRequestProblem,
  schemasProblem,
} from './data-api-settings.js'
import { nameListText } from './name-list.js'

const stored = { enabled: true, ...DATA_API_DEFAULTS }
const isTaken = (field: string, value: unknown) => v.is(dataApiChanges, { [field]: value })

describe.each(DATA_API_NUMBERS)('%s', (field) => {
  const [, least, most] = DATA_API_LIMITS[field]

  test('has the limits of the platform', () => {
    expect([least - 1, least, most, most + 1].map((value) => isTaken(field, value))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  test('is read back as it is shown, and nothing beyond its limits is', () => {
    for (const value of [least, most, stored[field]])
      expect(dataApiNumber(field, dataApiNumberText(field, value))).toBe(value)
    expect(dataApiNumber(field, dataApiNumberText(field, most + 1000))).toBeNull()
    for (const typed of ['', ' ', '-1', 'many', '1e3', '0x10', '1,2,3'])
      expect(dataApiNumber(field, typed)).toBeNull()
  })
})

test.each([
  ['anon_timeout_ms', ' 0,5 ', 500],
  ['anon_timeout_ms', '0.1', 100],
  ['anon_timeout_ms', '0.0999', null],
  ['anon_timeout_ms', '3.0005', null],
  ['max_body_bytes', '50 MB', 52_428_800],
  ['max_body_bytes', '50mb', 52_428_800],
  ['max_body_bytes', '2048', 2048],
  ['max_body_bytes', '1 TB', null],
  ['max_body_bytes', 'MB', null],
  ['max_url_bytes', '1.5 KB', 1536],
  ['max_rows', '10.5', null],
  ['max_embed_depth', '0', 0],
] as const)('%s typed as %j', (field, typed, value) => expect(dataApiNumber(field, typed)).toBe(value))

test.each([
  ['', null],
  ['public.check_request', null],
  [' auth.check ', null],
  ['check_request', 'no-schema'],
  ['a.b.c', 'no-schema'],
  ['public.', 'no-schema'],
  ['public.check it', 'no-schema'],
  [`public.${'x'.repeat(200)}`, 'too-long'],
] as const)('a pre-request function named %j', (typed, problem) =>
  expect(preRequestProblem(typed)).toBe(problem),
)

test.each([
  [['public'], null],
  [[], 'none'],
  [['public', 'pg_catalog'], 'not-exposable'],
  [['information_schema'], 'not-exposable'],
  [['x'.repeat(64)], 'not-exposable'],
  [['é'.repeat(32)], 'not-exposable'],
  [['x'.repeat(63)], null],
  [[''], 'not-exposable'],
  [Array.from({ length: 101 }, (_, at) => `s${at}`), 'not-exposable'],
] as const)('the exposed schemas %j are judged as the platform does', (names, problem) => {
  expect(schemasProblem(nameListText(names))).toBe(problem)
  expect(isTaken('schemas', names)).toBe(problem === null)
})

test('settings are sent as they were stored', () => {
  const { enabled: _on, ...settings } = stored
  expect(dataApiSettingsOf(dataApiValues(stored))).toEqual(settings)
})

test('only what is given is sent, and an empty function is none', () => {
  expect(dataApiSettingsOf({})).toEqual({})
  expect(dataApiSettingsOf({ pre_request: ' ', max_rows: ' 5 ' })).toEqual({ pre_request: null, max_rows: 5 })
})
