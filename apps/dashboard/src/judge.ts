/** PostgreSQL's grammar in a worker of the browser: typing continues while it parses. */
import type { JudgeAnswer, JudgeChannel } from '@basedeck/sql-guard/aside'

export function openJudge(): JudgeChannel {
  const worker = new Worker(new URL('./judge-worker.ts', import.meta.url), { type: 'module' })
  return {
    post: (question) => worker.postMessage(question),
    onAnswer: (listener) =>
      worker.addEventListener('message', ({ data }: MessageEvent<JudgeAnswer>) => listener(data)),
    onFailure: (listener) => worker.addEventListener('error', () => listener()),
    end: () => worker.terminate(),
  }
}
