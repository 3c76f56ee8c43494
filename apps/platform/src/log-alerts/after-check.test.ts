import { expect, test } from 'vitest'
import { afterCheck, type CheckedAlert } from './after-check.js'

const NOW = Date.parse('2026-11-27T12:00:00.000Z')
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()
const alert: CheckedAlert = {
  comparison: 'above',
  limit: 10,
  minutes: 5,
  for_minutes: 0,
  begun_at: ago(60),
  firing_since: null,
  differs_since: null,
}

test.each<[string, Partial<CheckedAlert>, number, ReturnType<typeof afterCheck>]>([
  ['at the limit', {}, 10, { change: null, differsSince: null }],
  ['above the limit', {}, 11, { change: 'fires', differsSince: null }],
  ['above the limit for the first time', { for_minutes: 3 }, 11, { change: null, differsSince: ago(0) }],
  [
    'above for less than its time',
    { for_minutes: 3, differs_since: ago(2) },
    11,
    { change: null, differsSince: ago(2) },
  ],
  [
    'above for its time',
    { for_minutes: 3, differs_since: ago(3) },
    11,
    { change: 'fires', differsSince: null },
  ],
  [
    'right again before its time',
    { for_minutes: 3, differs_since: ago(2) },
    9,
    { change: null, differsSince: null },
  ],
  [
    'it fires and is above',
    { firing_since: ago(9), differs_since: ago(2) },
    11,
    { change: null, differsSince: null },
  ],
  ['it fires and is right', { firing_since: ago(9) }, 10, { change: null, differsSince: ago(0) }],
  [
    'it fires and was right for 4 minutes',
    { firing_since: ago(9), differs_since: ago(4) },
    0,
    { change: null, differsSince: ago(4) },
  ],
  [
    'it fires and was right for 5 minutes',
    { firing_since: ago(9), differs_since: ago(5) },
    0,
    { change: 'ends', differsSince: null },
  ],
  [
    'it fires with a time and was right for less',
    { for_minutes: 9, firing_since: ago(20), differs_since: ago(8) },
    0,
    { change: null, differsSince: ago(8) },
  ],
  ['below', { comparison: 'below', limit: 1 }, 0, { change: 'fires', differsSince: null }],
  ['at the lower limit', { comparison: 'below', limit: 1 }, 1, { change: null, differsSince: null }],
  [
    'below before a window is over',
    { comparison: 'below', limit: 1, begun_at: ago(4) },
    0,
    { change: null, differsSince: null },
  ],
  [
    'below when a window is over',
    { comparison: 'below', limit: 1, begun_at: ago(5) },
    0,
    { change: 'fires', differsSince: null },
  ],
  [
    'the clock was set back',
    { for_minutes: 3, differs_since: ago(-60) },
    11,
    { change: null, differsSince: ago(0) },
  ],
])('%s', (_what, changes, value, outcome) => {
  expect(afterCheck({ ...alert, ...changes }, value, NOW)).toEqual(outcome)
})
