/** Runs PostgreSQL's grammar in a separate thread, so that a text that takes it long delays no other call. */
import {
  createJudgeAside,
  type JudgeAnswer,
  type JudgeAside,
  type JudgeChannel,
  type Judgement,
  type ReaderRefusal,
} from '@basedeck/sql-guard/aside'
import { Worker } from 'node:worker_threads'
import { workerFile } from './worker-file.js'

/** Megabytes; a text that needs more is too complex. */
const HEAP_MB = 256

/** Characters. */
const LONG_FROM_CHARS = 16 * 1024

/** For the whole process; a thread starts with its first text. Short texts don't wait for long ones, which take longer. */
const short = createJudgeAside({ openChannel })
const long = createJudgeAside({ openChannel })

/** The verdict of the grammar on a text; `too-complex` after two seconds. Never rejects. */
export function judgeOnThread(sql: string): Promise<Judgement> {
  return asideOf(sql).judge(sql)
}

/**
 * Why a read-only member may not run a statement. A text that can't be parsed in two seconds is refused. Never
 * rejects.
 */
export function readerRefusalOnThread(statement: string): Promise<ReaderRefusal | undefined> {
  return asideOf(statement).readerRefusal(statement)
}

/** The text without what could be a secret; undefined where that can't be judged in two seconds. Never rejects. */
export function withoutSecretsOnThread(sql: string): Promise<string | undefined> {
  return asideOf(sql).withoutSecrets(sql)
}

function asideOf(sql: string): JudgeAside {
  return sql.length < LONG_FROM_CHARS ? short : long
}

function openChannel(): JudgeChannel {
  const { url, ...options } = workerFile('judge-worker')
  const worker = new Worker(url, { ...options, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
  // The thread does not keep the process alive.
  worker.unref()
  return {
    post: (question) => worker.postMessage(question),
    onAnswer: (listener) => void worker.on('message', (answer: JudgeAnswer) => listener(answer)),
    onFailure: (listener) => {
      worker.on('error', listener)
      worker.on('exit', listener)
    },
    end: () => void worker.terminate(),
  }
}
