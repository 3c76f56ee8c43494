/**
 * Conversations with the assistant: one per project and person, kept on this device. It outlives its panel, so an answer
 * continues while the user looks at another page.
 */
import {
  askAssistant,
  newId,
  toPlatformError,
  type AssistantContext,
  type Client,
} from '@basedeck/platform-client'
import { atom, type ReadableAtom } from 'nanostores'
import { messageOf } from '../../data/ai.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { Host } from '../../ports/index.js'
import {
  keptConversation,
  NEW_CONVERSATION,
  readConversation,
  sentMessages,
  type Conversation,
  type Turn,
} from '../../rules/assistant/ai-conversation.js'
import { aiText } from '../../text/assistant.js'

export interface AssistantSession {
  readonly $conversation: ReadableAtom<Conversation>
  readonly $isAnswering: ReadableAtom<boolean>
  /** What was sent with the last question; null before the first. */
  readonly $context: ReadableAtom<AssistantContext | null>
  /** Does nothing while an answer is coming, or for a blank question. */
  ask(question: string): Promise<void>
  stop(): void
  /** Asks the last question again. */
  retry(): Promise<void>
  startOver(): void
  setIncludeData(includeData: boolean): void
}

export interface Assistants extends Disposable {
  of(ref: string): AssistantSession
  /** Removes the conversation from memory; the stored one is kept for its owner. */
  forget(): void
}

export interface AssistantsDeps {
  host: Pick<Host, 'storage'>
  client: Client
  owner: () => string | undefined
}

export function createAssistants({ host, client, owner }: AssistantsDeps): Assistants {
  const scope = createScope()
  const talks = new Map<string, AssistantSession & { receive(text: string | null): void }>()
  const stopFollowing = host.storage.subscribe?.((key, text) => talks.get(key)?.receive(text))
  if (stopFollowing) scope.add(stopFollowing)

  function createTalk(key: string, ref: string) {
    const $conversation = atom<Conversation>(
      readConversation(host.storage.get(key) ?? '') ?? NEW_CONVERSATION,
    )
    const $isAnswering = atom(false)
    const $context = atom<AssistantContext | null>(null)
    let running: AbortController | undefined

    const keep = () => void host.storage.set(key, JSON.stringify(keptConversation($conversation.get())))
    const change = (changed: Partial<Conversation>) =>
      $conversation.set({ ...$conversation.get(), ...changed })
    const changeLast = (changed: Partial<Turn>) => {
      const { turns } = $conversation.get()
      const last = turns.at(-1)
      if (last) change({ turns: [...turns.slice(0, -1), { ...last, ...changed }] })
    }
    const end = (changed: Partial<Turn>) => {
      running = undefined
      $isAnswering.set(false)
      const { state: _, ...last } = $conversation.get().turns.at(-1) ?? {
        id: '',
        role: 'assistant',
        text: '',
      }
      change({ turns: [...$conversation.get().turns.slice(0, -1), { ...last, ...changed }] })
      keep()
    }

    async function answer(turns: readonly Turn[]): Promise<void> {
      const mine = new AbortController()
      running = mine
      $isAnswering.set(true)
      change({ turns: [...turns, { id: newId(), role: 'assistant', text: '', state: 'coming' }] })
      keep()
      const body = { messages: sentMessages(turns), includeData: $conversation.get().includeData }
      let failure: string | undefined
      try {
        for await (const event of client.events(
          askAssistant,
          { params: { ref }, body },
          { signal: mine.signal },
        )) {
          if (running !== mine) return
          if (event.type === 'context') $context.set(event.context)
          if (event.type === 'text')
            changeLast({ text: ($conversation.get().turns.at(-1)?.text ?? '') + event.text })
          if (event.type === 'failed') failure = aiText.again(event.message, event.retryAfterSeconds)
          if (event.type === 'end' || event.type === 'failed') break
        }
      } catch (error) {
        failure = messageOf(toPlatformError(error))
      }
      // The user stopped it.
      if (running !== mine) return
      end(failure === undefined ? {} : { state: 'failed', failure: aiText.failed(failure) })
    }

    return {
      $conversation,
      $isAnswering,
      $context,
      async ask(question: string) {
        if (running || question.trim() === '') return
        await answer([...$conversation.get().turns, { id: newId(), role: 'user', text: question.trim() }])
      },
      stop() {
        if (!running) return
        running.abort()
        end({ state: 'stopped' })
      },
      async retry() {
        const { turns } = $conversation.get()
        const last = turns.findLastIndex(({ role }) => role === 'user')
        if (!running && last >= 0) await answer(turns.slice(0, last + 1))
      },
      startOver() {
        running?.abort()
        running = undefined
        $isAnswering.set(false)
        $context.set(null)
        change({ turns: [] })
        keep()
      },
      setIncludeData(includeData: boolean) {
        change({ includeData })
        keep()
      },
      /** Another window continued the conversation. */
      receive(text: string | null) {
        const theirs = text === null ? NEW_CONVERSATION : readConversation(text)
        if (theirs && !running) $conversation.set(theirs)
      },
    }
  }

  const forget = () => {
    for (const talk of talks.values()) talk.stop()
    talks.clear()
  }
  scope.add(forget)
  return {
    of(ref) {
      const key = `basedeck:assistant:@${owner() ?? ''}/${ref}`
      let talk = talks.get(key)
      if (!talk) talks.set(key, (talk = createTalk(key, ref)))
      return talk
    },
    forget,
    dispose: scope.dispose,
  }
}
