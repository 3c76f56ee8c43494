import { expect, test } from 'vitest'
import { isConnectShown, searchOfConnect, searchWithoutConnect } from './connect-shown.js'

test.each([
  ['?showConnect=true', true],
  ['?showConnect=false', false],
  ['?showConnect', false],
  ['?tab=orms', false],
  ['', false],
])('%j opens the dialog: %s', (search, shown) => {
  expect(isConnectShown(search)).toBe(shown)
})

test('opening and choosing keep the other parameters of the page, and closing removes only its own', () => {
  expect(searchOfConnect('?schema=public&with=pg', { tab: 'orms', framework: 'prisma' })).toBe(
    '?schema=public&showConnect=true&tab=orms&framework=prisma',
  )
  expect(searchWithoutConnect('?schema=public&showConnect=true&tab=orms&using=x')).toBe('?schema=public')
  expect(searchWithoutConnect('?showConnect=true')).toBe('')
})
