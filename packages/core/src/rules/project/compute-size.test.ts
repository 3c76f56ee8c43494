import { expect, test } from 'vitest'
import { computeEffect, computeMemory } from './compute-size.js'

test.each([
  ['memory', 'ACTIVE_HEALTHY', 'restart'],
  ['memory', 'ACTIVE_UNHEALTHY', 'restart'],
  ['memory', 'INACTIVE', 'at-start'],
  ['memory', 'INIT_FAILED', 'at-start'],
  ['memory', 'RESTORING', 'wait'],
  ['memory', 'COMING_UP', 'wait'],
  ['none', 'ACTIVE_HEALTHY', 'none'],
  ['none', 'RESTORING', 'none'],
] as const)('%s, %s: %s', (effect, status, expected) => {
  expect(computeEffect({ effect }, status)).toBe(expected)
})

test.each([
  [{ memory_gb: 2 }, 'memory', 4, { statedGb: 2, givenGb: 2 }],
  [{ memory_gb: 4 }, 'memory', 4, { statedGb: 4, givenGb: 4 }],
  [{ memory_gb: 8 }, 'memory', 4, { statedGb: 8, givenGb: 4 }],
  [{ memory_gb: 2 }, 'none', 4, null],
  [{ memory_gb: '2' }, 'memory', 4, null],
  [{}, 'memory', 4, null],
  [undefined, 'memory', 4, null],
] as const)('%j, %s, %d GB at most', (meta, effect, largest_memory_gb, expected) => {
  expect(computeMemory(meta, { effect, largest_memory_gb })).toEqual(expected)
})
