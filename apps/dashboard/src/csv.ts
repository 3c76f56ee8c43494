/** Large CSV files are read in a worker of the browser: the page goes on to answer. */
import type { CsvWorker } from '@basedeck/core'
import { EncodingError } from '@basedeck/core/rules/imports'
import type { CsvAnswer, CsvQuestion } from './csv-worker.js'

export const csvWorker: CsvWorker = {
  lines: (file, reading, { onRead, signal }) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./csv-worker.ts', import.meta.url), { type: 'module' })
      const end = () => {
        signal.removeEventListener('abort', stop)
        worker.terminate()
      }
      const stop = () => {
        end()
        reject(signal.reason)
      }
      signal.addEventListener('abort', stop)
      worker.addEventListener('error', ({ message }) => {
        end()
        reject(new Error(message))
      })
      worker.addEventListener('message', ({ data }: MessageEvent<CsvAnswer>) => {
        if ('read' in data) return onRead(data.read)
        end()
        if ('lines' in data) resolve(data.lines)
        else reject(data.line === undefined ? new Error(data.failed) : new EncodingError(data.line))
      })
      worker.postMessage({ file, reading } satisfies CsvQuestion)
    }),
}
