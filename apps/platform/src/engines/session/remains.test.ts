import { expect, test } from 'vitest'
import { remainsOf } from './remains.js'

test.each([
  [[], 'rolled_back'],
  [['INSERT', 'SELECT'], 'rolled_back'],
  [['BEGIN', 'INSERT'], 'rolled_back'],
  [['INSERT', 'COMMIT', 'SELECT'], 'kept'],
  [['BEGIN', 'INSERT', 'ROLLBACK'], 'rolled_back'],
  [['CALL'], 'unknown'],
  [['DO', 'COMMIT'], 'unknown'],
] as const)('%j: %s', (commands, remains) => {
  expect(remainsOf(commands)).toBe(remains)
})
