import { expect, test } from 'vitest'
import { roomIn } from './room.js'

const MB = 1024 * 1024
const outcome = (call: Promise<void>) =>
  call.then(
    () => 'room',
    (error: { code: string }) => error.code,
  )

test('room that was there counts for a moment; a full disk is asked each time', async () => {
  let freeBytes = 1000 * MB
  let asks = 0
  const requireRoom = roomIn('/', async () => {
    asks += 1
    return { freeBytes, totalBytes: 2000 * MB }
  })
  expect([await outcome(requireRoom()), await outcome(requireRoom())]).toEqual(['room', 'room'])
  expect(asks).toBe(1)
  freeBytes = 0
  await expect.poll(() => outcome(requireRoom())).toBe('disk_full')
  expect(await outcome(requireRoom())).toBe('disk_full')
  freeBytes = 1000 * MB
  expect(await outcome(requireRoom())).toBe('room')
})

test('a disk that can’t be asked refuses nothing', async () => {
  const requireRoom = roomIn('/', () => Promise.reject(new Error('no disk')))
  expect(await outcome(requireRoom())).toBe('room')
})
