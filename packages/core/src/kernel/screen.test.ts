import { expect, test } from 'vitest'
import { createScope } from './screen.js'

test('what was added last ends first, and each ends once', () => {
  const ended: string[] = []
  const scope = createScope()
  for (const name of ['a', 'b', 'c']) scope.add(() => void ended.push(name))
  scope.dispose()
  expect(ended).toEqual(['c', 'b', 'a'])
  scope.dispose()
  expect(ended).toHaveLength(3)
})
