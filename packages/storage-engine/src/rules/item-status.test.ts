import { expect, test } from 'vitest'
import { itemStatus } from './item-status.js'

const now = Date.parse('2026-11-23T12:15:00Z')
const file = (createdAt: string | null, metadata: object | null = null) => ({ id: 'x', metadata, createdAt })

test.each([
  ['a folder', { id: null, metadata: null, createdAt: null }, 'ready'],
  ['a file with metadata', file('2020-01-01T00:00:00Z', {}), 'ready'],
  ['a new file without metadata', file('2026-11-23T12:14:59Z'), 'loading'],
  ['one millisecond before 15 minutes', file('2026-11-23T12:00:00.001Z'), 'loading'],
  ['exactly 15 minutes', file('2026-11-23T12:00:00Z'), 'corrupted'],
  ['after 15 minutes', file('2026-11-23T11:00:00Z'), 'corrupted'],
  ['no creation time', file(null), 'loading'],
] as const)('%s', (_, item, status) => {
  expect(itemStatus(item, now)).toBe(status)
})
