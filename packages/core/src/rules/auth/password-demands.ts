/**
 * What a new password lacks of what a project asks for.
 * @rule auth.password-demands  @spec §2
 */

/** What the settings ask of a password. */
export interface PasswordDemands {
  minLength: number
  /** Sets of characters separated by colons, `\:` is a colon; a password needs one of each. Empty: any will do. */
  requiredCharacters: string
}

/** `length` and `characters` are the words of the family. */
export type PasswordProblem = 'too-long' | 'length' | 'characters'

/** bcrypt reads no more: what follows would count for nothing after a move to a service that has it. */
export const PASSWORD_MOST_BYTES = 72

/** Empty: the password will do. */
export function passwordProblems(
  password: string,
  { minLength, requiredCharacters }: PasswordDemands,
): PasswordProblem[] {
  if (new TextEncoder().encode(password).length > PASSWORD_MOST_BYTES) return ['too-long']
  const characters = [...password]
  const isShort = characters.length < minLength
  const lacks = characterSets(requiredCharacters).some((set) => !characters.some((one) => set.includes(one)))
  return [...(isShort ? (['length'] as const) : []), ...(lacks ? (['characters'] as const) : [])]
}

/** The sets, without the backslash of a colon. */
export function characterSets(required: string): string[] {
  const sets = required.match(/(?:\\:|[^:])+/g) ?? []
  return sets.map((set) => set.replaceAll(String.raw`\:`, ':'))
}
