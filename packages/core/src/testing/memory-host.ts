/** A host in memory: for tests, and for scripts that have no browser. */
import type {
  ApiAnswer,
  ApiRequest,
  InputFile,
  Host,
  KeyValueStorage,
  OutputFile,
  Navigation,
  Note,
  Location,
  ProgressCancel,
  ProgressNote,
  SocketEars,
  Windows,
} from '../ports/index.js'
import { createFakeClock, type FakeClock } from './fake-clock.js'

export interface MemoryStorage extends KeyValueStorage {
  readonly values: Map<string, string>
  /** While true, writes fail. */
  full: boolean
  /** Another window writes. */
  writeElsewhere(key: string, value: string): void
}

/** Makes a storage in memory, which a test can fill up or write to as another window. */
export function createMemoryStorage(): MemoryStorage {
  const listeners = new Set<(key: string, value: string | null) => void>()
  const storage: MemoryStorage = {
    values: new Map(),
    full: false,
    get: (key) => storage.values.get(key) ?? null,
    set(key, value) {
      if (storage.full) return false
      storage.values.set(key, value)
      return true
    },
    remove: (key) => void storage.values.delete(key),
    subscribe(changed) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    writeElsewhere(key, value) {
      storage.values.set(key, value)
      for (const changed of listeners) changed(key, value)
    },
  }
  return storage
}

export interface MemoryNavigation extends Navigation {
  readonly history: string[]
  /** How often the page was reloaded. */
  reloads: number
  title: string
}

/**
 * Makes an address bar in memory, with its history.
 * @param start a path with query and hash
 */
export function createMemoryNavigation(start: string): MemoryNavigation {
  const listeners = new Set<(location: Location) => void>()
  const navigation: MemoryNavigation = {
    history: [start],
    reloads: 0,
    reload: () => void navigation.reloads++,
    title: '',
    current: () => locationOf(navigation.history.at(-1) ?? '/'),
    go(href, { replace = false } = {}) {
      if (replace) navigation.history.pop()
      navigation.history.push(href)
      for (const changed of listeners) changed(locationOf(href))
    },
    subscribe(changed) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    address: (href) => `http://memory${href}`,
    setTitle(title) {
      navigation.title = title
    },
  }
  return navigation
}

function locationOf(href: string): Location {
  const { pathname, search, hash } = new URL(href, 'http://memory')
  return { pathname, search, hash }
}

export interface MemorySocket {
  url: string
  ears: SocketEars
  readonly sent: string[]
  isClosed: boolean
}

export interface ShownProgress {
  note: ProgressNote
  isOver: boolean
  cancel?: ProgressCancel
}

export interface MemoryWindows extends Windows {
  /** What this window told the others. */
  readonly told: string[]
  /** Another window tells something. */
  tellElsewhere(message: string): void
}

/** @param leads whether this window leads; else another one does */
export function createMemoryWindows(leads = true): MemoryWindows {
  const listeners = new Set<(message: string) => void>()
  const told: string[] = []
  return {
    lead: (run) => (leads ? run() : () => undefined),
    tell: (message) => void told.push(message),
    hear(heard) {
      listeners.add(heard)
      return () => void listeners.delete(heard)
    },
    told,
    tellElsewhere: (message) => listeners.forEach((heard) => heard(message)),
  }
}

/** A host for tests: they can read what the deck did, and act as the user. */
export interface MemoryHost extends Host {
  storage: MemoryStorage
  navigation: MemoryNavigation
  clock: FakeClock
  /** The values by name, and their lifetimes in seconds. */
  readonly cookieJar: Map<string, { value: string; seconds: number }>
  readonly notes: Note[]
  /** All progress notes, also those that have ended. */
  readonly progress: ShownProgress[]
  readonly copied: string[]
  /** The table beside the text that was copied last. */
  copiedHtml: string | undefined
  readonly saved: OutputFile[]
  /** Addresses of the platform that were downloaded. */
  readonly downloaded: { url: string; name: string }[]
  /** The user's next choice; null: none. */
  chosen: InputFile | null
  /** What was asked of projects’ own API. */
  readonly asked: ApiRequest[]
  /** What it answers; null: it can’t be reached. */
  apiAnswer: ApiAnswer | null
  /** Sockets to projects’ own API, the newest last. A test speaks by their ears. */
  readonly openedSockets: MemorySocket[]
  /** What was logged. */
  readonly logged: string[]
  /** The window is hidden. */
  hide(): void
  setPrefersDark(dark: boolean): void
  /** The network is lost, or comes back. */
  setOnline(isOnline: boolean): void
}

