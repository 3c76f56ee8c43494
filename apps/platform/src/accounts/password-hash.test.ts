import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './password-hash.js'

test('a hash contains its cost and has a new salt each time', async () => {
  const [one, other] = [await hashPassword('secret'), await hashPassword('secret')]
  for (const hash of [one, other]) expect(hash).toMatch(/^scrypt\$65536\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
  expect(one).not.toBe(other)
})

test('the right password matches in any Unicode form; another one does not', async () => {
  const hash = await hashPassword('caf\u00e9 cr\u00e8me')
  expect(await isPassword('cafe\u0301 cre\u0300me', hash)).toBe(true)
  expect(await isPassword('cafe creme', hash)).toBe(false)
})

test('no password matches an account without one', async () => {
  for (const hash of [null, undefined, '', 'plain', 'scrypt$65536$8$1$$'])
    expect(await isPassword('', hash)).toBe(false)
})
