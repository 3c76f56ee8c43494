import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toldControl } from '../control/testing/told-control.js'
import type { Notice } from '../notifications/notice.js'
import { keepLinted, lintOnce } from './daily-lints.js'

const project = { id: 1, ref: 'shop', name: 'Shop', organization_id: 7, status: 'ACTIVE_HEALTHY' }
const FINDING = ['public', 'orders', 'table', 'The table public.orders has no row-level security.', null]

let told: Notice[]
beforeEach(() => {
  told = []
})
afterEach(() => void vi.useRealTimers())

/** The first question to the catalogue is about an ERROR, the others find nothing. */
function setUp({ rows = [FINDING], known = [] as string[], status = 'ACTIVE_HEALTHY', isHere = true } = {}) {
  const control = toldControl({
    'from control.projects p': [{ ...project, status }],
    'from control.known_lints': known.map((lint) => ({ lint })),
  })
  let questions = 0
  const database = vi.fn(async () => ({
    run: async () => ({ results: [{ rows: questions++ === 0 ? rows : [] }] }),
  }))
  const warn = vi.fn<() => void>()
  const deps = {
    control,
    life: { database, isHere: () => isHere },
    notify: async (notice: Notice) => void told.push(notice),
    log: { warn },
  } as unknown as Parameters<typeof lintOnce>[0]
  return { control, database, deps, warn }
}

test('an error that is new is told, and remembered', async () => {
  const { deps, control } = setUp()
  expect(await lintOnce(deps, 'shop')).toBe(true)
  expect(told).toMatchObject([
    { title: 'The advisors found an error in Shop', about: { projectRef: 'shop' } },
  ])
  expect(control.written.flat().at(-1)?.parameters).toEqual([1, '["rls_disabled_in_public public.orders"]'])
})

test('an error that was there the day before is no news', async () => {
  const { deps } = setUp({ known: ['rls_disabled_in_public public.orders'] })
  expect(await lintOnce(deps, 'shop')).toBe(true)
  expect(told).toEqual([])
})

test.each([
  ['is paused', { status: 'INACTIVE' }],
  ['is held by another process', { isHere: false }],
])('a project that %s is left alone', async (_, more) => {
  const { deps, database, control } = setUp(more)
  expect(await lintOnce(deps, 'shop')).toBe(false)
  expect(database).not.toHaveBeenCalled()
  expect(control.written).toEqual([])
})

test('what another process did today is not done again', async () => {
  const { deps, database, control } = setUp()
  control.answers.push({ ok: false, reason: 'mismatch', statement: 0 })
  expect(await lintOnce(deps, 'shop')).toBe(false)
  expect(database).not.toHaveBeenCalled()
})

test('a database that does not answer is logged, and ends nothing', async () => {
  const { deps, database, warn } = setUp()
  database.mockRejectedValue(new Error('away'))
  expect(await lintOnce(deps, 'shop')).toBe(false)
  expect(warn).toHaveBeenCalledOnce()
})

test('it begins some minutes after the start, and ends when it is told', async () => {
  vi.useFakeTimers()
  const { deps, database } = setUp()
  const end = keepLinted(deps)
  await vi.advanceTimersByTimeAsync(9 * 60_000)
  expect(database).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  expect(database).toHaveBeenCalledOnce()
  await end()
  await vi.advanceTimersByTimeAsync(24 * 60 * 60_000)
  expect(database).toHaveBeenCalledOnce()
})
