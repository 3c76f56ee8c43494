/**
 * Passwords are stored as scrypt hashes only. A check takes the same time for an account that does not exist. DESIGN
 * §8.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** 64 MiB and some 100 ms a check: a stolen table of hashes is slow to guess. */
const COST = { N: 2 ** 16, r: 8, p: 1 }
const MAX_MEMORY = 256 * 1024 * 1024
const KEY_BYTES = 32
const SALT_BYTES = 16

/** `scrypt$N$r$p$salt$key`, so that the cost can rise later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(password, salt, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Without a hash it takes the same time and returns false. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const parts = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/.exec(hash ?? '')
  if (!parts) {
    await derive(password, Buffer.alloc(SALT_BYTES), COST)
    return false
  }
  const [, N, r, p, salt = '', key = ''] = parts
  const known = Buffer.from(key, 'base64url')
  const given = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  })
  return known.length === given.length && timingSafeEqual(known, given)
}

/** Different Unicode forms of the same characters are the same password. */
function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { ...cost, maxmem: MAX_MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
