import type { UploadState } from '@basedeck/storage-engine/rules'
import { expect, test } from 'vitest'
import { openBatches, trayOrder, traySummary } from './upload-tray.js'

const running = (sentBytes: number, startedBytes = 0, isInterrupted = false): UploadState => ({
  status: 'uploading',
  run: { totalBytes: 1000, sentBytes, startedBytes, startedAtMs: 0, progressAtMs: 0, isInterrupted },
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
    awaitsServer: false,
  })
})

test('of a file that waits again only the rest is left', () => {
  const states: UploadState[] = [running(500), { status: 'waiting', sentBytes: 500 }]
  expect(traySummary(states, [1000, 1000], 1000).remaining).toEqual({ amount: 2, unit: 's' })
})

test('speeds of several files add up, each since its run began', () => {
  expect(traySummary([running(600, 400), running(200)], [1000, 1000], 1000).remaining).toEqual({
    amount: 3,
    unit: 's',
  })
})

test.each([
  ['all that run wait', [running(500, 0, true), running(500, 0, true)], true],
  ['one goes on', [running(500, 0, true), running(500)], false],
  ['nothing runs', [{ status: 'waiting', sentBytes: 0 }], false],
] as const)('whether the server is waited for when %s', (_when, states, expected) => {
  const summary = traySummary(states, [1000, 1000], 1000)
  expect(summary.awaitsServer).toBe(expected)
  if (expected) expect(summary.remaining).toBeNull()
})

test('without speed, or with nothing under way, no time is told', () => {
  expect(traySummary([running(0)], [1000], 1000).remaining).toBeNull()
  expect(traySummary([{ status: 'done' }], [10], 1000)).toMatchObject({ remaining: null, fraction: 1 })
  expect(traySummary([], [], 0)).toMatchObject({ fraction: 0 })
  expect(traySummary([{ status: 'waiting', sentBytes: 0 }], [0], 0).fraction).toBe(0)
})

test('what runs and what failed stands before what is over, else in the order of adding', () => {
  const statuses = [
    'done',
    'waiting',
    'uploading',
    'cancelled',
    'interrupted',
    'done',
    'paused',
    'failed',
  ] as const
  const entries = statuses.map((status, at) => ({ status, at }))
  expect(trayOrder(entries, ({ status }) => status).map(({ at }) => at)).toEqual([2, 4, 7, 6, 1, 3, 0, 5])
})

test('files of an earlier upload say nothing of how far the new one is', () => {
  const uploads = [
    { batch: 1, state: { status: 'done' } },
    { batch: 2, state: { status: 'done' } },
    { batch: 2, state: running(100) },
    { batch: 3, state: { status: 'paused', sentBytes: 1 } },
    { batch: 4, state: { status: 'failed', failure: { reason: 'exists' } } },
  ] satisfies { batch: number; state: UploadState }[]
  expect(openBatches(uploads).map(({ batch }) => batch)).toEqual([2, 2, 3])
  expect(openBatches(uploads.slice(0, 1))).toEqual([])
})
