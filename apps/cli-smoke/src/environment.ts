/** The host of a script: a map for storage, a variable for the address, the terminal for notes. */
import type { Host, MadeFile, Note, Place } from '@basedeck/core'

export interface NodeHost extends Host {
  /** Files that were made here. */
  readonly saved: MadeFile[]
  /** Files that the platform offers. */
  readonly downloads: { url: string; name: string }[]
}

export function createNodeHost(start: string): NodeHost {
  let place = placeOf(start)
  const listeners = new Set<(place: Place) => void>()
  const values = new Map<string, string>()
  const saved: MadeFile[] = []
  const downloads: { url: string; name: string }[] = []
  return {
    saved,
    downloads,
    navigation: {
      current: () => place,
      go(href) {
        place = placeOf(href)
        for (const changed of listeners) changed(place)
      },
      subscribe(changed) {
        listeners.add(changed)
        return () => void listeners.delete(changed)
      },
      address: (href) => new URL(href, 'http://script').href,
      setTitle() {},
    },
    storage: {
      get: (key) => values.get(key) ?? null,
      set(key, value) {
        values.set(key, value)
        return true
      },
      remove: (key) => void values.delete(key),
    },
    clock: {
      now: () => Date.now(),
      after(ms, run) {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
    },
    clipboard: { writeText: () => Promise.reject(new Error('A terminal has no clipboard')) },
    files: { save: (file) => void saved.push(file), download: (file) => void downloads.push(file) },
    notifier: {
      notify: tell,
      progress(note) {
        process.stderr.write(`${note.message}\n`)
        return { update: () => undefined, end: (outcome) => outcome && tell(outcome) }
      },
    },
    lifecycle: { onHide: () => () => undefined },
    prefersDark: { current: () => false, subscribe: () => () => undefined },
  }
}

function placeOf(href: string): Place {
  const { pathname, search, hash } = new URL(href, 'http://script')
  return { pathname, search, hash }
}

function tell({ kind, message }: Note): void {
  process.stderr.write(`${kind}: ${message}\n`)
}
