/** Node as host: a map for storage, a variable for the address, standard error for messages. */
import { openedFile } from '../ports/files.js'
import { apiAnswer } from '../ports/project-api.js'
import type { Host, KeyValueStorage, OutputFile, Note, Notifier, Location } from '../ports/index.js'

/** Options of a script; each has a default. */
export interface NodeHostOptions {
  /** The address that the deck opens with: a path with query and hash. Default: `/`. */
  start?: string
  /** Keeps drafts and choices. Default: a map, which ends with the process. */
  storage?: KeyValueStorage
  /** Receives short messages. Default: a line each on standard error. */
  notifier?: Notifier
}

/** The host of a script, with the files that it produced. */
export interface NodeHost extends Host {
  /** Files that the deck made, oldest first. None is written to the disk. */
  readonly saved: OutputFile[]
  /** Files that the platform offers at a path of its origin, oldest first. None is fetched. */
  readonly downloads: { url: string; name: string }[]
}

/**
 * Makes the host of a script. It has no clipboard, no windows and no cookies; timers keep the process running until
 * `deck.dispose()`.
 * @example const deck = createDeck(createNodeHost(), { baseUrl: 'http://127.0.0.1:8787' })
 */
export function createNodeHost({
  start = '/',
  storage = mapStorage(),
  notifier = terminalNotifier,
}: NodeHostOptions = {}): NodeHost {
  let location = locationOf(start)
  const listeners = new Set<(location: Location) => void>()
  // One listener of the process for all hosts: Node warns about more than ten.
  const exitHandlers = new Set<() => void>()
  const runExitHandlers = () => exitHandlers.forEach((run) => run())
  const saved: OutputFile[] = []
  const downloads: { url: string; name: string }[] = []
  return {
    saved,
    downloads,
    navigation: {
      current: () => location,
      go(href) {
        location = locationOf(href)
        for (const changed of listeners) changed(location)
      },
      subscribe(changed) {
        listeners.add(changed)
        return () => void listeners.delete(changed)
      },
      address: (href) => new URL(href, ORIGIN).href,
      setTitle() {},
    },
    storage,
    clock: {
      now: () => Date.now(),
      after(ms, run) {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
    },
    clipboard: { writeText: () => Promise.reject(new Error('A terminal has no clipboard')) },
    files: {
      save: (file) => void saved.push(file),
      download: (file) => void downloads.push(file),
      async open(url, { signal, bytes }) {
        const range: Record<string, string> = bytes === undefined ? {} : { Range: `bytes=0-${bytes - 1}` }
        const { status, headers, body } = await fetch(url, { signal, headers: range })
        return openedFile(status, headers, body)
      },
    },
    projectApi: {
      async ask({ url, headers, ...request }, signal) {
        const answer = await fetch(url, { ...request, headers: { ...headers }, signal })
        return apiAnswer(answer.status, Object.fromEntries(answer.headers), answer.body)
      },
    },
    notifier,
    lifecycle: {
      onHide(run) {
        if (exitHandlers.size === 0) process.on('exit', runExitHandlers)
        exitHandlers.add(run)
        return () => {
          exitHandlers.delete(run)
          if (exitHandlers.size === 0) process.off('exit', runExitHandlers)
        }
      },
    },
    prefersDark: { current: () => false, subscribe: () => () => undefined },
  }
}

/** The origin of a script's links, which has none. */
const ORIGIN = 'http://script'

function locationOf(href: string): Location {
  const { pathname, search, hash } = new URL(href, ORIGIN)
  return { pathname, search, hash }
}

function mapStorage(): KeyValueStorage {
  const values = new Map<string, string>()
  return {
    get: (key) => values.get(key) ?? null,
    set(key, value) {
      values.set(key, value)
      return true
    },
    remove: (key) => void values.delete(key),
  }
}

const terminalNotifier: Notifier = {
  notify: tell,
  progress(note) {
    process.stderr.write(`${note.message}\n`)
    return { update: () => undefined, end: (outcome) => outcome && tell(outcome) }
  },
}

function tell({ kind, message }: Note): void {
  process.stderr.write(`${kind}: ${message}\n`)
}
