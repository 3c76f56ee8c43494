import { expect, test } from 'vitest'
import { servesTables } from './served-services.js'

test('tables are public only where the data API is served', () => {
  expect(servesTables({ services: ['storage', 'auth'] })).toBe(false)
  expect(servesTables({ services: ['storage', 'data'] })).toBe(true)
})
