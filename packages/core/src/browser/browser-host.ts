/** The browser as host: the ports, by web APIs. */
import { browserClipboard } from './browser-clipboard.js'
import { chosenFiles } from './file-dialog.js'
import { openedFile } from '../ports/files.js'
import { apiAnswer } from '../ports/project-api.js'
import { standardSockets } from '../ports/sockets.js'
import type {
  ApiAnswer,
  ApiRequest,
  Cookies,
  InputFile,
  Host,
  KeyValueStorage,
  OpenedFile,
  OutputFile,
  Navigation,
  Note,
  Notifier,
  Location,
  Windows,
} from '../ports/index.js'
import { inputFile } from './input-file.js'
import { chooseMany } from './source-file.js'

/** Options of a page beside the browser's own APIs. */
export interface BrowserHostOptions {
  /** Shows short messages, such as toasts. Default: they go to the console. */
  notifier?: Notifier
  /** Opens a worker for PostgreSQL's grammar, which a bundler has to emit. Default: the guard's rules decide alone. */
  grammar?: NonNullable<Host['grammar']>
  /** Reads large CSV files in a worker, which a bundler has to emit. Default: the page reads them. */
  csv?: NonNullable<Host['csv']>
}

/**
 * Makes the host of a page: the address bar is its navigation, local storage its storage. Call it once a
 * page: its windows coordinate by one lock and one channel.
 * @example createDeck(createBrowserHost(), { baseUrl: '' })
 */
export function createBrowserHost({
  notifier = consoleNotifier,
  grammar,
  csv,
}: BrowserHostOptions = {}): Host {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  return {
    navigation: createNavigation(),
    storage: createStorage(() => localStorage),
    windowStorage: createStorage(() => sessionStorage),
    cookies: createCookies(),
    clock: {
      now: () => Date.now(),
      after(ms, run) {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
    },
    clipboard: browserClipboard,
    files: {
      save: saveFile,
      download: downloadFile,
      choose: chooseFile,
      chooseMany,
      open: openFile,
      rasterize,
    },
    projectApi: { ask: askProjectApi },
    sockets: standardSockets((url) => new WebSocket(url)),
    notifier,
    log: (message) => console.error(message),
    lifecycle: {
      onHide: (run) => listen(window, 'pagehide', run, listen(document, 'visibilitychange', run)),
    },
    network: {
      isOnline: () => navigator.onLine,
      subscribe: (changed) =>
        listen(
          window,
          'online',
          () => changed(true),
          listen(window, 'offline', () => changed(false)),
        ),
    },
    ...windowsOf(),
    ...(grammar ? { grammar } : {}),
    ...(csv ? { csv } : {}),
    prefersDark: {
      current: () => dark.matches,
      subscribe: (changed) => listen(dark, 'change', () => changed(dark.matches)),
    },
  }
}

const consoleNotifier: Notifier = {
  notify: tellConsole,
  progress(note) {
    console.log(note.message)
    return { update: () => undefined, end: (outcome) => outcome && tellConsole(outcome) }
  },
}

function tellConsole({ kind, message }: Note): void {
  console[kind === 'error' ? 'error' : 'log'](message)
}

/** The browser downloads what a link names: the link is removed after the click. */
function saveFile({ name, type, text, blob = new Blob([text], { type }) }: OutputFile): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** The platform sends it as an attachment: the page stays where it is, and the browser writes it to the disk. */
function downloadFile({ url, name }: { url: string; name: string }): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

async function openFile(
  url: string,
  { signal, bytes }: { signal: AbortSignal; bytes?: number },
): Promise<OpenedFile> {
  const { status, headers, body } = await fetch(url, {
    signal,
    credentials: 'same-origin',
    ...(bytes === undefined ? {} : { headers: { Range: `bytes=0-${bytes - 1}` } }),
  })
  return openedFile(status, headers, body)
}

/** Without cookies: an application of another origin has none of the dashboard's either. */
async function askProjectApi(
  { url, headers, ...request }: ApiRequest,
  signal: AbortSignal,
): Promise<ApiAnswer> {
  const answer = await fetch(url, { ...request, headers: { ...headers }, signal, credentials: 'omit' })
  return apiAnswer(answer.status, Object.fromEntries(answer.headers), answer.body)
}

/** Pixels of a side that every browser can draw. */
const MAX_SIDE = 8192

async function rasterize({
  svg,
  width,
  height,
}: {
  svg: string
  width: number
  height: number
}): Promise<Blob> {
  const image = new Image()
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    image.src = url
    await image.decode()
    const scale = Math.min(2, MAX_SIDE / Math.max(width, height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large'))),
        'image/png',
      ),
    )
  } finally {
    URL.revokeObjectURL(url)
  }
}

