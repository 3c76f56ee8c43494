/** How both sides of the thread talk: birpc over its messages, with errors that arrive as what they were. */
import type { ChannelOptions } from 'birpc'
import { carried, errorOf, type CarriedError } from './carried-error.js'

/** Of `MessagePort` and `Worker`. */
export interface MessageEnd {
  postMessage(message: unknown): void
  on(event: 'message', listener: (message: unknown) => void): unknown
}

/** A message of birpc; `e`: the error of a call. */
interface Message {
  e?: unknown
}

/** A call may take as long as a transaction: the engines limit it. */
export const NO_LIMIT_MS = -1

export function channelOver(end: MessageEnd): ChannelOptions {
  return {
    post: (message) => end.postMessage(message),
    on: (listener) => void end.on('message', listener),
    serialize: (message: Message) =>
      message.e === undefined ? message : { ...message, e: carried(message.e) },
    deserialize: (message: Message) =>
      message.e === undefined ? message : { ...message, e: errorOf(message.e as CarriedError) },
  }
}
