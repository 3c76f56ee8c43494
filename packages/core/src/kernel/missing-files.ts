/**
 * Files of the program that could not be loaded, and are requested again: the platform is away, or a newer version was
 * deployed. Files belong to the program, so all decks share the count.
 */
import { atom, type ReadableAtom } from 'nanostores'

const $count = atom(0)

/** How many files are missing. */
export const $missingFiles: ReadableAtom<number> = $count

/** Counts a file as missing, until the returned function is called. The connection of each deck is probed, and the user told. */
export function reportMissingFile(): () => void {
  let isMissing = true
  $count.set($count.get() + 1)
  return () => {
    if (isMissing) $count.set($count.get() - 1)
    isMissing = false
  }
}
