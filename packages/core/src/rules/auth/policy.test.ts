import { expect, test } from 'vitest'
import { isPolicyFor, policyExpression, policyGates, policyParts, type RowOperation } from './policy.js'

const gates = (operation: RowOperation, reads: boolean) =>
  policyGates(operation, reads).map(({ command, row, by }) => `${command} ${row} ${by}`)

test.each([
  ['select', true, ['select old using']],
  ['insert', false, ['insert new check']],
  ['insert', true, ['insert new check', 'select new using']],
  ['update', false, ['update old using', 'update new check']],
  ['update', true, ['update old using', 'select old using', 'update new check', 'select new using']],
  ['delete', false, ['delete old using']],
  ['delete', true, ['delete old using', 'select old using']],
] as const)('the gates of %s (reads %s)', (operation, reads, expected) => {
  expect(gates(operation, reads)).toEqual(expected)
})

test('ALL covers each command, another one itself alone', () => {
  expect(isPolicyFor({ command: 'all' }, 'delete')).toBe(true)
  expect(isPolicyFor({ command: 'select' }, 'select')).toBe(true)
  expect(isPolicyFor({ command: 'select' }, 'update')).toBe(false)
})

test('USING takes the place of a missing WITH CHECK, and nothing that of a missing USING', () => {
  expect(policyExpression({ using: 'a', check: null }, 'check')).toBe('a')
  expect(policyExpression({ using: 'a', check: 'b' }, 'check')).toBe('b')
  expect(policyExpression({ using: null, check: 'b' }, 'using')).toBeNull()
})

test.each([
  ['all', true, true],
  ['select', true, false],
  ['insert', false, true],
  ['update', true, true],
  ['delete', true, false],
] as const)('%s has USING %s and WITH CHECK %s', (command, using, check) => {
  expect(policyParts(command)).toEqual({ using, check })
})
