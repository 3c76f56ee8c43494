import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDiskReserve } from './disk-reserve.js'
import { hasRoom, reserveBytes } from './disk-space.js'

const MB = 1024 * 1024
let dataDir: string
let freeBytes: number
let logged: unknown[]
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'basedeck-reserve-'))
  logged = []
})
afterEach(() => rm(dataDir, { recursive: true }))

const totalBytes = 200 * MB
const size = () =>
  stat(join(dataDir, 'disk-reserve')).then(
    ({ size: bytes }) => bytes / MB,
    () => 0,
  )
const reserve = () =>
  createDiskReserve({
    dataDir,
    disk: async () => ({ freeBytes, totalBytes }),
    log: { info: () => {}, error: (line: unknown) => void logged.push(line) },
  })

test.each([
  [100, 16],
  [200, 20],
  [480, 48],
  [1_000_000, 48],
])('of a disk of %i MB %i MB are kept', (total, kept) => {
  expect(reserveBytes({ totalBytes: total * MB, freeBytes: 0 })).toBe(kept * MB)
})

test('nothing new is stored where less than that is free', () => {
  expect(hasRoom({ totalBytes, freeBytes: 20 * MB })).toBe(true)
  expect(hasRoom({ totalBytes, freeBytes: 20 * MB - 1 })).toBe(false)
})

test('it is made where there is room, given up when there is none, and made again', async () => {
  const { settle } = reserve()
  freeBytes = 60 * MB - 1
  await settle()
  expect(await size()).toBe(0)
  freeBytes = 60 * MB
  await settle()
  expect(await size()).toBe(20)
  freeBytes = 10 * MB
  await settle()
  expect(await size()).toBe(20)
  freeBytes = 10 * MB - 1
  await settle()
  expect(await size()).toBe(0)
  expect(logged).toEqual([expect.stringContaining('the reserve was given up')])
  freeBytes = 60 * MB
  await settle()
  expect(await size()).toBe(20)
})

test('what could not be written gives it up at once; that there is none is no error', async () => {
  freeBytes = 100 * MB
  const { settle, giveUp } = reserve()
  await giveUp()
  await Promise.all([settle(), giveUp()])
  expect(await size()).toBe(0)
  expect(logged).toHaveLength(1)
})

test('a disk that can’t be asked changes nothing', async () => {
  const { settle } = createDiskReserve({
    dataDir,
    disk: () => Promise.reject(new Error('gone')),
    log: { info: () => {}, error: () => {} },
  })
  await settle()
  expect(await size()).toBe(0)
})
