import { expect, test } from 'vitest'
import { lockTree } from './lock-tree.js'

const session = (pid: string, ...blockedBy: string[]) => ({ pid, blockedBy })
const shown = (...sessions: ReturnType<typeof session>[]) =>
  lockTree(sessions).map((row) => `${'  '.repeat(row.depth)}${row.session.pid} holds up ${row.holdsUp}`)

test('who waits stands below whom it waits for', () => {
  expect(shown(session('1'), session('2', '3'), session('3'), session('4', '2'), session('5', '3'))).toEqual([
    '3 holds up 3',
    '  2 holds up 1',
    '    4 holds up 0',
    '  5 holds up 0',
    '1 holds up 0',
  ])
})

test('who waits for two stands once, and counts for both', () => {
  expect(shown(session('1'), session('2'), session('3', '1', '2'))).toEqual([
    '1 holds up 1',
    '  3 holds up 0',
    '2 holds up 1',
  ])
})

test('a circle is shown, and ends', () => {
  expect(shown(session('1', '2'), session('2', '1'), session('3', '1'))).toEqual([
    '1 holds up 2',
    '  2 holds up 2',
    '  3 holds up 0',
  ])
})

test('one that waits for itself, or for what is not shown, stands at the top', () => {
  // Parallel workers wait for their own leader, and a prepared transaction is process 0.
  expect(shown(session('1', '1'), session('2', '0'))).toEqual(['1 holds up 0', '2 holds up 0'])
})

test('the same one named twice is one', () => {
  expect(shown(session('1'), session('2', '1', '1'))).toEqual(['1 holds up 1', '  2 holds up 0'])
})

test('no sessions, no tree', () => {
  expect(lockTree([])).toEqual([])
})
