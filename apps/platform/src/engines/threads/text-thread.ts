/** Looks through long texts of SQL in a separate thread, so that they delay no other call. */
import { isMainThread, Worker } from 'node:worker_threads'
import { runText } from '../../text/runs.js'
import { refusal } from '../session/errors.js'
import { TurnQueue } from '../turn-queue.js'
import { TEXT_QUESTIONS, type TextAnswer, type TextQuestion, type TextQuestions } from './text-questions.js'
import { workerFile } from './worker-file.js'

/** Characters. Shorter texts are answered in a few milliseconds. */
const LONG_FROM_CHARS = 16 * 1024
/** Megabytes; a text that needs more is too complex. */
const HEAP_MB = 256
const LIMIT_MS = 5000
const STATEMENT_TOO_COMPLEX = '54001'
const NEVER = new AbortController().signal

export type AskText = <Question extends keyof TextQuestions>(
  question: Question,
  sql: string,
) => Promise<ReturnType<TextQuestions[Question]>>

/** @throws DatabaseError 54001 when the text takes too long or too much memory */
export const askText = createTextThread()

/** The thread is opened by the first long text, and replaced after a failure. */
export function createTextThread(limitMs = LIMIT_MS): AskText {
  /** One text at a time, so that each has the whole time. */
  const turns = new TurnQueue()
  let thread: Worker | undefined

  function answerOf(question: TextQuestion): Promise<unknown> {
    const asked = (thread ??= openThread())
    return new Promise((resolve, reject) => {
      const fail = () => {
        thread = undefined
        clearTimeout(timer)
        asked.off('message', succeed)
        void asked.terminate()
        reject(refusal(STATEMENT_TOO_COMPLEX, runText.tooComplex))
      }
      const succeed = ({ answer }: TextAnswer) => {
        clearTimeout(timer)
        asked.off('error', fail)
        resolve(answer)
      }
      const timer = setTimeout(fail, limitMs)
      asked.once('error', fail)
      asked.once('message', succeed)
      asked.postMessage(question)
    })
  }

  return async (question, sql) => {
    // The thread of a PGlite serves that database alone.
    const isAside = isMainThread && sql.length >= LONG_FROM_CHARS
    const answer = isAside
      ? await turns.take(NEVER, () => answerOf({ question, sql }))
      : TEXT_QUESTIONS[question](sql)
    return answer as ReturnType<TextQuestions[typeof question]>
  }
}

function openThread(): Worker {
  const { url, ...options } = workerFile('text-worker')
  const opened = new Worker(url, { ...options, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
  // The thread does not keep the process alive.
  opened.unref()
  return opened
}
