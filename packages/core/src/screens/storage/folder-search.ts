/** What the open folder is searched for. */
import { atom, type ReadableAtom } from 'nanostores'
import type { Disposable } from '../../kernel/screen.js'
import type { Needs } from '../context.js'

const DEBOUNCE_MS = 300

export interface FolderSearch {
  /** As it is typed. */
  readonly $search: ReadableAtom<string>
  /** What is typed, after a pause. */
  readonly $words: ReadableAtom<string>
  search(words: string): void
}

export interface FolderSearchSession extends FolderSearch, Disposable {
  /** Another folder is opened. */
  end(): void
}

export function createFolderSearch({ host }: Needs<'host'>): FolderSearchSession {
  const $search = atom('')
  const $words = atom('')
  let stopWaiting = () => {}
  return {
    $search,
    $words,
    search(words) {
      $search.set(words)
      stopWaiting()
      stopWaiting = host.clock.after(DEBOUNCE_MS, () => $words.set(words.trim()))
    },
    end() {
      stopWaiting()
      $search.set('')
      $words.set('')
    },
    dispose: () => stopWaiting(),
  }
}
