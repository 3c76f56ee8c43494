import { describe, expect, test } from 'vitest'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { createPasswordHashes, hashKind } from './password-hashes.js'

const hashes = createPasswordHashes(2)

test('new hashes are argon2id in PHC form, each with a salt of its own', async () => {
  const [one, other] = await Promise.all([hashes.make('secret one'), hashes.make('secret one')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(other)
  expect(await hashes.is('secret one', one)).toBe(true)
  expect(await hashes.is('secret two', one)).toBe(false)
})

test('bcrypt is read in all its forms, and a password beyond its 72 bytes is another one', async () => {
  const long = 'a'.repeat(72)
  const hash = await bcrypt(long, { cost: 4 })
  expect(await hashes.is(long, hash)).toBe(true)
  expect(await hashes.is(`${long}b`, hash)).toBe(false)
  for (const version of ['2a', '2y'] as const)
    expect(await hashes.is('x', await bcrypt('x', { cost: 4, version }))).toBe(true)
})

test('without a hash, or with one that nobody reads, the answer is no', async () => {
  expect(await hashes.is('', null)).toBe(false)
  expect(await hashes.is('plain', 'plain')).toBe(false)
  expect(await hashes.is('nobody has it', null)).toBe(false)
})

describe('kinds', () => {
  test.each([
    [`$2b$12$${'a'.repeat(53)}`, 'bcrypt'],
    [`$2b$15$${'a'.repeat(53)}`, 'bcrypt'],
    [`$2b$16$${'a'.repeat(53)}`, undefined],
    [`$2x$12$${'a'.repeat(53)}`, undefined],
    ['$argon2id$v=19$m=262144,t=20,p=8$c2FsdHNhbHQ$aGFzaA', 'argon2'],
    ['$argon2i$v=19$m=4096,t=3,p=1$c2FsdHNhbHQ$aGFzaA', 'argon2'],
    ['$argon2id$v=19$m=262145,t=2,p=1$c2FsdHNhbHQ$aGFzaA', undefined],
    ['$argon2id$v=19$m=4096,t=21,p=1$c2FsdHNhbHQ$aGFzaA', undefined],
    ['$argon2id$v=19$m=4096,t=1,p=9$c2FsdHNhbHQ$aGFzaA', undefined],
    ['$argon2d$v=19$m=4096,t=1,p=1$c2FsdHNhbHQ$aGFzaA', undefined],
    ['', undefined],
  ] as const)('%s: %s', (hash, kind) => expect(hashKind(hash)).toBe(kind))
})

test('who would have to wait for too long is refused, and the others are answered', async () => {
  const narrow = createPasswordHashes(1)
  const hash = await bcrypt('x', { cost: 4 })
  const asked = Array.from({ length: 70 }, () => narrow.is('x', hash))
  const answers = await Promise.allSettled(asked)
  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(answers.length - refused.length).toBe(65)
  expect(refused[0]).toMatchObject({ reason: { code: 'over_request_rate_limit' } })
  expect(await narrow.is('x', hash)).toBe(true)
})
