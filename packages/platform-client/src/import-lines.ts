/** The body and the answer of an import: the plan before the file, and lines of JSON back. */
import { importRows, type ImportLine, type ImportPlan } from './contract/import.js'
import { PlatformError, refusedBy } from './errors.js'
import type { StreamedAnswer } from './row-stream/index.js'
import { textIn } from './server-sent-events.js'

/** The call that imports. */
export const IMPORT_CALL = importRows

/** How an import ended that was not refused by an error. */
export type ImportEnd = Exclude<ImportLine, { type: 'rejected' | 'failed' }>

/** The lines of a file: a text, a `Blob` of the browser or of Node, or a stream of bytes, which browsers can't send. */
export type ImportFile = string | Blob | ReadableStream<Uint8Array>

/** The plan as a line, and the file after it. */
export function bodyOf(plan: ImportPlan, file: ImportFile): string | Blob | ReadableStream<Uint8Array> {
  const line = `${JSON.stringify(plan)}\n`
  if (typeof file === 'string') return line + file
  if (file instanceof Blob) return new Blob([line, file], { type: 'text/csv' })
  const reader = file.getReader()
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(line)),
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else if (value) controller.enqueue(value)
    },
    cancel: () => void reader.cancel(),
  })
}

const BROKEN_OFF = 'The answer broke off before its end: the import may or may not have been saved'

/**
 * The lines of an answer, while they arrive.
 * @throws PlatformError for an error status, for a line `failed`, and of kind `network` when the answer breaks off
 */
export async function* linesOf({
  status,
  headers,
  _data: body,
}: StreamedAnswer): AsyncGenerator<Exclude<ImportLine, { type: 'failed' }>, void> {
  if (!body) throw new PlatformError('network', BROKEN_OFF)
  if (status >= 400) throw refusedBy(status, jsonIn(await textIn(body)), headers.get('retry-after'))
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) throw new PlatformError('network', BROKEN_OFF)
      const lines = (text + decoder.decode(value, { stream: true })).split('\n')
      text = lines.pop() ?? ''
      for (const given of lines) {
        const line = JSON.parse(given) as ImportLine
        if (line.type === 'failed') throw refusedBy(line.status, line.body, null)
        yield line
        if (line.type !== 'rejected') return
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
