/** Short messages that announce themselves. What shows them comes with the first one, or when the page has had its time. */
import type { Note, Progress, ProgressCancel, ProgressNote } from '@basedeck/core'
import { loadWithRetry } from '../bind/lazy-component.js'

/** Milliseconds after which a page that never rests, or can't say so, counts as settled. */
const SETTLED_MS = 500

let want = () => {}
const wanted = new Promise<void>((resolve) => {
  want = resolve
})

/** Resolves when there is something to show, or nothing else to load. */
export async function toasterIsWanted(): Promise<void> {
  await Promise.race([wanted, settled()])
}

function settled(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: SETTLED_MS })
    else setTimeout(resolve, SETTLED_MS)
  })
}

/** Shows a short message in a toast, and announces it. Give it to the host as `notifier.notify`. */
export function notify(note: Note): void {
  want()
  void toaster().then((shown) => shown.notify(note))
}

/** Shows how far something is, until it is over. */
export function showProgress(first: ProgressNote, cancel?: ProgressCancel): Progress {
  want()
  const shown = toaster().then((there) => there.showProgress(first, cancel))
  return {
    update: (note) => void shown.then((progress) => progress.update(note)),
    end: (outcome) => void shown.then((progress) => progress.end(outcome)),
  }
}

async function toaster() {
  // A message that comes while the platform is away is shown when it is back.
  const there = await loadWithRetry(() => import('./toaster.js'))
  await there.isMounted
  return there
}
