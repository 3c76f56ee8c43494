import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchDisk } from './disk-watch.js'

const MB = 1024 * 1024
let told: string[]
let end = () => {}
beforeEach(() => {
  vi.useFakeTimers()
  told = []
})
afterEach(() => {
  end()
  vi.useRealTimers()
})

const log = {
  info: (_: object, text: string) => void told.push(`info ${text}`),
  warn: (_: object, text: string) => void told.push(`warn ${text}`),
  error: (_: object, text: string) => void told.push(`error ${text}`),
} as never

test('each change of the disk is logged once: nearly full, full, and free again', async () => {
  const amounts = [5000, 1023, 800, 199, 100, 900, 5000, 5000].map((mb) => mb * MB)
  const states: string[] = []
  end = watchDisk({
    freeBytes: async () => amounts.shift() ?? 0,
    log,
    onChange: (state) => void states.push(state),
    everyMs: 1000,
  })
  await vi.advanceTimersByTimeAsync(7000)
  expect(states).toEqual(['nearly-full', 'full', 'nearly-full', 'enough'])
  expect(told).toEqual([
    'warn The disk is nearly full: 1023 MB free',
    'error The disk is full: 199 MB free',
    'warn The disk is nearly full: 900 MB free',
    'info The disk has room: 4.9 GB free',
  ])
})

test('an unreadable disk is ignored, and checks end with the watch', async () => {
  const asked = vi.fn<() => Promise<number>>(() => Promise.reject(new Error('gone')))
  end = watchDisk({ freeBytes: asked, log, everyMs: 1000 })
  await vi.advanceTimersByTimeAsync(1000)
  end()
  await vi.advanceTimersByTimeAsync(5000)
  expect([told, asked.mock.calls.length]).toEqual([[], 2])
})
