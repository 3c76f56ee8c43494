import { afterEach, expect, test, vi } from 'vitest'
import type { ControlStatement } from '../control/control-database.js'
import { createMetering, type Metering } from './metering.js'

const DAY_MS = 24 * 3600 * 1000
let metering: Metering | undefined
afterEach(async () => {
  await metering?.close()
  vi.useRealTimers()
})

function start({ fails = () => false }: { fails?: () => boolean } = {}) {
  vi.useFakeTimers({ now: Date.parse('2026-01-31T12:00:00Z') })
  const written: unknown[] = []
  const warn = vi.fn()
  metering = createMetering({
    control: () => ({
      async append([statement]: readonly ControlStatement[]) {
        if (fails()) throw new Error('The disk is full')
        written.push(JSON.parse(String(statement?.parameters?.[0])))
        return { ok: true, rows: [] }
      },
    }),
    log: { warn },
    now: () => new Date(),
  })
  return { metering, written, warn }
}

test('counts are written every ten seconds, together: a process that is killed loses no more', async () => {
  const { metering, written } = start()
  metering.count('shop', 'QUERIES')
  metering.count('shop', 'QUERIES')
  metering.count('shop', 'EGRESS', 500)
  metering.count('blog', 'QUERIES')
  await vi.advanceTimersByTimeAsync(9999)
  expect(written).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(written).toEqual([
    [
      { day: '2026-01-31', metric: 'QUERIES', ref: 'shop', amount: 2 },
      { day: '2026-01-31', metric: 'EGRESS', ref: 'shop', amount: 500 },
      { day: '2026-01-31', metric: 'QUERIES', ref: 'blog', amount: 1 },
    ],
  ])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(written).toHaveLength(1)
})

test('what is counted belongs to its day, in UTC', async () => {
  const { metering, written } = start()
  metering.count('shop', 'QUERIES')
  vi.setSystemTime(Date.now() + DAY_MS)
  metering.count('shop', 'QUERIES')
  await metering.write()
  expect(written).toEqual([
    [
      { day: '2026-01-31', metric: 'QUERIES', ref: 'shop', amount: 1 },
      { day: '2026-02-01', metric: 'QUERIES', ref: 'shop', amount: 1 },
    ],
  ])
})

test('what could not be written is kept, and added to what comes', async () => {
  let isFull = true
  const { metering, written, warn } = start({ fails: () => isFull })
  metering.count('shop', 'QUERIES')
  await metering.write()
  expect(warn).toHaveBeenCalledOnce()
  metering.count('shop', 'QUERIES', 2)
  isFull = false
  await metering.close()
  expect(written).toEqual([[{ day: '2026-01-31', metric: 'QUERIES', ref: 'shop', amount: 3 }]])
})

test('of the times of ten seconds, 95 of 100 are within what is kept; of what is measured the highest is', async () => {
  const { metering, written } = start()
  for (let ms = 1; ms <= 100; ms++) metering.time('shop', ms)
  metering.gauge('shop', 'REALTIME_CHANNELS', 3)
  metering.gauge('shop', 'REALTIME_CHANNELS', 2)
  await metering.write()
  const at = '2026-01-31T12:00:00Z'
  expect(written).toEqual([
    [
      { at, series: 'REALTIME_CHANNELS', ref: 'shop', value: 3 },
      { at, series: 'API_P95', ref: 'shop', value: 95 },
    ],
  ])
  await metering.write()
  expect(written).toHaveLength(1)
})

test('an amount below one is not counted', async () => {
  const { metering, written } = start()
  metering.count('shop', 'EGRESS', 0)
  metering.count('shop', 'EGRESS', -5)
  await metering.write()
  expect(written).toEqual([])
})
