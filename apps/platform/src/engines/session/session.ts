/**
 * The runs of one PostgreSQL session: a text, a READ ONLY text, a batch. After each the session is put back: an open
 * transaction is rolled back; settings, roles, locks, cursors and temporary tables are dropped.
 */
import type {
  Cell,
  EndedState,
  ImpersonatedRole,
  ResultField,
  RunRemains,
  StatementResult,
} from '@basedeck/platform-client/contract'
import {
  DatabaseError,
  EngineError,
  type BatchRequest,
  type RowPiece,
  type RowSink,
  type RunRequest,
  type StreamRequest,
} from '../engine.js'
import type { Field } from 'pg-protocol/dist/messages.js'
import { simpleQuery, statement, SYNC } from '../wire/frontend.js'
import { PieceSink } from '../wire/piece-sink.js'
import {
  ResultCollector,
  type RawResult,
  type RowTarget,
  type TransactionStatus,
} from '../wire/result-collector.js'
import type { Wire } from '../wire/wire.js'
import { impersonate } from './impersonate.js'
import { askText } from '../threads/text-thread.js'
import { runBatch, type Mismatch } from './batch.js'
import { Conversation, wholeText } from './conversation.js'
import { declareCursor } from './cursor.js'
import { endedStateOf, endedStateSql, mayLeaveState } from './ended-state.js'
import { errorReport, type SentText } from './error-report.js'
import { QUERY_CANCELED } from './errors.js'
import { refuseControl, runInBlock, type OwnBlock } from './own-block.js'
import { remainsOf, remainsOfScript } from './remains.js'
import { runReadOnly } from './read-only-run.js'
import { DISCARD_ALL } from './reset-sql.js'
import { readRows } from './row-stream.js'
import { runScript } from './script-run.js'
import { checkSendable } from './sendable.js'
import { columnKey, domainsOf, type TypeNames } from './type-names.js'
import { runText } from '../../text/runs.js'

/** What a run gave, without its duration. */
export interface SessionOutcome {
  results: StatementResult[]
  rolledBackOpenTransaction?: true
  ended?: EndedState[]
}

/** Committed, or rolled back at a mismatch. */
export type SessionBatchOutcome = { results: StatementResult[] } | Mismatch

const RESET_ATTEMPTS = 3
const NEVER_STOPPED = new AbortController().signal

/** One run at a time. */
export class Session {
  readonly #wire: Wire
  readonly #types: TypeNames
  readonly #resetSql: string
  #status: TransactionStatus = 'I'
  /** The query of the cursor that was opened last. */
  #cursorText: SentText | undefined

  constructor(wire: Wire, types: TypeNames, resetSql: string = DISCARD_ALL) {
    this.#wire = wire
    this.#types = types
    this.#resetSql = resetSql
  }

