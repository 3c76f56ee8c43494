import { expect, test } from 'vitest'
import { lineLinks } from './line-links.js'

const USER = '3f2c8e62-1d3e-4c62-9d5e-b53b8d6b4a5e'
test.each([
  ['functions', { function: 'hello' }, [{ to: 'function', slug: 'hello' }]],
  ['auth', { user: USER }, [{ to: 'user', id: USER }]],
  ['auth', { user: 'somebody' }, []],
  ['postgres', { table: 'notes' }, [{ to: 'table', schema: 'public', table: 'notes' }]],
  ['postgres', { table: 'notes', schema: 'shop' }, [{ to: 'table', schema: 'shop', table: 'notes' }]],
  ['postgres', { ms: 1200 }, [{ to: 'queries' }]],
  ['postgres', { statement: 'select 1' }, [{ to: 'queries' }]],
  ['data', { ms: 1200 }, []],
  ['functions', { function: 7 }, []],
] as const)('a line of %s with %j leads to %j', (source, fields, links) => {
  expect(lineLinks({ source, fields })).toEqual(links)
})
