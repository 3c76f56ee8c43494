/** Toasts, which screen readers announce. Their file is loaded with the first one, or when the page is idle. */
import type { Note, Progress, ProgressCancel, ProgressNote } from '@basedeck/core'
import { loadWithRetry } from '../bind/lazy-component.js'

/** Milliseconds after which a page that is never idle, or can't tell, counts as idle. */
const SETTLED_MS = 500

let want = () => {}
const wanted = new Promise<void>((resolve) => {
  want = resolve
})

/** Resolves when there is a message, or the page is idle. */
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

/** Shows the progress of an operation until it ends. */
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
