/**
 * Runs the grammar in a worker, so that expensive texts don't block the calling thread. A text that takes too long is
 * `too-complex`. One question at a time, so that each has the full time limit.
 */
import type { CannotJudge, Judgement } from '../grammar/judgement.js'
import type { ReaderRefusal } from '../grammar/reader.js'

/** A message to the worker. Its answer has the same `id`. */
export interface JudgeQuestion {
  id: number
  sql: string
  /**
   * `judgement`: what the text does. `reader`: why a read-only member may not run it. `kept-text`: the text without what
   * could be a secret.
   */
  wants: 'judgement' | 'reader' | 'kept-text'
}

/**
 * What the worker sends back: `ready` once, when the grammar is loaded, then one answer for each question, by its
 * `id`.
 */
export type JudgeAnswer =
  | { type: 'ready' }
  | { type: 'judgement'; id: number; judgement: Judgement }
  | { type: 'reader'; id: number; refusal: ReaderRefusal | undefined }
  | { type: 'kept-text'; id: number; text: string | undefined }

/** A worker that runs `answerJudgeQuestions`. */
export interface JudgeChannel {
  post(question: JudgeQuestion): void
  onAnswer(listener: (answer: JudgeAnswer) => void): void
  /** It could not be loaded, or stopped unexpectedly. */
  onFailure(listener: () => void): void
  /** Ends it at once, whatever it is doing. */
  end(): void
}

/** PostgreSQL's grammar behind a worker. One question is asked at a time; the others wait for their turn. */
export interface JudgeAside {
  /** Opens the worker before the first question. */
  open(): void
  /** Never rejects. */
  judge(sql: string): Promise<Judgement>
  /** As `readerRefusal` of the grammar; what takes too long is refused. Never rejects. */
  readerRefusal(statement: string): Promise<ReaderRefusal | undefined>
  /** As `withoutSecrets` of the grammar; undefined for what takes too long. Never rejects. */
  withoutSecrets(sql: string): Promise<string | undefined>
  /** Ends the worker. Texts without an answer are not judged; the next one opens another worker. */
  end(): void
}

/** Where the worker comes from, and how long one text may take. */
export interface JudgeAsideOptions {
  openChannel(): JudgeChannel
  /** Milliseconds a text may take. Default 2000. */
  timeoutMs?: number
  /** Runs something later; gives how to call it off. Default: setTimeout. */
  after?(ms: number, run: () => void): () => void
}

const TIMEOUT_MS = 2000

interface Waiting {
  sql: string
  wants: JudgeQuestion['wants']
  answer(said: Exclude<JudgeAnswer, { type: 'ready' }>): void
  fail(reason: CannotJudge): void
}

interface Opened {
  channel: JudgeChannel
  isReady: boolean
}

/**
 * Makes the grammar that a worker runs. The worker is opened by the first question, and is replaced when a text takes
 * longer than `timeoutMs`; that text is then `too-complex`.
 */
export function createJudgeAside({
  openChannel,
  timeoutMs = TIMEOUT_MS,
  after = afterTimeout,
}: JudgeAsideOptions): JudgeAside {
  const waiting: Waiting[] = []
  let opened: Opened | undefined
  let asked: (Waiting & { id: number }) | undefined
  let count = 0
  let stopTimer = () => {}

  /** The worker has ended, so its question gets no answer. */
  function close(reason: CannotJudge): void {
    opened?.channel.end()
    opened = undefined
    asked?.fail(reason)
    next()
  }

  /** The question has its answer: it is the next one's turn. */
  function next(): void {
    stopTimer()
    asked = undefined
    ask()
  }

  function ask(): void {
    if (asked) return
    const first = waiting.shift()
    if (!first) return
    asked = { ...first, id: ++count }
    const { channel, isReady } = open()
    if (isReady) watch()
    channel.post({ id: asked.id, sql: asked.sql, wants: asked.wants })
  }

  function watch(): void {
    stopTimer = after(timeoutMs, () => close('too-complex'))
  }

  function open(): Opened {
    if (opened) return opened
    const mine: Opened = { channel: openChannel(), isReady: false }
    opened = mine
    mine.channel.onAnswer((answer) => {
      if (opened !== mine) return
      if (answer.type === 'ready') {
        mine.isReady = true
        // The time that it took to load is not the text's.
        if (asked) watch()
      } else if (answer.id === asked?.id) {
        asked.answer(answer)
        next()
      }
    })
    mine.channel.onFailure(() => {
      if (opened === mine) close('unavailable')
    })
    return mine
  }

  return {
    open: () => void open(),
    judge: (sql) =>
      new Promise((resolve) => {
        waiting.push({
          sql,
          wants: 'judgement',
          answer: (said) => said.type === 'judgement' && resolve(said.judgement),
          fail: (reason) => resolve({ type: 'cannot-judge', reason }),
        })
        ask()
      }),
    readerRefusal: (sql) =>
      new Promise((resolve) => {
        waiting.push({
          sql,
          wants: 'reader',
          answer: (said) => said.type === 'reader' && resolve(said.refusal),
          fail: () => resolve({ reason: 'cannot-judge' }),
        })
        ask()
      }),
    withoutSecrets: (sql) =>
      new Promise((resolve) => {
        waiting.push({
          sql,
          wants: 'kept-text',
          answer: (said) => said.type === 'kept-text' && resolve(said.text),
          fail: () => resolve(undefined),
        })
        ask()
      }),
    end: () => {
      const others = waiting.splice(0)
      close('unavailable')
      for (const { fail } of others) fail('unavailable')
    },
  }
}

function afterTimeout(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
