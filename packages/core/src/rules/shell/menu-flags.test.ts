import { expect, test } from 'vitest'
import { menuFlags } from './menu-flags.js'

test('where the platform says nothing, everything it can serve is on', () => {
  const { replicationEnabled, ...others } = menuFlags()
  expect(replicationEnabled).toBe(false)
  expect(Object.values(others).every(Boolean)).toBe(true)
})

test.each([
  ['says otherwise', { authHooks: false }, false],
  ['says the same', { authHooks: true }, true],
  ['says what is no flag', { authHooks: 'no' }, true],
  ['has a prototype that says it', Object.create({ authHooks: false }) as Record<string, unknown>, true],
])('a platform that %s', (_, given, on) => {
  expect(menuFlags(given).authHooks).toBe(on)
})

test('unknown flags are ignored', () => {
  expect(menuFlags({ newerThanThis: true, constructor: false })).toEqual(menuFlags())
})
