import { expect, test } from 'vitest'
import { inventedSections } from './spec-sections.mjs'

test.each([
  ['§4', []],
  ['§4 (SQL snippet saving), §5, §8', []],
  ['§10', ['§10']],
  ['§0, §1', ['§0']],
  ['4', ['4']],
  ['the editor', ['the editor']],
  ['', ['']],
  ['§2, table editor', ['table editor']],
])('%j names nothing that the specification has: %j', (spec, invented) => {
  expect(inventedSections(spec)).toEqual(invented)
})
