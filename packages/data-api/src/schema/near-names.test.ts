import { expect, test } from 'vitest'
import { nearName } from './near-names.js'

test.each([
  ['todo', ['todos', 'users'], 'todos'],
  ['cliens', ['clients', 'client'], 'clients'],
  ['xyz', ['todos', 'users'], undefined],
  ['id', ['name'], undefined],
  ['a', ['b'], 'b'],
  ['todos', [], undefined],
  ['x'.repeat(70), ['x'.repeat(69)], undefined],
  ['todos', ['todos'], 'todos'],
])('near to %j among %j is %j', (wanted, known, near) => {
  expect(nearName(wanted, known)).toBe(near)
})
