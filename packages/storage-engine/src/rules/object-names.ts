/**
 * Which names a new folder may have, which characters a path may have, and what is changed in the name of an upload.
 * @rule storage.object-names  @spec §5
 */

/** Why a name is refused: a character that can be shown, or one that can't. */
export type NameProblem = { reason: 'character'; character: string } | { reason: 'invalid' }

const ALLOWED = /^[\w!\-.*'() &$@=;:+,?]$/
const SHOWN = /^[^\p{C}\p{Z}]$/u
/** A narrow no-break space: macOS puts it into the names of screenshots. */
const NARROW_SPACE = /\u202F/g

/** Null: the name is allowed. An empty name is judged elsewhere. */
export function nameProblem(name: string): NameProblem | null {
  const character = [...name].find((each) => !ALLOWED.test(each))
  if (character !== undefined)
    return SHOWN.test(character) ? { reason: 'character', character } : { reason: 'invalid' }
  return isDots(name) ? { reason: 'invalid' } : null
}

/** Whether every part of a path is an allowed name: a slash divides parts. */
export function isAllowedPath(path: string): boolean {
  return path.split('/').every((part) => part !== '' && nameProblem(part) === null)
}

/** The name of an upload as it is stored: narrow no-break spaces become blanks. */
export function storedName(name: string): string {
  return name.replace(NARROW_SPACE, ' ')
}

/** The new name of a file: anything that is one part of a path. */
export function fileNameProblem(name: string): NameProblem | null {
  if (name.includes('/')) return { reason: 'character', character: '/' }
  return isDots(name) || name.includes('\0') ? { reason: 'invalid' } : null
}

function isDots(name: string): boolean {
  return name === '.' || name === '..'
}
