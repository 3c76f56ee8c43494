import type { UploadState } from '@basedeck/storage-engine/rules'
import { expect, test } from 'vitest'
import { traySummary } from './upload-tray.js'

const running = (sentBytes: number, startedBytes = 0): UploadState => ({
  status: 'uploading',
  run: { totalBytes: 1000, sentBytes, startedBytes, startedAtMs: 0 },
})

test('each state is counted; the share is the mean of what was not cancelled', () => {
  const states: UploadState[] = [
    running(500),
    { status: 'waiting', sentBytes: 0 },
    { status: 'paused', sentBytes: 250 },
    { status: 'done' },
    { status: 'failed', failure: { reason: 'exists' } },
    { status: 'cancelled' },
  ]
  expect(traySummary(states, [1000, 1000, 1000, 1000, 1000, 1000], 1000)).toEqual({
    running: 1,
    waiting: 1,
    paused: 1,
    done: 1,
    failed: 1,
    cancelled: 1,
    fraction: (0.5 + 0 + 0.25 + 1 + 1) / 5,
    // 500 bytes of the one that runs and 1000 of the one that waits, at 500 bytes a second.
    remaining: { amount: 3, unit: 's' },
  })
})

test('speeds of several files add up, each since its run began', () => {
  expect(traySummary([running(600, 400), running(200)], [1000, 1000], 1000).remaining).toEqual({
    amount: 3,
    unit: 's',
  })
})

test('without speed, or with nothing under way, no time is told', () => {
  expect(traySummary([running(0)], [1000], 1000).remaining).toBeNull()
  expect(traySummary([{ status: 'done' }], [10], 1000)).toMatchObject({ remaining: null, fraction: 1 })
  expect(traySummary([], [], 0)).toMatchObject({ fraction: 0 })
  expect(traySummary([{ status: 'waiting', sentBytes: 0 }], [0], 0).fraction).toBe(0)
})
