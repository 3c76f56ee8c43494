/** What the typed query answered, as parts of a row stream: frames of a platform that knows them, else its JSON. */
import { queryTyped, type TypedQueryResponse } from '../contract/query.js'
import { PlatformError, refusedBy } from '../errors.js'
import { ROW_STREAM_TYPE, RowStreamReader, type RowStreamPart } from './decoder.js'
import { textIn, type ByteStream } from '../server-sent-events.js'

/** The call that answers with a row stream when it is asked to. */
export const ROW_STREAM_CALL = queryTyped

/** The answer of a call whose body is a stream. */
export interface StreamedAnswer {
  status: number
  headers: { get(name: string): string | null }
  _data?: ByteStream
}

const BROKEN_OFF = 'The answer broke off before its end'
const NOT_JSON = 'The platform answered with something that is not JSON'

/**
 * The parts of an answer, while they arrive; the last one is of type `end`.
 * @throws PlatformError for an error status, for an error in the stream, and of kind `network` when it breaks off
 */
export async function* partsOf({
  status,
  headers,
  _data: body,
}: StreamedAnswer): AsyncGenerator<RowStreamPart, void> {
  if (!body) throw new PlatformError('network', BROKEN_OFF)
  if (status < 400 && headers.get('content-type')?.startsWith(ROW_STREAM_TYPE)) {
    yield* framesIn(body)
    return
  }
  const answer = jsonIn(await textIn(body), status)
  if (status >= 400) throw refusedBy(status, answer, headers.get('retry-after'))
  yield* partsOfJson(answer as TypedQueryResponse)
}

async function* framesIn(body: ByteStream): AsyncGenerator<RowStreamPart, void> {
  const frames = new RowStreamReader()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) throw new PlatformError('network', BROKEN_OFF)
      if (!value) continue
      for (const part of frames.push(value)) {
        if (part.type === 'error') throw refusedBy(part.status, part.body, null)
        yield part
        if (part.type === 'end') return
      }
    }
  } finally {
    // Ends the run when the reader stops.
    await reader.cancel().catch(() => undefined)
  }
}

function* partsOfJson({ results, ...run }: TypedQueryResponse): Generator<RowStreamPart, void> {
  for (const [statement, { fields, rows, notices, ...end }] of results.entries()) {
    if (fields.length > 0) yield { type: 'fields', fields }
    if (rows.length > 0) yield { type: 'cells', rows }
    for (const notice of notices) yield { type: 'notice', statement, notice }
    yield { type: 'complete', statement: end }
  }
  yield { type: 'end', run }
}

function jsonIn(text: string, status: number): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    if (status >= 400) return text
    throw new PlatformError('http', NOT_JSON, { status, body: text })
  }
}
