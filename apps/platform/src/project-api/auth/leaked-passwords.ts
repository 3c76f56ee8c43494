/** Whether a password is one that everybody tries first, or is known from a leak of another service. */
import { createHash } from 'node:crypto'
import { COMMON_PASSWORDS } from './common-passwords.js'

/** Hex digits of a hash that a service of leaked passwords is told: some 800 passwords of its list begin so. */
const PREFIX_DIGITS = 5
const BYTES = 5

let known: Buffer | undefined

/** Whether the built-in list has it, in whatever case it is written. */
export function isCommonPassword(password: string): boolean {
  known ??= Buffer.from(COMMON_PASSWORDS.replaceAll('\n', ''), 'base64')
  const wanted = createHash('sha1').update(password.toLowerCase()).digest().subarray(0, BYTES)
  let [from, to] = [0, known.length / BYTES]
  while (from < to) {
    const middle = (from + to) >> 1
    const order = Buffer.compare(known.subarray(middle * BYTES, (middle + 1) * BYTES), wanted)
    if (order === 0) return true
    if (order < 0) from = middle + 1
    else to = middle
  }
  return false
}

/** What is asked of a service, and what is looked for in its answer. The service learns neither password nor hash. */
export function leakQuestion(password: string): { prefix: string; suffix: string } {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  return { prefix: hash.slice(0, PREFIX_DIGITS), suffix: hash.slice(PREFIX_DIGITS) }
}

/** @param range lines of suffix, colon and count; a count of 0 is padding */
export function isInRange(range: string, suffix: string): boolean {
  return range.split('\n').some((line) => {
    const [hash = '', count = ''] = line.trim().split(':')
    return hash.toUpperCase() === suffix && Number(count) > 0
  })
}
