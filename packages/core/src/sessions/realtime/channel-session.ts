/** One channel of a project's realtime, as an application hears it: joined, kept open, joined again after a loss. */
import { atom, type ReadableAtom } from 'nanostores'
import type { ChannelAccess } from '../../data/realtime.js'
import type { Disposable } from '../../kernel/screen.js'
import type { Clock, OpenSocket, Sockets } from '../../ports/index.js'
import {
  broadcastFrame,
  heartbeatFrame,
  joinFrame,
  leaveFrame,
  readFrame,
  tokenFrame,
  type ChannelMessage,
  type ChannelWishes,
} from '../../rules/realtime/channel-frames.js'

/** Where the connection to the channel is. */
export type ChannelState =
  | { status: 'idle' }
  | { status: 'joining' }
  | { status: 'joined' }
  /** The service said no; `reason` is its own. It is not asked again. */
  | { status: 'refused'; reason: string }
  /** The connection is gone, or was never there. It is tried again by itself. */
  | { status: 'lost' }

/** A channel that one listens to. */
export interface ChannelSession extends Disposable {
  readonly $state: ReadableAtom<ChannelState>
  join(wishes: ChannelWishes): void
  leave(): void
  /** Sends a broadcast; false: the channel is not joined. */
  broadcast(event: string, payload: unknown): boolean
}

/** What a session needs, and whom it tells. */
export interface ChannelSessionOptions {
  clock: Clock
  sockets: Sockets
  /** Gives a fresh key and token. Rejects with the reason why there is none. */
  access(): Promise<ChannelAccess>
  heard(message: ChannelMessage): void
  /** Why there is no key, as a sentence. */
  reasonOf(error: unknown): string
}

const HEARTBEAT_MS = 25_000
/** The token is valid for ten minutes. */
const RENEWAL_MS = 8 * 60_000
const RETRY_MS = [1000, 2000, 5000, 10_000] as const
const LAST_RETRY_MS = 10_000

export function createChannelSession({
  clock,
  sockets,
  access,
  heard,
  reasonOf,
}: ChannelSessionOptions): ChannelSession {
  const $state = atom<ChannelState>({ status: 'idle' })
  let wishes: ChannelWishes | null = null
  let socket: OpenSocket | null = null
  let joinRef = ''
  let refs = 0
  let attempts = 0
  /** What an earlier connection was waiting for concerns no later one. */
  let connection = 0
  let stopTimers: (() => void)[] = []

  const nextRef = () => String((refs += 1))
  const end = () => {
    connection += 1
    for (const stop of stopTimers) stop()
    stopTimers = []
    socket?.close()
    socket = null
  }
  const repeat = (ms: number, run: () => void) => {
    const index = stopTimers.length
    const again = () => {
      run()
      stopTimers[index] = clock.after(ms, again)
    }
    stopTimers.push(clock.after(ms, again))
  }
  const lose = () => {
    end()
    $state.set({ status: 'lost' })
    const wait = RETRY_MS[attempts] ?? LAST_RETRY_MS
    attempts += 1
    stopTimers.push(clock.after(wait, () => void connect()))
  }
  const refuse = (reason: string) => {
    end()
    $state.set({ status: 'refused', reason })
  }
  const renew = async (channel: string) => {
    const mine = connection
    try {
      const { token } = await access()
      if (mine === connection) socket?.send(tokenFrame(channel, token, { ref: nextRef(), joinRef }))
    } catch (error) {
      // The service ends the channel when the token does, and says so.
      if (mine === connection) heard(systemMessage(reasonOf(error)))
    }
  }
  const hear = (text: string, { channel }: ChannelWishes) => {
    const frame = readFrame(text, channel)
    if (frame === null) return
    if (frame.type === 'message') heard(frame.message)
    else if (frame.type === 'closed') lose()
    else if (frame.ref !== joinRef) {
      if (!frame.isOk) heard(systemMessage(frame.reason))
    } else if (frame.isOk) {
      attempts = 0
      $state.set({ status: 'joined' })
      repeat(HEARTBEAT_MS, () => socket?.send(heartbeatFrame(nextRef())))
      repeat(RENEWAL_MS, () => void renew(channel))
    } else refuse(frame.reason)
  }
  const connect = async () => {
    const wanted = wishes
    if (wanted === null) return
    end()
    const mine = connection
    if ($state.get().status !== 'lost') $state.set({ status: 'joining' })
    try {
      const { url, token } = await access()
      if (mine !== connection) return
      const ofThis =
        <Given extends unknown[]>(run: (...given: Given) => void) =>
        (...given: Given) => {
          if (mine === connection) run(...given)
        }
      socket = sockets.open(url, {
        opened: ofThis(() => {
          joinRef = nextRef()
          socket?.send(joinFrame(wanted, { ref: joinRef, token }))
        }),
        heard: ofThis((text: string) => hear(text, wanted)),
        ended: ofThis(lose),
      })
    } catch (error) {
      if (mine === connection) refuse(reasonOf(error))
    }
  }
  const leave = () => {
    if (wishes !== null) socket?.send(leaveFrame(wishes.channel, { ref: nextRef(), joinRef }))
    wishes = null
    end()
    $state.set({ status: 'idle' })
  }

  return {
    $state,
    join(wanted) {
      leave()
      wishes = wanted
      attempts = 0
      void connect()
    },
    leave,
    broadcast(event, payload) {
      if (wishes === null || socket === null || $state.get().status !== 'joined') return false
      socket.send(broadcastFrame(wishes.channel, { event, payload }, { ref: nextRef(), joinRef }))
      return true
    },
    dispose: leave,
  }
}

function systemMessage(message: string): ChannelMessage {
  return { kind: 'system', event: '', payload: { status: 'error', message }, isRefusal: true }
}
