/** Schemas of names and other typed texts. The messages say what to change. */
import * as v from 'valibot'

/** The longest name that a person, a project or an organization can have. */
export const NAME_MAX_CHARACTERS = 100
/** The shortest password that is taken. */
export const PASSWORD_MIN_CHARACTERS = 10
/** The longest password that is taken. */
export const PASSWORD_MAX_CHARACTERS = 256
const EMAIL_MAX_CHARACTERS = 254

/** Control characters, and marks that turn the text around them: a name must not rearrange its page. */
const DISTURBING = /[\p{Cc}\u2028-\u202e\u2066-\u2069\ufeff]/u

/** A surrogate without its other half: no encoding can carry it. */
const HALF_CHARACTER = /\p{Cs}/u

/** Characters as people count them: an emoji is one. */
function characters(text: string): number {
  return [...text].length
}

/** A name of 1 to 100 characters in any script; blanks around it are taken off. */
export function displayName(what: string) {
  return v.pipe(
    v.string(`${what} must be a text`),
    v.trim(),
    v.nonEmpty(`${what} must not be empty`),
    v.check((text) => !HALF_CHARACTER.test(text), `${what} holds half of a character`),
    v.check(
      (text) => characters(text) <= NAME_MAX_CHARACTERS,
      `${what} must not be longer than ${NAME_MAX_CHARACTERS} characters`,
    ),
    v.check((text) => !DISTURBING.test(text), `${what} holds characters that can’t be seen; leave them out`),
  )
}

/** Kept as written, compared without regard to case. */
export const email = v.pipe(
  v.string('The email must be a text'),
  v.trim(),
  v.nonEmpty('The email must not be empty'),
  v.maxLength(EMAIL_MAX_CHARACTERS, 'The email is too long'),
  v.email('This is not an email address'),
)

/** A new password. */
export const newPassword = v.pipe(
  v.string('The password must be a text'),
  v.check(
    (text) => characters(text) >= PASSWORD_MIN_CHARACTERS,
    `The password must have at least ${PASSWORD_MIN_CHARACTERS} characters`,
  ),
  v.check((text) => characters(text) <= PASSWORD_MAX_CHARACTERS, 'The password is too long'),
)

/** A password as it is given to be checked. */
export const givenPassword = v.pipe(
  v.string('The password must be a text'),
  v.nonEmpty('The password must not be empty'),
  v.maxLength(4 * PASSWORD_MAX_CHARACTERS, 'The password is too long'),
)

/** Six digits of an authenticator app, blanks among them taken out. */
export const totpCode = v.pipe(
  v.string('The code must be a text'),
  v.transform((text) => text.replace(/\s/g, '')),
  v.regex(/^\d{6}$/, 'The code has six digits'),
)
