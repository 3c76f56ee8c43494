/** What databases and files came to, day by day, in a real control plane. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { latestSizes, storedByDay } from '../src/control/stored-sizes.js'
import { recordSize } from '../src/control/usage.js'
import { runApp, type RunningApp } from './running-app.js'

let running: RunningApp
beforeAll(async () => {
  running = await runApp('pglite')
  const on = (day: string) => new Date(`2026-01-${day}T12:00:00Z`)
  await running.control.write([
    recordSize('default', 'DATABASE_SIZE', on('01'), 100),
    recordSize('default', 'STORAGE_SIZE', on('01'), 5),
    recordSize('default', 'DATABASE_SIZE', on('02'), 300),
    // On the third day only files were measured.
    recordSize('default', 'STORAGE_SIZE', on('03'), 25),
  ])
})
afterAll(() => running.stop())

test('a day on which something was not measured counts its size before', async () => {
  expect(await storedByDay(running.control, { since: new Date('2026-01-02T00:00:00Z') })).toEqual([
    { at: '2026-01-02T00:00:00Z', bytes: 305 },
    { at: '2026-01-03T00:00:00Z', bytes: 325 },
  ])
})

test('the latest sizes are those of the project alone', async () => {
  expect(await latestSizes(running.control, 'default')).toMatchObject({ STORAGE_SIZE: 25 })
  expect(await latestSizes(running.control, 'nowhere')).toEqual({})
})
