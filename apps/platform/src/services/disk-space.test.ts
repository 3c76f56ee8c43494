import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { diskPart, freeBytes, isFull } from './disk-space.js'

const GB = 1024 ** 3

test.each([
  [50 * GB, 'works', '50 GB free', false],
  [0.5 * GB, 'fails', 'The disk is nearly full: 512 MB free', false],
  [0.1 * GB, 'fails', 'The disk is full: 102 MB free', true],
  [0, 'fails', 'The disk is full: 0 bytes free', true],
])('%i bytes: %s, %s', (free, state, detail, full) => {
  expect(diskPart(free)).toMatchObject({ part: 'disk', state })
  expect(diskPart(free).detail?.replace(/(\d+)\.\d+ /, '$1 ')).toBe(detail)
  expect(isFull(free)).toBe(full)
})

test('the room of a folder is asked of the system', async () => {
  expect(await freeBytes(tmpdir())).toBeGreaterThan(0)
})
