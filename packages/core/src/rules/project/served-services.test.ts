import { expect, test } from 'vitest'
import { isServiceAbsent, servesTables } from './served-services.js'

test('tables are public only where the data API is served', () => {
  expect(servesTables({ services: ['storage', 'auth'] })).toBe(false)
  expect(servesTables({ services: ['storage', 'data'] })).toBe(true)
})

test('a service is absent where it is known not to be served', () => {
  expect(isServiceAbsent(null, 'auth')).toBe(false)
  expect(isServiceAbsent(['storage'], 'auth')).toBe(true)
  expect(isServiceAbsent(['storage', 'auth'], 'auth')).toBe(false)
})
