/** Short messages that announce themselves. What shows them comes with the first one, or when the page has had its time. */
import type { Note, Progress, ProgressCancel, ProgressNote } from '@basedeck/core'

const SETTLED_MS = 2000

let want = () => {}
const wanted = new Promise<void>((resolve) => {
  want = resolve
})

/** Resolves when there is something to show, or nothing else to load. */
export async function toasterIsWanted(): Promise<void> {
  await Promise.race([wanted, new Promise((resolve) => setTimeout(resolve, SETTLED_MS))])
}

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
  const there = await import('./toaster.js')
  await there.isMounted
  return there
}
