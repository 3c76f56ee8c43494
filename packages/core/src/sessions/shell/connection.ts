/**
 * Whether the platform can be reached. Every call reports; while it is away it is probed at growing intervals, and
 * when it answers again everything stale is refetched.
 */
import { getHealth, PlatformError, type Client } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { isAway, type ClientHooks } from '../../kernel/client-hooks.js'
import { defined } from '../../kernel/defined.js'
import { $missingFiles } from '../../kernel/missing-files.js'
import type { Queries } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { Host } from '../../ports/index.js'
import { retryDelayMs } from '../../rules/help/retry-delay.js'

/** Whether the platform can be reached. Times are milliseconds since 1970. */
export type ConnectionState =
  | { status: 'here' }
  /** `at`: when it is probed next. */
  | { status: 'away'; at: number; failures: number }
  | { status: 'trying'; failures: number }
  /** The device has no network: nothing is sent before it has. */
  | { status: 'offline' }

/** Whether the platform can be reached. While it can't, it is probed at growing intervals. */
export interface Connection extends Disposable {
  /** What a client has to report. */
  readonly hooks: Pick<ClientHooks, 'sent' | 'away'>
  readonly $state: ReadableAtom<ConnectionState>
  /** Whole seconds until the next probe; null while none is needed. */
  readonly $seconds: ReadableAtom<number | null>
  /** Whether something was opened whose file could not be loaded: it appears when the platform is back. */
  readonly $isFileMissing: ReadableAtom<boolean>
  /** Probes at once. */
  tryNow(): void
  /** True at once while it answers; else whether it answers a probe now. */
  reaches(): Promise<boolean>
  /** Something other than a call failed: the platform is probed. */
  doubt(): void
}

const TICK_MS = 1000

export function createConnection(deps: {
  host: Pick<Host, 'clock' | 'network'>
  /** Sends the probes, unreported. */
  client: Client
  queries: Pick<Queries, 'refresh'>
}): Connection {
  const { client, queries } = deps
  const { clock, network } = deps.host
  const scope = createScope()
  const $state = atom<ConnectionState>({ status: 'here' })
  const $now = atom(clock.now())
  let stopTimer = () => {}
  let isDoubted = false
  /** How often the device has lost its network: an answer from before says nothing about afterwards. */
  let losses = 0
  scope.add(() => stopTimer())

  /** Resolves when the platform answers again, so that the failure need not be shown any more. */
  let back = createBack()
  const isOffline = () => network?.isOnline() === false
  const failed = (failures: number) => {
    stopTimer()
    if (isOffline()) return $state.set({ status: 'offline' })
    $state.set({ status: 'away', at: clock.now() + retryDelayMs(failures), failures })
    tick()
  }
  /** Counts the seconds down, then probes. */
  const tick = () => {
    const state = $state.get()
    if (state.status !== 'away') return
    $now.set(clock.now())
    if (state.at <= clock.now()) void ask()
    else stopTimer = clock.after(Math.min(TICK_MS, state.at - clock.now()), tick)
  }
  const ask = async () => {
    const before = $state.get()
    if (before.status === 'trying' || before.status === 'here') return
    stopTimer()
    const failures = before.status === 'away' ? before.failures : 0
    $state.set({ status: 'trying', failures })
    try {
      await client.call(getHealth, {})
      answered()
    } catch (error) {
      if ($state.get().status === 'here') return
      if (isAway(error)) failed(failures + 1)
      else answered()
    }
  }
  /** One failed call may have its own cause: before anything is shown, the platform is probed. */
  const doubt = async () => {
    if (isDoubted || $state.get().status !== 'here') return
    isDoubted = true
    try {
      await client.call(getHealth, {})
    } catch (error) {
      if (isAway(error)) failed(0)
    }
    isDoubted = false
  }
  /** @param since the number of network losses when the call was sent */
  const answered = (since = losses) => {
    if ($state.get().status === 'here' || since !== losses) return
    stopTimer()
    $state.set({ status: 'here' })
    back.resolve()
    back = createBack()
    queries.refresh([])
  }
  const stopWatching = network?.subscribe((isOnline) => {
    if (isOnline) return void ask()
    losses += 1
    failed(0)
  })
  if (stopWatching) scope.add(stopWatching)
  if (isOffline()) failed(0)
  scope.add(
    $missingFiles.listen((count, before = 0) => {
      if (count > before) void doubt()
    }),
  )

  return {
    $isFileMissing: computed($missingFiles, (count) => count > 0),
    hooks: {
      sent() {
        const since = losses
        return () => answered(since)
      },
      away(error) {
        void doubt()
        return passing(error, back.promise)
      },
    },
    $state,
    $seconds: computed([$state, $now], (state, now) =>
      state.status === 'away' ? Math.max(1, Math.ceil((state.at - now) / 1000)) : null,
    ),
    tryNow: () => void ask(),
    async reaches() {
      if ($state.get().status === 'here') return true
      try {
        await client.call(getHealth, {})
        answered()
        return true
      } catch (error) {
        return !isAway(error)
      }
    },
    doubt: () => void doubt(),
    dispose: scope.dispose,
  }
}

function createBack() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/** The same failure, with the promise of its end. */
function passing(error: PlatformError, over: Promise<void>): PlatformError {
  const { kind, message, status, code, requestId, retryAfterSeconds, body, cause } = error
  return new PlatformError(kind, message, {
    over,
    body,
    cause,
    ...defined({ status, code, requestId, retryAfterSeconds }),
  })
}
