/** Inline renaming: Enter and leaving the field commit the name, Escape restores it; each happens once. */
import { atom, type ReadableAtom } from 'nanostores'

/** A name that is edited inline. Enter and leaving the field commit it; Escape restores it. */
export interface Rename {
  /** The name as it is typed; null when no rename is in progress. */
  readonly $typed: ReadableAtom<string | null>
  begin(): void
  type(name: string): void
  commit(): void
  cancel(): void
}

/** @param commit is called with a name that is neither empty nor the old one */
export function createRename(name: () => string, commit: (name: string) => void): Rename {
  const $typed = atom<string | null>(null)
  return {
    $typed,
    begin: () => $typed.set(name()),
    type: (typed) => $typed.get() !== null && $typed.set(typed),
    commit() {
      const typed = $typed.get()
      // Enter and Escape remove the field, which then loses the focus.
      if (typed === null) return
      $typed.set(null)
      const wanted = typed.trim()
      if (wanted !== '' && wanted !== name()) commit(wanted)
    },
    cancel: () => $typed.set(null),
  }
}
