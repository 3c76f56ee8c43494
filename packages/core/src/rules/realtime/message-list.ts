/**
 * The messages of a channel that are kept and shown: the newest, those of the chosen kinds, those that have all words.
 * @rule realtime.messages  @source the product
 */
import type { ChannelKind, ChannelMessage } from './channel-frames.js'

/** A message with its place in the order in which they arrived. */
export interface KeptMessage extends ChannelMessage {
  id: number
  /** Milliseconds since 1970. */
  at: number
  /** The payload on one line. */
  line: string
}

/** Which messages are shown. */
export interface MessageFilter {
  /** Null: all kinds. */
  kind: ChannelKind | null
  words: string
}

/** Messages that are kept. The oldest give way. */
export const MESSAGES_KEPT = 5000
const RATE_SECONDS = 10
const MS_PER_SECOND = 1000

/** The messages after others arrived, oldest first. */
export function keptAfter(kept: readonly KeptMessage[], arrived: readonly KeptMessage[]): KeptMessage[] {
  return [...kept, ...arrived].slice(-MESSAGES_KEPT)
}

/** Those that are shown, newest first. */
export function shownMessages(
  kept: readonly KeptMessage[],
  { kind, words }: MessageFilter,
): readonly KeptMessage[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (message: KeptMessage) => {
    if (kind !== null && message.kind !== kind) return false
    const text = `${message.event} ${message.line}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  }
  return kept.filter(fits).toReversed()
}

/** Messages a second over the last ten seconds. */
export function messageRate(kept: readonly KeptMessage[], now: number): number {
  const since = now - RATE_SECONDS * MS_PER_SECOND
  let count = 0
  for (let index = kept.length - 1; index >= 0; index -= 1) {
    if ((kept[index]?.at ?? 0) <= since) break
    count += 1
  }
  return count / RATE_SECONDS
}
