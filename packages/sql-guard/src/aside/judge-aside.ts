/**
 * The grammar in a worker: whatever a text costs, the thread that asks goes on, and a text that takes too long is
 * `too-complex`. One question at a time, so that each has its whole time.
 */
import type { Judgement } from '../grammar/judgement.js'

export interface JudgeQuestion {
  id: number
  sql: string
}

export type JudgeAnswer = { type: 'ready' } | { type: 'judgement'; id: number; judgement: Judgement }

/** A worker that runs `answerJudgeQuestions`. */
export interface JudgeChannel {
  post(question: JudgeQuestion): void
  onAnswer(listener: (answer: JudgeAnswer) => void): void
  /** It could not be loaded, or ended by itself. */
  onFailure(listener: () => void): void
  /** Ends it at once, whatever it is doing. */
  end(): void
}

export interface JudgeAside {
  /** Opens the worker before the first question. */
  open(): void
  /** Never rejects. */
  judge(sql: string): Promise<Judgement>
  end(): void
}

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
  answer(judgement: Judgement): void
}

interface Opened {
  channel: JudgeChannel
  isReady: boolean
}

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

  /** The worker is gone; the question that it had has this answer. */
  function close(judgement: Judgement): void {
    opened?.channel.end()
    opened = undefined
    settle(judgement)
  }

  function settle(judgement: Judgement): void {
    stopTimer()
    const { answer } = asked ?? {}
    asked = undefined
    answer?.(judgement)
    ask()
  }

  function ask(): void {
    if (asked) return
    const next = waiting.shift()
    if (!next) return
    asked = { ...next, id: ++count }
    const { channel, isReady } = open()
    if (isReady) watch()
    channel.post({ id: asked.id, sql: asked.sql })
  }

  function watch(): void {
    stopTimer = after(timeoutMs, () => close({ type: 'cannot-judge', reason: 'too-complex' }))
  }

  function open(): Opened {
    if (opened) return opened
    const mine: Opened = { channel: openChannel(), isReady: false }
    opened = mine
    mine.channel.onAnswer((answer) => {
      if (opened !== mine) return
      if (answer.type === 'judgement') {
        if (answer.id === asked?.id) settle(answer.judgement)
      } else {
        mine.isReady = true
        // The time that it took to load is not the text's.
        if (asked) watch()
      }
    })
    mine.channel.onFailure(() => {
      if (opened === mine) close({ type: 'cannot-judge', reason: 'unavailable' })
    })
    return mine
  }

  return {
    open: () => void open(),
    judge: (sql) =>
      new Promise((answer) => {
        waiting.push({ sql, answer })
        ask()
      }),
    end: () => close({ type: 'cannot-judge', reason: 'unavailable' }),
  }
}

function afterTimeout(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
