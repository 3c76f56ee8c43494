/**
 * One transaction of a service, sent as one pipeline: all its statements are on the way before the first answer comes. Rows are
 * bytes as PostgreSQL wrote them: no value is parsed on the way.
 */
import { serialize } from 'pg-protocol'
import type { BackendMessage, RowDescriptionMessage } from 'pg-protocol/dist/messages.js'
import { DatabaseError, EngineError } from '../engine.js'
import { DISCARD_ALL } from './reset-sql.js'
import { errorReport } from './error-report.js'
import type { CellBytes, PipelineRequest, PipelineResult, PipelineStatement } from './pipeline-request.js'
import { bind, simpleQuery, SYNC } from '../wire/frontend.js'
import type { MessageSink, RowForwarder } from '../wire/message-reader.js'
import type { ServerReport } from '../wire/server-report.js'
import type { Wire } from '../wire/wire.js'
import { databaseText } from '../../text/databases.js'

/**
 * @param afterAnother the session is as the last caller left it, outside of a transaction: it is made good as new on the way
 * @throws DatabaseError, EngineError; nothing is kept then
 */
export async function runPipeline(
  wire: Wire,
  request: PipelineRequest,
  { afterAnother = false } = {},
): Promise<PipelineResult[]> {
  const { statements, begin = 'begin', staysOpen = false, mostBytes } = request
  const sink = new PipelineSink(mostBytes)
  // PostgreSQL commits it by itself, so that no answer is waited for between it and the transaction.
  const first = afterAnother ? [DISCARD, { text: begin, values: [] }] : [{ text: begin, values: [] }]
  const whole = [...first, ...statements, ...(staysOpen ? [] : [COMMIT])]
  await wire.exchange([...whole.flatMap(execution), SYNC], sink)
  return sink.taken().slice(first.length, first.length + statements.length)
}

/** Of a transaction that stayed open. @throws DatabaseError, EngineError */
export async function endPipeline(wire: Wire, isKept: boolean): Promise<void> {
  await ask(wire, isKept ? 'commit' : 'rollback')
}

/** Makes the session as good as new. @throws DatabaseError, EngineError when it can't be used any more */
export async function resetPipeline(wire: Wire): Promise<void> {
  // Outside of a transaction PostgreSQL answers ROLLBACK with a warning. Both texts are sent in one write.
  const sink = new PipelineSink(Infinity)
  await wire.exchange([...simpleQuery('rollback'), ...simpleQuery(DISCARD_ALL)], sink, 2)
  sink.taken()
}

/** Our own text, in the simple protocol. @throws DatabaseError, EngineError */
export async function ask(wire: Wire, sql: string): Promise<PipelineResult[]> {
  const sink = new PipelineSink(Infinity)
  await wire.exchange(simpleQuery(sql), sink)
  return sink.taken()
}

const DISCARD: PipelineStatement = { text: DISCARD_ALL, values: [] }
const COMMIT: PipelineStatement = { text: 'commit', values: [] }

function execution({ text, values, isNamed = false }: PipelineStatement): Buffer[] {
  return [
    serialize.parse({ name: '', text, types: [] }),
    values.length === 0 ? BIND_NOTHING : bind(values),
    ...(isNamed ? [DESCRIBE] : []),
    EXECUTE,
  ]
}

const BIND_NOTHING = bind([])

const DESCRIBE = serialize.describe({ type: 'P' })

const EXECUTE = serialize.execute({ portal: '', rows: 0 })

class PipelineSink implements MessageSink {
  readonly cellBytes = 0
  readonly forwards: RowForwarder
  readonly #mostBytes: number
  #bytes = 0
  #isTooLarge = false
  #results: PipelineResult[] = []
  #result: PipelineResult = { rows: [], names: [] }
  #error: ServerReport | undefined

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
    this.forwards = {
      maxRowBytes: Infinity,
      admits: (bytes) => this.#admits(bytes),
      rows: (messages) => this.#take(messages),
    }
  }

  /** By statement, as soon as the exchange has ended. @throws DatabaseError, EngineError */
  taken(): PipelineResult[] {
    if (this.#error) throw new DatabaseError(errorReport(this.#error))
    if (this.#isTooLarge) throw new EngineError('too-large', databaseText.answerTooLarge(this.#mostBytes))
    return this.#results
  }

  message(message: BackendMessage): void {
    if (message.name === 'error') this.#error ??= message as unknown as ServerReport
    if (message.name === 'rowDescription')
      this.#result.names = (message as RowDescriptionMessage).fields.map(({ name }) => name)
    if (message.name !== 'commandComplete' && message.name !== 'emptyQuery') return
    this.#results.push(this.#result)
    this.#result = { rows: [], names: [] }
  }

  wantsRow(): boolean {
    return false
  }
  row(): void {}
  skippedRow(): void {}
  copyData(): void {}

  #admits(bytes: number): boolean {
    this.#bytes += bytes
    if (this.#bytes > this.#mostBytes) this.#isTooLarge = true
    return !this.#isTooLarge
  }

  /** The bytes are only good during the call. */
  #take(messages: Buffer): void {
    const own = Buffer.from(messages)
    for (let start = 0; start < own.length; start += 1 + own.readUInt32BE(start + 1))
      this.#result.rows.push(cellsAt(own, start))
  }
}

const HEADER_BYTES = 5
const NULL_LENGTH = 0xffffffff

function cellsAt(message: Buffer, start: number): CellBytes[] {
  const cells: CellBytes[] = []
  let at = start + HEADER_BYTES
  const columns = message.readUInt16BE(at)
  at += 2
  for (let column = 0; column < columns; column++) {
    const length = message.readUInt32BE(at)
    at += 4
    if (length === NULL_LENGTH) cells.push(null)
    else cells.push(message.subarray(at, (at += length)))
  }
  return cells
}
