/** A part of the deck whose file is loaded when it is first wanted, and which is disposed when it is not wanted any more. */
import { atom, type ReadableAtom } from 'nanostores'
import type { Clock } from '../ports/index.js'
import { reportMissingFile } from './missing-files.js'
import type { Disposable } from './screen.js'

/** Milliseconds until a failed load is tried again, while the part is still wanted. */
const AGAIN_MS = 3000

export interface OnDemand<Part> extends Disposable {
  /** Null: not wanted, or not loaded yet. */
  readonly $part: ReadableAtom<Part | null>
  /** Loads the file before it is wanted. */
  prepare(): void
}

/** @param $wanted the argument for the part; null: not wanted */
export function createOnDemand<Subject, Part extends Disposable>(
  clock: Clock,
  $wanted: ReadableAtom<Subject | null>,
  load: () => Promise<(subject: Subject) => Part>,
): OnDemand<Part> {
  const $part = atom<Part | null>(null)
  let create: ((subject: Subject) => Part) | undefined
  let isLoading = false
  let hasEnded = false
  let stopTimer = () => {}
  let found = () => {}

  const close = () => {
    stopTimer()
    $part.get()?.dispose()
    $part.set(null)
  }
  const show = () => {
    close()
    const subject = $wanted.get()
    if (subject === null || hasEnded) return found()
    if (create) $part.set(create(subject))
    else if (!isLoading) void fetchFile()
  }
  const fetchFile = async () => {
    isLoading = true
    try {
      create = await load()
    } catch {
      // The network is away, or a newer version was deployed: try again while the part is still wanted.
      found()
      if (!hasEnded && $wanted.get() !== null) {
        found = reportMissingFile()
        stopTimer = clock.after(AGAIN_MS, show)
      }
    }
    isLoading = false
    if (!create) return
    found()
    show()
  }
  const stop = $wanted.subscribe(show)
  return {
    $part,
    prepare() {
      if (!create && !isLoading && !hasEnded) void fetchFile()
    },
    dispose() {
      hasEnded = true
      stop()
      close()
      found()
    },
  }
}
