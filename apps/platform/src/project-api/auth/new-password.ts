/** Whether a password that somebody chose may be kept. */
import { passwordProblems } from '@basedeck/core/rules'
import type { AuthConfig } from '@basedeck/platform-client/contract'
import { AuthError } from './auth-error.js'

/** @throws AuthError weak_password, validation_failed */
export function requireGoodPassword(password: string, settings: AuthConfig): void {
  const { password_min_length: minLength, password_required_characters: requiredCharacters } = settings
  const problems = passwordProblems(password, { minLength, requiredCharacters })
  if (problems.includes('too-long'))
    throw new AuthError('validation_failed', { message: 'Password cannot be longer than 72 characters' })
  if (problems.length === 0) return
  const message = problems.includes('length')
    ? `Password should be at least ${minLength} characters.`
    : 'Password should contain at least one character of each: ' + requiredCharacters.replaceAll(':', ', ')
  throw new AuthError('weak_password', { message, more: { weak_password: { reasons: problems } } })
}
