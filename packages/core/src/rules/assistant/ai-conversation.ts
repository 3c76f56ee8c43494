/**
 * A conversation with the assistant: which part is sent, which is stored on the device, and how a stored one is validated.
 * @rule ai.conversation  @spec §2
 */
import type { AssistantMessage } from '@basedeck/platform-client'

/** One message of a conversation with the assistant, as it is shown and stored. */
export interface Turn {
  id: string
  role: 'user' | 'assistant'
  text: string
  /** Of an incomplete answer: it is streaming, was stopped, or failed with this message. */
  state?: 'coming' | 'stopped' | 'failed'
  failure?: string
}

export interface Conversation {
  turns: readonly Turn[]
  /** Whether rows of tables may be sent too. */
  includeData: boolean
}

export const NEW_CONVERSATION: Conversation = { turns: [], includeData: false }

/** The number of turns that are sent, and that are stored. */
export const TURNS_SENT = 40
export const TURNS_KEPT = 60
/** Characters that are stored of all turns together, and that are sent of one. */
export const KEPT_MAX = 300_000
export const SENT_MAX = 40_000

/** Answers that never came are not sent. */
export function sentMessages(turns: readonly Turn[]): AssistantMessage[] {
  return turns
    .filter(({ text }) => text.trim() !== '')
    .slice(-TURNS_SENT)
    .map(({ role, text }) => ({ role, content: text.slice(0, SENT_MAX) }))
}

/** The stored form: the latest turns, without an answer that was still streaming. */
export function keptConversation({ turns, includeData }: Conversation): Conversation {
  const kept: Turn[] = []
  let length = 0
  for (const turn of turns.toReversed()) {
    length += turn.text.length
    if (kept.length >= TURNS_KEPT || length > KEPT_MAX) break
    kept.unshift(turn.state === 'coming' ? { ...turn, state: 'stopped' } : turn)
  }
  return { turns: kept, includeData }
}

/** Undefined: the stored text is not a conversation. */
export function readConversation(text: string): Conversation | undefined {
  try {
    const { turns, includeData } = JSON.parse(text) as Partial<Conversation>
    if (!Array.isArray(turns) || !turns.every(isTurn)) return undefined
    return keptConversation({ turns, includeData: includeData === true })
  } catch {
    return undefined
  }
}

function isTurn(value: unknown): value is Turn {
  const { id, role, text } = (value ?? {}) as Partial<Turn>
  return typeof id === 'string' && (role === 'user' || role === 'assistant') && typeof text === 'string'
}
