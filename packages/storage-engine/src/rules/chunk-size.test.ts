import { expect, test } from 'vitest'
import { chunkSizeFor, isSentWithCreation } from './chunk-size.js'

const MiB = 1024 * 1024

test.each([
  [0, 6 * MiB],
  [30 * MiB - 1, 6 * MiB],
  [30 * MiB, Math.floor((30 * MiB) / 8)],
  [100 * MiB - 1, Math.floor((100 * MiB - 1) / 8)],
  [100 * MiB, 10 * MiB],
  [500 * MiB - 1, Math.floor((500 * MiB - 1) / 10)],
  [500 * MiB, 25 * MiB],
  [1024 * MiB - 1, Math.floor((1024 * MiB - 1) / 20)],
  [1024 * MiB, Math.floor((1024 * MiB) / 30)],
  [10_240 * MiB - 1, Math.floor((10_240 * MiB - 1) / 30)],
  [10_240 * MiB, Math.floor((10_240 * MiB) / 50)],
  [26_214_400_000, 524_288_000],
  [26_214_400_050, 524_288_000],
  [5_497_558_138_880, 524_288_000],
])('a file of %i bytes is sent in pieces of %i', (size, chunk) => {
  expect(chunkSizeFor(size)).toBe(chunk)
})

test.each([
  [0, true],
  [6 * MiB, true],
  [6 * MiB + 1, false],
  [40 * MiB, false],
])('a file of %i bytes goes with the first request: %s', (size, isSent) => {
  expect(isSentWithCreation(size)).toBe(isSent)
})
