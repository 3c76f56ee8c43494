/** Runs PostgreSQL's grammar in a separate thread, so that a text that takes it long delays no other call. */
import { createJudgeAside, type JudgeAnswer, type JudgeChannel } from '@basedeck/sql-guard/aside'
import { Worker } from 'node:worker_threads'
import { workerFile } from './worker-file.js'

/** Megabytes; a text that needs more is too complex. */
const HEAP_MB = 256

/** One for the whole process; its thread starts with the first text. */
const aside = createJudgeAside({ openChannel })

/** The verdict of the grammar on a text; `too-complex` after two seconds. Never rejects. */
export const judgeOnThread = aside.judge

/**
 * Why a read-only member may not run a statement. A text that can't be parsed in two seconds is refused. Never
 * rejects.
 */
export const readerRefusalOnThread = aside.readerRefusal

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
