import { createFakePlatform } from '@basedeck/platform-client/testing'
import { expect, onTestFinished, test } from 'vitest'
import { createMemoryHost } from '../testing/memory-host.js'
import { testDeck } from '../testing/test-deck.js'

test('an address takes exactly the parameters of its path', () => {
  const deck = testDeck(createMemoryHost('/project/default'), createFakePlatform())
  onTestFinished(() => deck.dispose())
  const { router } = deck
  expect(router.href('organizations')).toBe('/organizations')
  expect(router.href('sqlEditor', { ref: 'a b', id: '1' })).toBe('/project/a%20b/sql/1')
  // @ts-expect-error A parameter is missing.
  expect(() => router.href('projectHome')).toThrow('needs ref')
  // @ts-expect-error One of two parameters is missing.
  expect(() => router.href('sqlEditor', { ref: 'a' })).toThrow('needs id')
  // @ts-expect-error The path has another parameter.
  expect(() => router.href('projectHome', { slug: 'a' })).toThrow('needs ref')
})
