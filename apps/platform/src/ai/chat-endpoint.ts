/**
 * Calls an AI service by the chat-completions protocol. Answers are plain text, failures become a few known refusals,
 * and the key never leaves the server.
 */
import { DomainError, type DomainErrorCode } from '../kernel/domain-error.js'
import { dataOfEvents } from './event-stream.js'

export interface AiSettings {
  /** The protocol's root, `https://ai.example.com/v1`, or its `chat/completions`. */
  url: string
  model: string
  /** Sent as a bearer token; a local service may need none. */
  key: string | undefined
  /** Milliseconds to wait for the next data. Default 60,000. */
  silenceMs?: number
}

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

export interface ChatEndpoint {
  /** The whole answer. @throws DomainError */
  answer(messages: readonly ChatMessage[], signal: AbortSignal): Promise<string>
  /** The answer in pieces. The call ends when the reader stops. @throws DomainError */
  stream(messages: readonly ChatMessage[], signal: AbortSignal): AsyncGenerator<string, void>
}

const SILENCE_MS = 60_000
/** The most characters of an answer; longer ones are cut off. */
const ANSWER_MAX = 200_000
const LONGEST_WAIT_SECONDS = 60 * 60

export function createChatEndpoint(settings: AiSettings, send: typeof fetch = fetch): ChatEndpoint {
  const url = settings.url.replace(/\/+$/, '').replace(/(\/chat\/completions)?$/, '/chat/completions')

  async function ask(
    messages: readonly ChatMessage[],
    stream: boolean,
    watch: Watch,
  ): Promise<Response & { body: ReadableStream<Uint8Array> }> {
    const response = await send(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: stream ? 'text/event-stream' : 'application/json',
        ...(settings.key === undefined ? {} : { authorization: `Bearer ${settings.key}` }),
      },
      body: JSON.stringify({ model: settings.model, messages, stream }),
      // The key goes to the address that the operator gave, and to no other.
      redirect: 'error',
      signal: watch.signal,
    })
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      throw refusalOf(response)
    }
    return response as Response & { body: ReadableStream<Uint8Array> }
  }

  return {
    async answer(messages, signal) {
      const watch = new Watch(signal, settings.silenceMs ?? SILENCE_MS)
      try {
        const response = await ask(messages, false, watch)
        const text = contentOf(JSON.parse(await bounded(response.body)) as ChatAnswer)
        if (text.trim() === '') throw new DomainError('ai_failed')
        return text
      } catch (error) {
        throw watch.failure(error)
      } finally {
        watch.end()
      }
    },
    async *stream(messages, signal) {
      const watch = new Watch(signal, settings.silenceMs ?? SILENCE_MS)
      try {
        const response = await ask(messages, true, watch)
        yield* piecesOf(response.body, watch)
      } catch (error) {
        throw watch.failure(error)
      } finally {
        watch.end()
      }
    },
  }
}

async function* piecesOf(body: ReadableStream<Uint8Array>, watch: Watch): AsyncGenerator<string, void> {
  let length = 0
  let hasEnded = false
  for await (const data of dataOfEvents(body)) {
    watch.alive()
    if (data === '[DONE]') {
      hasEnded = true
      break
    }
    const { choices } = JSON.parse(data) as ChatChunk
    const piece = choices?.[0]?.delta?.content ?? ''
    if (choices?.[0]?.finish_reason) hasEnded = true
    length += piece.length
    if (length > ANSWER_MAX) return
    if (piece !== '') yield piece
  }
  // Without the closing event, the answer may be incomplete.
  if (!hasEnded || length === 0) throw new DomainError(length === 0 ? 'ai_failed' : 'ai_broke_off')
}

interface ChatAnswer {
  choices?: { message?: { content?: unknown } }[]
}

interface ChatChunk {
  choices?: { delta?: { content?: string | null }; finish_reason?: string | null }[]
}

function contentOf(answer: ChatAnswer): string {
  const content = answer.choices?.[0]?.message?.content
  return typeof content === 'string' ? content.slice(0, ANSWER_MAX) : ''
}

async function bounded(body: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length > ANSWER_MAX * 4) throw new DomainError('ai_failed')
  }
  return text + decoder.decode()
}

function refusalOf(response: Response): DomainError {
  if (response.status === 401 || response.status === 403) return refused('ai_refused')
  if (response.status !== 429) return refused('ai_failed')
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return refused(
    'ai_busy',
    Number.isFinite(seconds) ? Math.min(Math.max(1, Math.ceil(seconds)), LONGEST_WAIT_SECONDS) : undefined,
  )
}

function refused(code: DomainErrorCode, retryAfterSeconds?: number): DomainError {
  return new DomainError(code, undefined, retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
}

/** Aborts a call when its caller disconnects, or when no data arrives for too long. */
class Watch {
  readonly #silence = new AbortController()
  readonly #silenceMs: number
  readonly signal: AbortSignal
  #timer: NodeJS.Timeout | undefined

  constructor(caller: AbortSignal, silenceMs: number) {
    this.#silenceMs = silenceMs
    this.signal = AbortSignal.any([caller, this.#silence.signal])
    this.alive()
  }

  alive(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#silence.abort(), this.#silenceMs)
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  /** The refusal for a failure. It never repeats what the service said, because that text is not trusted. */
  failure(error: unknown): DomainError {
    if (this.#silence.signal.aborted) return new DomainError('ai_silent', undefined, { cause: error })
    if (error instanceof DomainError) return error
    const isUnreachable = error instanceof TypeError && error.message === 'fetch failed'
    return new DomainError(isUnreachable ? 'ai_unreachable' : 'ai_failed', undefined, { cause: error })
  }
}
