/**
 * Passwords that tests hash in their own process are hashed cheaply: the product's cost is 64 MiB and a fifth of a second,
 * for each of hundreds. The product has no such option; what is written beside a hash is the product's cost as ever.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const CHEAP = { N: 2 ** 8 }
/** The files of one process share it. */
const IS_CHEAP = Symbol.for('basedeck.cheap-passwords')

if (!crypto[IS_CHEAP]) {
  const { scrypt } = crypto
  crypto.scrypt = (password, salt, length, options, done) =>
    scrypt(password, salt, length, { ...options, ...CHEAP }, done)
  crypto[IS_CHEAP] = true
  syncBuiltinESMExports()
}
