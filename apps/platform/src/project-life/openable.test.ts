import { expect, test } from 'vitest'
import { openable } from './openable.js'

test.each([
  ['ACTIVE_HEALTHY', { type: 'open' }],
  ['ACTIVE_UNHEALTHY', { type: 'open-with-care' }],
  ['COMING_UP', { type: 'refused', reason: 'changing' }],
  ['RESTORING', { type: 'refused', reason: 'changing' }],
  ['PAUSING', { type: 'refused', reason: 'paused' }],
  ['INACTIVE', { type: 'refused', reason: 'paused' }],
  ['INIT_FAILED', { type: 'refused', reason: 'failed' }],
  ['GOING_DOWN', { type: 'refused', reason: 'going-down' }],
  ['REMOVED', { type: 'refused', reason: 'going-down' }],
  ['SOMETHING_NEW', { type: 'refused', reason: 'changing' }],
  ['', { type: 'refused', reason: 'changing' }],
])('%s: %j', (status, expected) => {
  expect(openable(status)).toEqual(expected)
})
