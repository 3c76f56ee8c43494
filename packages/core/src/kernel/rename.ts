/**
 * Inline renaming: Enter and leaving the field commit the name, Escape restores it; each happens once. A refused name stays in
 * the field, with the reason.
 */
import { atom, type ReadableAtom } from 'nanostores'

/**
 * A name that is edited inline. Enter and leaving the field commit it; Escape restores it. While its name is refused it stays
 * in progress.
 */
export interface Rename {
  /** The name as it is typed; null when no rename is in progress. */
  readonly $typed: ReadableAtom<string | null>
  /** Why the name was refused; null: it was not, or another one is typed since. */
  readonly $problem: ReadableAtom<string | null>
  begin(): void
  type(name: string): void
  commit(): void
  cancel(): void
}

/**
 * @param commit is called with a name that is neither empty nor the old one
 * @param problemOf why such a name is refused; null: it is not
 */
export function createRename(
  name: () => string,
  commit: (name: string) => void,
  problemOf: (name: string) => string | null = () => null,
): Rename {
  const $typed = atom<string | null>(null)
  const $problem = atom<string | null>(null)
  const end = () => {
    $problem.set(null)
    $typed.set(null)
  }
  return {
    $typed,
    $problem,
    begin: () => $typed.set(name()),
    type(typed) {
      if ($typed.get() === null) return
      $problem.set(null)
      $typed.set(typed)
    },
    commit() {
      const typed = $typed.get()
      // Enter and Escape remove the field, which then loses the focus.
      if (typed === null) return
      const wanted = typed.trim()
      const isNew = wanted !== '' && wanted !== name()
      const problem = isNew ? problemOf(wanted) : null
      if (problem !== null) return $problem.set(problem)
      end()
      if (isNew) commit(wanted)
    },
    cancel: end,
  }
}
