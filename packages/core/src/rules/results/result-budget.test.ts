import { expect, test } from 'vitest'
import { RESULT_BUDGETS_MB, resultsToLetGo } from './result-budget.js'

const held = (key: string, bytes: number, hiddenSince: number | null) => ({ key, bytes, hiddenSince })

test.each([
  ['nothing is held', [], []],
  ['all fit', [held('a', 60, 1), held('b', 40, 2)], []],
  ['one too many: the one hidden first goes', [held('a', 60, 2), held('b', 60, 1)], ['b']],
  ['as many as are needed', [held('a', 60, 1), held('b', 60, 2), held('c', 60, 3)], ['a', 'b']],
  ['what is shown stays', [held('a', 500, null), held('b', 10, 1)], ['b']],
  ['alone and shown, it stays', [held('a', 500, null)], []],
  ['without rows there is nothing to gain', [held('a', 500, null), held('b', 0, 1)], []],
])('%s', (_, results, gone) => {
  expect(resultsToLetGo(results, 100)).toEqual(gone)
})

test('the first choice is the default: 256 MB', () => {
  expect(RESULT_BUDGETS_MB[0]).toBe(256)
})
