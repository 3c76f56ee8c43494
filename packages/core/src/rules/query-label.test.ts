import { expect, test } from 'vitest'
import { queryLabel } from './query-label.js'

test.each([
  ['Monthly', 'select 1', 'Monthly', false],
  ['Untitled', 'select  *\tfrom orders ', 'select * from orders', true],
  ['Untitled', '', 'Untitled', true],
  ['Untitled (copy)', 'select 1', 'Untitled (copy)', false],
])('%j that begins with %j is listed as %j', (name, first_line, label, isUnnamed) => {
  expect(queryLabel({ name, first_line })).toEqual({ label, isUnnamed })
})
