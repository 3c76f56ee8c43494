import { expect, test } from 'vitest'
import { keptFigures } from './database-figures.js'

test.each([
  ['nothing was measured before', undefined, { TRANSACTIONS: 5, DEAD_ROWS: 2 }, { DEAD_ROWS: 2 }],
  [
    'a counter grew',
    { TRANSACTIONS: 5 },
    { TRANSACTIONS: 8, LOCK_WAITS: 0 },
    { TRANSACTIONS: 3, LOCK_WAITS: 0 },
  ],
  ['a counter stayed', { DEADLOCKS: 5 }, { DEADLOCKS: 5 }, { DEADLOCKS: 0 }],
  ['a counter began again', { TRANSACTIONS: 5 }, { TRANSACTIONS: 1 }, {}],
  ['a counter is not known', { WAL_BYTES: 5 }, { TRANSACTIONS: 1 }, {}],
  ['the database does not answer', { TRANSACTIONS: 5 }, {}, {}],
])('%s', (_, before, now, kept) => {
  expect(keptFigures(before, now)).toEqual(kept)
})
