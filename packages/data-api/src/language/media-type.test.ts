import { expect, test } from 'vitest'
import { formatFor } from './media-type.js'

test.each([
  [undefined, 'json', false],
  ['', 'json', false],
  ['*/*', 'json', false],
  ['application/*', 'json', false],
  ['Application/JSON', 'json', false],
  ['text/csv', 'csv', false],
  ['text/*', 'csv', false],
  ['text/html, application/json;q=0.5', 'json', false],
  ['application/json;q=0.1, text/csv;q=0.9', 'csv', false],
  ['application/json;q=0, text/csv', 'csv', false],
  ['application/vnd.pgrst.object+json', 'object', false],
  ['application/vnd.pgrst.object+json; nulls=stripped', 'object', true],
  ['application/vnd.pgrst.array+json;nulls=stripped', 'json', true],
  ['application/vnd.pgrst.array+json', 'json', false],
] as const)('%j is answered as %s', (accept, type, isStripped) => {
  expect(formatFor(accept)).toMatchObject({ type, isStripped })
})

test.each(['text/html', 'application/geo+json', 'application/json;q=0', 'application/openapi+json'])(
  '%j is not acceptable',
  (accept) => {
    expect(() => formatFor(accept)).toThrow(
      expect.objectContaining({ code: 'PGRST107', status: 406 }) as Error,
    )
  },
)
