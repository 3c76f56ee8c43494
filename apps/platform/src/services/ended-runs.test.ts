import { expect, test } from 'vitest'
import { DatabaseError, EngineError, type RunOutcome } from '../engines/engine.js'
import { createEndedRuns } from './ended-runs.js'

const done: RunOutcome = { results: [], durationMs: 1 }
const failure = (outcome?: 'kept' | 'rolled_back') =>
  new DatabaseError({ message: 'no', code: '57014', formattedError: 'no', ...(outcome && { outcome }) })

test.each<[string, () => Promise<RunOutcome>, boolean, string]>([
  ['came to its end', async () => done, false, 'kept'],
  ['was to be discarded', async () => done, true, 'rolled_back'],
  [
    'left a transaction open',
    async () => ({ ...done, rolledBackOpenTransaction: true }),
    false,
    'rolled_back',
  ],
  ['was cancelled', () => Promise.reject(failure()), false, 'rolled_back'],
  ['failed after a commit', () => Promise.reject(failure('kept')), false, 'kept'],
  ['lost its database', () => Promise.reject(new EngineError('lost', 'gone')), false, 'unknown'],
])('a run that %s', async (_name, run, isDiscarded, expected) => {
  const ended = createEndedRuns(() => 0)
  const watched = ended.watch('a', run(), isDiscarded)
  expect(ended.outcomeOf('a')).toBeUndefined()
  await watched.catch(() => {})
  expect(ended.outcomeOf('a')).toBe(expected)
  expect(ended.outcomeOf('b')).toBeUndefined()
})

test('is forgotten after a quarter of an hour, and of more than a thousand the oldest goes', async () => {
  let now = 0
  const ended = createEndedRuns(() => now)
  for (let run = 0; run <= 1000; run++) await ended.watch(String(run), Promise.resolve(done), false)
  expect(ended.outcomeOf('0')).toBeUndefined()
  expect(ended.outcomeOf('1')).toBe('kept')
  now = 15 * 60 * 1000 + 1
  expect(ended.outcomeOf('1000')).toBeUndefined()
})
