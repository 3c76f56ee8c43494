/** Large CSV files are read in a worker of the browser: the page goes on to answer. */
import type { CsvReadingOptions, CsvWorker } from '@basedeck/core'
import { EncodingError, LongRecordError } from '@basedeck/core/rules/imports'
import type { CsvAnswer, CsvQuestion } from './csv-worker.js'

export const csvWorker: CsvWorker = {
  rows: (file, reading, options) => read({ file, reading, form: 'rows' }, options),
  lines: async (file, reading, options) =>
    (await read({ file, reading, form: 'lines' }, options)) ?? new Blob([]),
}

function read(question: CsvQuestion, { onRead, signal }: CsvReadingOptions): Promise<Blob | null> {
  return new Promise((resolve, reject) => {
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
      else reject(errorOf(data))
    })
    worker.postMessage(question)
  })
}

function errorOf({ failed, name, line }: Extract<CsvAnswer, { failed: string }>): Error {
  if (line === undefined) return new Error(failed)
  return name === 'LongRecordError' ? new LongRecordError(line) : new EncodingError(line)
}