async function chooseFile(extensions: readonly string[]): Promise<InputFile | null> {
  const [file] = (await chosenFiles((input) => (input.accept = extensions.join(',')))) ?? []
  return file ? inputFile(file) : null
}

function listen(target: EventTarget, event: string, run: () => void, alsoEnd?: () => void): () => void {
  target.addEventListener(event, run)
  return () => {
    target.removeEventListener(event, run)
    alsoEnd?.()
  }
}

function createNavigation(): Navigation {
  const current = (): Location => ({
    pathname: location.pathname,
    search: location.search,
    hash: location.hash,
  })
  const listeners = new Set<(location: Location) => void>()
  const tell = () => listeners.forEach((changed) => changed(current()))
  return {
    current,
    go(href, { replace = false } = {}) {
      if (replace) history.replaceState(null, '', href)
      else history.pushState(null, '', href)
      tell()
    },
    subscribe(changed) {
      if (listeners.size === 0) window.addEventListener('popstate', tell)
      listeners.add(changed)
      return () => {
        listeners.delete(changed)
        if (listeners.size === 0) window.removeEventListener('popstate', tell)
      }
    },
    address: (href) => new URL(href, location.origin).href,
    setTitle(title) {
      document.title = title
    },
    reload: () => location.reload(),
  }
}

/** @param where reading it throws where the browser's settings forbid it */
function createStorage(where: () => Storage): KeyValueStorage {
  const attempt = <Value>(run: () => Value, otherwise: Value): Value => {
    try {
      return run()
    } catch {
      // Full, or forbidden by the browser's settings: the return value says so.
      return otherwise
    }
  }
  return {
    get: (key) => attempt(() => where().getItem(key), null),
    set: (key, value) =>
      attempt(() => {
        where().setItem(key, value)
        return true
      }, false),
    remove: (key) => attempt(() => where().removeItem(key), undefined),
    subscribe(changed) {
      const tell = ({ key, newValue }: StorageEvent) => key !== null && changed(key, newValue)
      window.addEventListener('storage', tell)
      return () => window.removeEventListener('storage', tell)
    },
  }
}

function createCookies(): Cookies {
  return {
    get(name) {
      const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
      return found?.slice(name.length + 1) ?? null
    },
    set(name, value, seconds) {
      document.cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=strict`
    },
  }
}

const CHANNEL = 'basedeck:windows'

/** A lock that one window holds, and a channel to the others. A page without TLS from another machine has no locks. */
function windowsOf(): { windows?: Windows } {
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) return {}
  const { locks } = navigator
  const channel = new BroadcastChannel(CHANNEL)
  return {
    windows: {
      lead(run) {
        const waiting = new AbortController()
        let giveUp = () => waiting.abort()
        const lead = () =>
          new Promise<void>((resolve) => {
            const end = run()
            giveUp = () => {
              end()
              resolve()
            }
          })
        // It rejects when the wait is given up, and when the page goes.
        locks.request(CHANNEL, { signal: waiting.signal }, lead).catch(() => undefined)
        return () => giveUp()
      },
      tell: (message) => channel.postMessage(message),
      hear: (heard) => listenTo(channel, ({ data }) => typeof data === 'string' && heard(data)),
    },
  }
}

function listenTo(channel: BroadcastChannel, heard: (event: MessageEvent) => void): () => void {
  channel.addEventListener('message', heard)
  return () => channel.removeEventListener('message', heard)
}
