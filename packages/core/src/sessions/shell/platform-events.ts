/**
 * Live updates of the platform: one stream for all windows of a browser. The window that leads listens and tells the
 * others; a stream that breaks makes each of them probe the platform. While it is live, nothing that it reports
 * is polled.
 */
import { ALIVE_EVERY_MS, listenEvents, type Client, type PlatformEvent } from '@basedeck/platform-client'
import { atom, type ReadableAtom } from 'nanostores'
import { NOTIFICATIONS } from '../../data/notifications-summary.js'
import { projectEvents } from '../../data/project-events.js'
import { storageKey } from '../../data/storage-keys.js'
import type { Queries } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { Host } from '../../ports/index.js'
import { retryDelayMs } from '../../rules/help/retry-delay.js'
import { followsSchema } from '../../rules/sql/schema-change.js'
import type { Connection } from './connection.js'
import { refreshSchema } from './schema-changes.js'

export interface PlatformEvents extends Disposable {
  /** Whether the platform reports every change now. */
  readonly $isLive: ReadableAtom<boolean>
}

export interface PlatformEventsDeps {
  host: Pick<Host, 'windows' | 'clock'>
  client: Client
  queries: Queries
  connection: Pick<Connection, '$state' | 'doubt'>
  /** Whether the stream may open: the user is signed in, or there are no accounts. */
  $isIn: ReadableAtom<boolean>
}

/** What windows tell each other. */
type Message =
  | { type: 'event'; event: PlatformEvent }
  | { type: 'lost' }
  /** A new window asks the one that leads. */
  | { type: 'asks' }

/** A stream without a sign of life for so long is dead, even if the network reports no error. */
const SILENCE_MS = ALIVE_EVERY_MS * 2.5

export function createPlatformEvents(deps: PlatformEventsDeps): PlatformEvents {
  const { host, client, queries, connection, $isIn } = deps
  const { windows, clock } = host
  const scope = createScope()
  const $isLive = atom(false)
  if (!windows) return { $isLive, dispose() {} }

  let hasHeard = false
  /** A stream is open, here or in the window that leads. */
  let isHearing = false
  /** In the window that leads: closes its stream. */
  let breakOff = () => {}
  let hello: PlatformEvent | undefined
  let stopWatch = () => {}
  scope.add(() => stopWatch())

  const setLive = (isLive: boolean) => {
    $isLive.set(isLive)
    queries.setTelling(isLive)
  }
  const lost = () => {
    stopWatch()
    if (!isHearing) return
    isHearing = false
    setLive(false)
    connection.doubt()
  }
  const receive = (event: PlatformEvent) => {
    stopWatch()
    isHearing = true
    stopWatch = clock.after(SILENCE_MS, () => {
      lost()
      breakOff()
    })
    if (event.type === 'hello') {
      // Changes during the gap are fetched.
      if (hasHeard) {
        projectEvents(queries).askAgain()
        // What is within projects: schemas, files.
        queries.refresh(['projects'], (key) => key.length > 2 && followsSchema(key))
        queries.refresh(NOTIFICATIONS)
      }
      hasHeard = true
      setLive(event.isWhole)
    } else if (event.type === 'project') {
      projectEvents(queries).changed(event)
      // What was told about it went with it.
      if (event.status === 'REMOVED') queries.refresh(NOTIFICATIONS)
    } else if (event.type === 'storage') queries.refresh(storageKey(event.ref))
    else if (event.type === 'schema') refreshSchema(queries, event.ref)
    else if (event.type === 'notifications') queries.refresh(NOTIFICATIONS)
  }
  const tell = (message: Message) => windows.tell(JSON.stringify(message))

  scope.add(
    windows.hear((text) => {
      const message = messageIn(text)
      if (message?.type === 'event') receive(message.event)
      else if (message?.type === 'lost') lost()
      else if (message?.type === 'asks' && hello) tell({ type: 'event', event: hello })
    }),
  )

  /** Listens until the stream ends; true when it had begun. */
  const listen = async (signal: AbortSignal): Promise<boolean> => {
    let hasBegun = false
    try {
      for await (const event of client.events(listenEvents, {}, { signal })) {
        hasBegun = true
        if (event.type === 'hello') hello = event
        receive(event)
        tell({ type: 'event', event })
      }
    } catch {
      // The connection finds out why it ended.
    }
    hello = undefined
    if (hasBegun && !signal.aborted) {
      lost()
      tell({ type: 'lost' })
    }
    return hasBegun
  }

  const follow = () => {
    let ending: AbortController | undefined
    let failures = 0
    let stopTimer = () => {}
    const mayListen = () => $isIn.get() && connection.$state.get().status === 'here'
    const begin = async () => {
      stopTimer()
      if (ending || !mayListen()) return
      const mine = new AbortController()
      ending = mine
      const hadBegun = await listen(mine.signal)
      if (ending !== mine) return
      ending = undefined
      failures = hadBegun ? 0 : failures + 1
      stopTimer = clock.after(retryDelayMs(failures), () => void begin())
    }
    const end = () => {
      stopTimer()
      ending?.abort()
      ending = undefined
    }
    const look = () => (mayListen() ? void begin() : !$isIn.get() && end())
    breakOff = () => ending?.abort()
    const stops = [$isIn.subscribe(look), connection.$state.listen(look)]
    return () => {
      for (const stop of stops) stop()
      end()
    }
  }
  scope.add(windows.lead(follow))
  tell({ type: 'asks' })

  return {
    $isLive,
    dispose() {
      scope.dispose()
      queries.setTelling(false)
    },
  }
}

/** Another window may run another version. */
function messageIn(text: string): Message | undefined {
  try {
    return JSON.parse(text) as Message
  } catch {
    return undefined
  }
}
