/** Whether a password that somebody chose may be kept. */
import { passwordProblems } from '@basedeck/core/rules'
import type { AuthCall } from './auth-call.js'
import { AuthError } from './auth-error.js'
import { isCommonPassword, isInRange, leakQuestion } from './leaked-passwords.js'

type Asking = Pick<AuthCall, 'settings' | 'leakedRange'>

/** @throws AuthError weak_password, validation_failed */
export async function requireGoodPassword(call: Asking, password: string): Promise<void> {
  const { password_min_length: minLength, password_required_characters: requiredCharacters } = call.settings
  const problems = passwordProblems(password, { minLength, requiredCharacters })
  if (problems.includes('too-long'))
    throw new AuthError('validation_failed', { message: 'Password cannot be longer than 72 characters' })
  const isLeaked = await isKnownPassword(call, password)
  if (problems.length === 0 && !isLeaked) return
  const message = problems.includes('length')
    ? `Password should be at least ${minLength} characters.`
    : problems.includes('characters')
      ? 'Password should contain at least one character of each: ' + requiredCharacters.replaceAll(':', ', ')
      : 'This password is known from leaks or lists of common passwords. Choose another one.'
  const reasons = [...problems, ...(isLeaked ? ['pwned'] : [])]
  throw new AuthError('weak_password', { message, more: { weak_password: { reasons } } })
}

async function isKnownPassword({ settings, leakedRange }: Asking, password: string): Promise<boolean> {
  if (!settings.password_hibp_enabled) return false
  if (isCommonPassword(password)) return true
  const { prefix, suffix } = leakQuestion(password)
  const range = await leakedRange(prefix)
  return range !== undefined && isInRange(range, suffix)
}
