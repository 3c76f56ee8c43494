import crypto, { randomBytes } from 'node:crypto'
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

test('a hash is checked at the cost it names, so that the cost can rise', async () => {
  const salt = randomBytes(16)
  const cost = { N: 2 ** 10, r: 16, p: 12, maxmem: 256 * 1024 * 1024 }
  const key = await new Promise<Buffer>((resolve, reject) => {
    crypto.scrypt('secret', salt, 32, cost, (error, made) => (error ? reject(error) : resolve(made)))
  })
  const hash = ['scrypt', 1024, 16, 12, salt.toString('base64url'), key.toString('base64url')].join('$')
  expect(await isPassword('secret', hash)).toBe(true)
  expect(await isPassword('secret', hash.replace('$16$', '$8$'))).toBe(false)
  expect(await isPassword('secret', hash.replace('$12$', '$1$'))).toBe(false)
})

test('what is not a whole hash matches no password', async () => {
  const hash = await hashPassword('secret')
  for (const other of [`x${hash}`, `${hash}$x`, `${hash}!`, hash.slice(0, -8)])
    expect(await isPassword('secret', other)).toBe(false)
})