  /**
   * The reason of `signal` is a StopReason; aborting stops the run between statements; the caller interrupts the
   * current statement.
   * @throws DatabaseError, EngineError
   */
  async run(request: RunRequest, signal: AbortSignal): Promise<SessionOutcome> {
    const { query, parameters = [], role, discard, script, limits, into } = request
    const isReader = request.as === 'reader'
    const readOnly = request.readOnly === true || isReader
    const rights = { role, isReader, onlyQueries: request.onlyQueries }
    checkSendable(query, parameters)
    if (into) await this.#types.prime((sql) => this.#askForTypes(sql))
    const collector = new ResultCollector(limits, into && this.#targetOf(into, signal))
    const conversation = new Conversation(this.#wire, collector, signal)
    try {
      if (readOnly) await runReadOnly(conversation, query, parameters, rights)
      else if (script) await runScript(conversation, query, script, { role, discard })
      else if (role || discard) await runWritableInBlock(conversation, query, parameters, { role, discard })
      else await runWritable(conversation, query, parameters)
    } catch (error) {
      this.#status = collector.status
      const isOwnBlock = readOnly || role !== undefined || discard === true
      const remains = isOwnBlock ? () => 'rolled_back' as const : script ? remainsOfScript : remainsOf
      throw error instanceof DatabaseError ? await this.#withRemains(error, collector, remains) : error
    } finally {
      this.#status = collector.status
    }
    await checkComplete(query, collector)
    collector.tellLateNotices()
    const leftOpen = !readOnly && this.#status !== 'I'
    const results = await this.#named(collector.results)
    const ended = mayLeaveState(query, readOnly) ? await this.#endedState(query) : []
    return {
      results,
      ...(leftOpen && { rolledBackOpenTransaction: true }),
      ...(ended.length > 0 && { ended }),
    }
  }

  /** What the reset after the run will drop. A result that is there is not lost over it. */
  async #endedState(text: string): Promise<EndedState[]> {
    try {
      if (this.#status !== 'I') await this.ask('rollback')
      return endedStateOf(await this.ask(endedStateSql(text)))
    } catch {
      return []
    }
  }

  /** @throws DatabaseError, EngineError */
  async batch(request: BatchRequest, signal: AbortSignal): Promise<SessionBatchOutcome> {
    for (const { query, parameters } of request.statements) checkSendable(query, parameters)
    const collector = new ResultCollector(request.limits)
    const conversation = new Conversation(this.#wire, collector, signal)
    const mismatch = await runBatch(conversation, request.statements, request.role).finally(() => {
      this.#status = collector.status
    })
    return mismatch ?? { results: await this.#named(collector.results, request.withoutTypes) }
  }

  /**
   * Passes on the rows of one query, read in a READ ONLY transaction, while they come.
   * @throws DatabaseError, EngineError
   */
  async rows(
    { query, parameters = [], as, onlyQueries, role, csv, onFields }: StreamRequest,
    onPiece: (piece: RowPiece) => void,
    signal: AbortSignal,
  ): Promise<void> {
    checkSendable(query, parameters)
    const sink = new PieceSink(onPiece)
    await readRows(new Conversation(this.#wire, sink, signal), sink, {
      query,
      parameters,
      csv,
      rights: { role, isReader: as === 'reader', onlyQueries },
      onDescribed: async (fields) => onFields?.(await this.#namedFields(fields)),
    }).finally(() => {
      this.#status = sink.status
    })
  }

  /**
   * Opens a cursor for a query's rows in a READ ONLY transaction, which stays open; gives the columns. The cursor
   * outlives the transaction after `keepCursor`.
   * @throws DatabaseError, EngineError
   */
  async openCursor(
    cursor: string,
    { query, parameters = [], as, role }: Pick<StreamRequest, 'query' | 'parameters' | 'as' | 'role'>,
  ): Promise<ResultField[]> {
    checkSendable(query, parameters)
    const collector = new ResultCollector()
    const conversation = new Conversation(this.#wire, collector, NEVER_STOPPED)
    const rights = { role, isReader: as === 'reader' }
    this.#cursorText = await declareCursor(conversation, cursor, { query, parameters, rights }).finally(
      () => {
        this.#status = collector.status
      },
    )
    await conversation.send(simpleQuery(`fetch forward 0 from ${cursor}`))
    return this.#namedFields(collector.described)
  }

  /** Gathers the remaining rows of the open cursor, so that its transaction can end. @throws DatabaseError, EngineError */
  async keepCursor(): Promise<void> {
    await this.#exchange('commit', new ResultCollector(), this.#cursorText)
  }

  /** Whether a transaction is open and can go on. */
  get isInTransaction(): boolean {
    return this.#status === 'T'
  }

  /**
   * `COPY … FROM STDIN`, whose statement and data `exchange` sends; returns the number of rows.
   * @throws DatabaseError, EngineError
   */
  async copyIn(exchange: (collector: ResultCollector) => Promise<void>): Promise<number> {
    const collector = new ResultCollector()
    await exchange(collector).finally(() => {
      this.#status = collector.status
    })
    const error = collector.takeError()
    if (error) throw new DatabaseError(errorReport(error))
    return collector.results.at(-1)?.rowCount ?? 0
  }

  /** Makes the open transaction act as a role. @throws DatabaseError, EngineError */
  async impersonate(role: ImpersonatedRole): Promise<void> {
    try {
      await impersonate(new Conversation(this.#wire, new ResultCollector(), NEVER_STOPPED), role)
    } catch (error) {
      this.#status = 'E'
      throw error
    }
  }

  /** Makes the session as good as new. @throws DatabaseError, EngineError when it can't be used any more */
  async reset(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#resetOnce()
        return
      } catch (error) {
        // A cancel that came just after the run's end hits the reset instead.
        const hitByCancel = error instanceof DatabaseError && error.report.code === QUERY_CANCELED
        if (!hitByCancel || attempt === RESET_ATTEMPTS) throw error
      }
    }
  }

  /** Both in one exchange: the next run waits for it. A rollback outside of a transaction would be a warning. */
  async #resetOnce(): Promise<void> {
    const sent = this.#status === 'I' ? [this.#resetSql] : ['rollback', this.#resetSql]
    const collector = new ResultCollector()
    await this.#wire.exchange(sent.flatMap(simpleQuery), collector, sent.length)
    this.#status = collector.status
    const error = collector.takeError()
    if (error) throw new DatabaseError(errorReport(error))
  }

  /** The next rows of a cursor, whole, however large. @throws DatabaseError, EngineError */
  async fetch(cursor: string, rows: number): Promise<RowPiece> {
    const pieces: RowPiece[] = []
    const sink = new PieceSink((piece) => pieces.push(piece))
    await this.#exchange(`fetch forward ${rows} from ${cursor}`, sink, this.#cursorText)
    return {
      bytes: Buffer.concat(pieces.map(({ bytes }) => bytes)),
      rows: pieces.reduce((sum, piece) => sum + piece.rows, 0),
    }
  }

  /** Runs the engine's own query. @throws DatabaseError, EngineError */
  async ask(sql: string): Promise<Cell[][]> {
    const collector = new ResultCollector()
    await this.#exchange(sql, collector)
    return collector.results.at(-1)?.rows ?? []
  }

  async #exchange(sql: string, collector: ResultCollector, sent?: SentText): Promise<void> {
    await this.#wire.exchange(simpleQuery(sql), collector)
    this.#status = collector.status
    const error = collector.takeError()
    if (error) throw new DatabaseError(errorReport(error, sent))
  }

  /** Passes on what comes, and holds the server up while there is no room for more. */
  #targetOf(into: RowSink, signal: AbortSignal): RowTarget {
    const wire = this.#wire
    return {
      fields: (fields) =>
        into.fields(fields.map((field) => fieldOf(field, this.#types.known(field.dataTypeID) ?? ''))),
      rows(messages, count) {
        // What still comes after a stop has no taker.
        if (signal.aborted) return
        into.rows(messages, count)
        holdUp(wire, into, signal)
      },
      notice: (statement, notice) => into.notice(statement, notice),
      complete: ({ fields: _fields, rows: _rows, notices: _notices, ...statement }) =>
        into.complete(statement),
      whenRoom: () => into.whenRoom(),
    }
  }

  /** Adds the results of the earlier statements to an error, and whether they were kept. */
  async #withRemains(
    { report }: DatabaseError,
    collector: ResultCollector,
    remains: (commands: readonly string[]) => RunRemains,
  ): Promise<DatabaseError> {
    const before = collector.results.slice(0, report.statementIndex ?? collector.results.length)
    const outcome = report.outcome ?? remains(before.map(({ command }) => command))
    const results = await this.#named(before)
    return new DatabaseError({ ...report, results, ...(before.length > 0 && { outcome }) })
  }

  /** Types are asked for before a rollback, while those made in the transaction still exist. */
  async #named(results: RawResult[], withoutTypes = false): Promise<StatementResult[]> {
    const fields = results.flatMap((result) => result.fields)
    const named = withoutTypes ? (field: Field) => fieldOf(field, '') : await this.#naming(fields)
    return results.map((result) => ({ ...result, fields: result.fields.map(named) }))
  }

  async #namedFields(fields: Field[]): Promise<ResultField[]> {
    return fields.map(await this.#naming(fields))
  }

  async #naming(fields: readonly Field[]): Promise<(field: Field) => ResultField> {
    const ask = (sql: string) => this.#askForTypes(sql)
    const types = await this.#types.namesOf(
      fields.map((field) => field.dataTypeID),
      ask,
    )
    const domains = await domainsOf(fields, ask)
    return (field) => {
      const domain = domains.get(columnKey(field))
      return { ...fieldOf(field, types.get(field.dataTypeID) ?? '???'), ...(domain && { domain }) }
    }
  }

  /** A result that is there is not lost over the names of its types. */
  async #askForTypes(sql: string): Promise<Cell[][]> {
    try {
      if (this.#status === 'E') await this.ask('rollback')
      return await this.ask(sql)
    } catch {
      return []
    }
  }
}

/** Stops reading until there is room for more, or the run is stopped: its end has to be read. */
function holdUp(wire: Wire, into: RowSink, signal: AbortSignal): void {
  const room = wire.pause && into.whenRoom()
  if (!room) return
  wire.pause?.()
  const resume = (): void => {
    signal.removeEventListener('abort', resume)
    wire.resume?.()
  }
  signal.addEventListener('abort', resume, { once: true })
  void room.then(resume)
}

/**
 * Throws when a text with statements gets an answer without a command: the server is broken, and its answer must not
 * be used.
 */
async function checkComplete(query: string, { results }: ResultCollector): Promise<void> {
  const isAnswered = results.every(({ command }) => command !== '')
  if (isAnswered || (await askText('statements', query)).length === 0) return
  throw new EngineError('lost', runText.databaseLost)
}

async function runWritable(
  conversation: Conversation,
  text: string,
  parameters: readonly Cell[],
): Promise<void> {
  const messages = parameters.length > 0 ? [...statement(text, parameters), SYNC] : simpleQuery(text)
  await conversation.send(messages, wholeText(text))
}

async function runWritableInBlock(
  conversation: Conversation,
  text: string,
  parameters: readonly Cell[],
  block: OwnBlock,
): Promise<void> {
  refuseControl(text, await askText('statements', text), block)
  await runInBlock(conversation, block, () => runWritable(conversation, text, parameters))
}

function fieldOf({ name, dataTypeID, tableID, columnID }: Field, dataType: string): ResultField {
  return {
    name,
    dataTypeId: dataTypeID,
    dataType,
    ...(tableID > 0 && { tableId: tableID, columnId: columnID }),
  }
}