/**
 * Makes a host in memory. Its clock is fixed, its window is visible.
 * @param accounts what this device remembers of its platform: that it has accounts, that it has none, or nothing
 */
export function createMemoryHost(start = '/', accounts: 'yes' | 'no' | null = 'no'): MemoryHost {
  const storage = createMemoryStorage()
  if (accounts !== null) storage.set('basedeck:accounts', accounts)
  const cookieJar: MemoryHost['cookieJar'] = new Map()
  const notes: Note[] = []
  const progress: ShownProgress[] = []
  const copied: string[] = []
  const saved: OutputFile[] = []
  const downloaded: MemoryHost['downloaded'] = []
  const logged: string[] = []
  const asked: ApiRequest[] = []
  const openedSockets: MemorySocket[] = []
  const hiders = new Set<() => void>()
  const watchers = new Set<(dark: boolean) => void>()
  const networkWatchers = new Set<(isOnline: boolean) => void>()
  let dark = false
  let online = true
  const host: MemoryHost = {
    navigation: createMemoryNavigation(start),
    storage,
    windowStorage: createMemoryStorage(),
    cookies: {
      get: (name) => cookieJar.get(name)?.value ?? null,
      set: (name, value, seconds) => void cookieJar.set(name, { value, seconds }),
    },
    cookieJar,
    clock: createFakeClock(),
    clipboard: {
      async writeText(text, html) {
        copied.push(text)
        host.copiedHtml = html
      },
    },
    copiedHtml: undefined,
    files: {
      save: (file) => void saved.push(file),
      download: (file) => void downloaded.push(file),
      choose: async () => host.chosen,
    },
    projectApi: {
      async ask(request) {
        asked.push(request)
        if (host.apiAnswer === null) throw new TypeError('Failed to fetch')
        return host.apiAnswer
      },
    },
    asked,
    sockets: {
      open(url, ears) {
        const socket: MemorySocket = { url, ears, sent: [], isClosed: false }
        openedSockets.push(socket)
        return {
          send: (text) => void socket.sent.push(text),
          close: () => void (socket.isClosed = true),
        }
      },
    },
    openedSockets,
    apiAnswer: { status: 200, type: 'application/json', headers: {}, text: '[]', isCut: false },
    downloaded,
    chosen: null,
    log: (message) => void logged.push(message),
    logged,
    notifier: {
      notify: (note) => void notes.push(note),
      progress(first, cancel) {
        const shown: ShownProgress = { note: first, isOver: false, ...(cancel ? { cancel } : {}) }
        progress.push(shown)
        return {
          update: (note) => void (shown.note = note),
          end(outcome) {
            shown.isOver = true
            if (outcome) notes.push(outcome)
          },
        }
      },
    },
    lifecycle: {
      onHide(run) {
        hiders.add(run)
        return () => void hiders.delete(run)
      },
    },
    prefersDark: {
      current: () => dark,
      subscribe(changed) {
        watchers.add(changed)
        return () => void watchers.delete(changed)
      },
    },
    network: {
      isOnline: () => online,
      subscribe(changed) {
        networkWatchers.add(changed)
        return () => void networkWatchers.delete(changed)
      },
    },
    setOnline(isOnline) {
      online = isOnline
      networkWatchers.forEach((changed) => changed(isOnline))
    },
    notes,
    progress,
    copied,
    saved,
    hide: () => hiders.forEach((run) => run()),
    setPrefersDark(value) {
      dark = value
      watchers.forEach((changed) => changed(value))
    },
  }
  return host
}
