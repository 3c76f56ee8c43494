/**
 * Gathers what the server sends for a run into one result per statement, holding no more than the caps allow:
 * a result beyond them is read to its end and counted, never stored. With a `RowTarget` the rows are passed on as they
 * came, and the results hold everything but them.
 */
import type { Cell, Notice, StatementResult } from '@basedeck/platform-client/contract'
import type {
  BackendMessage,
  CommandCompleteMessage,
  Field,
  NoticeMessage,
  ParameterStatusMessage,
  ReadyForQueryMessage,
  RowDescriptionMessage,
} from 'pg-protocol/dist/messages.js'
import type { RunLimits } from '../engine.js'
import { DEFAULT_LIMITS } from './limits.js'
import type { MessageSink, RowForwarder } from './message-reader.js'
import { rowMessage, type Row } from './row-reader.js'
import { NoticeKeeper } from './notice-keeper.js'
import type { ServerReport } from './server-report.js'
import { runText } from '../../text/runs.js'

/** A result whose types are known by oid only. */
export type RawResult = Omit<StatementResult, 'fields'> & { fields: Field[] }

/** Takes what a run gives while it runs. `statement` counts from 0. */
export interface RowTarget {
  fields(fields: Field[]): void
  /** Whole DataRow messages. The bytes are only good during the call. */
  rows(messages: Buffer, count: number): void
  notice(statement: number, notice: Notice): void
  complete(result: RawResult): void
  /** Resolves when there is room for more; undefined: now. */
  whenRoom(): Promise<void> | undefined
}

/** After ReadyForQuery: no transaction, in one, in a failed one. */
export type TransactionStatus = 'I' | 'T' | 'E'

/** Overhead per cell, as in PostgreSQL's protocol. */
const CELL_OVERHEAD_BYTES = 4
/** Bytes of a DataRow message beside its cells: code, length, number of cells. */
const ROW_OVERHEAD_BYTES = 7

const COPY_NOT_SHOWN: Notice = {
  severity: 'WARNING',
  code: '0A000',
  message: runText.copyNotShown,
}

const OTHER_ENCODING: Notice = {
  severity: 'WARNING',
  code: '01000',
  message: runText.otherEncoding,
}

/** An unfinished result. */
interface Current {
  result: RawResult
  /** Rows that were kept or passed on, bytes of their text, rows that were neither. */
  rows: number
  bytes: number
  skipped: number
  /** How many of its notices the target was told. */
  toldNotices: number
  /** It came in slices, each of which the server counts from zero. */
  sliced: boolean
}

/** One collector serves one run; its caps hold over all statements of it. */
export class ResultCollector implements MessageSink, RowForwarder {
  readonly results: RawResult[] = []
  readonly forwards: RowForwarder | undefined
  status: TransactionStatus = 'I'
  /** Called once, when the first row beyond the caps arrives. */
  onFull: () => void = () => {}
  readonly #limits: RunLimits
  readonly #target: RowTarget | undefined
  readonly #notices = new NoticeKeeper()
  #error: ServerReport | undefined
  #current: Current | undefined
  #rows = 0
  #bytes = 0
  #full: 'rows' | 'bytes' | undefined
  #suspended = false
  #suppressed = 0
  /** The number of results after which one more is left out. */
  #keptBefore: number | undefined
  #described: Field[] = []

  constructor(limits: Partial<RunLimits> = {}, target?: RowTarget) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits }
    this.#target = target
    this.forwards = target && this
  }

  get maxRowBytes(): number {
    return this.#limits.cellBytes
  }

  get cellBytes(): number {
    return this.#limits.cellBytes
  }

  /** A cap was reached: no further row of this run is kept. */
  get isFull(): boolean {
    return this.#full !== undefined
  }

  /** Rows that still fit, and one more to detect that there are more. */
  get rowsLeft(): number {
    return Math.max(0, this.#limits.rows - this.#rows) + 1
  }

  /** Leaves out the results of the next `count` statements: they are the engine's own. */
  suppress(count: number): void {
    this.#suppressed += count
  }

  /** Leaves out the result after the next `count` ones. */
  suppressAfter(count: number): void {
    this.#keptBefore = this.results.length + count
    this.#suppressNext()
  }

  #suppressNext(): void {
    if (this.results.length !== this.#keptBefore || this.#suppressed > 0) return
    this.#keptBefore = undefined
    this.#suppressed = 1
  }

  /** The first error since the last call. */
  takeError(): ServerReport | undefined {
    const error = this.#error
    this.#error = undefined
    return error
  }

  /** Everything that was raised so far: of an error's report, what led to it. */
  get notices(): Notice[] {
    const under = this.#current?.result.notices ?? []
    const late = this.#notices.takeLate().map(({ notice }) => notice)
    return [...this.results.flatMap((result) => result.notices), ...under, ...late]
  }

  /** At the end of a run: tells the last notices of a run that raised very many. */
  tellLateNotices(): void {
    const last = this.results.length - 1
    if (last < 0) return
    for (const { statement, notice } of this.#notices.takeLate()) {
      const index = Math.min(statement, last)
      this.results[index]?.notices.push(notice)
      this.#target?.notice(index, notice)
    }
  }

  /** Whether the last statement stopped at the rows that were asked for, since the last call. */
  takeSuspended(): boolean {
    const suspended = this.#suspended
    this.#suspended = false
    return suspended
  }

  /** The columns of the statement that was described last. */
  get described(): Field[] {
    return this.#described
  }

  /** Hands over the rows of the current or last result that were gathered since the last call. */
  takeRows(): Cell[][] {
    const result = this.#current?.result ?? this.results.at(-1)
    return result ? result.rows.splice(0) : []
  }

  /** Resolves when there is room for more rows. */
  async whenRoom(): Promise<void> {
    await this.#target?.whenRoom()
  }

  /** Ends the current result although the server has more rows of it. */
  closeEarly(): void {
    if (this.#current) this.#finish(this.#current, 'SELECT', null)
  }

  wantsRow(): boolean {
    if (this.#suppressed > 0 || this.#full) return false
    if (this.#rows < this.#limits.rows) return true
    this.#fill('rows')
    return false
  }

  row(row: Row): void {
    const current = this.#open()
    if (!this.#count(current, row.bytes, row.cells.length * CELL_OVERHEAD_BYTES)) return this.skippedRow()
    const { result } = current
    for (const [column, fullBytes] of row.cut) (result.cut ??= []).push([current.rows - 1, column, fullBytes])
    if (this.#target) this.#target.rows(rowMessage(row.cells), 1)
    else result.rows.push(row.cells)
  }

  admits(bytes: number): boolean {
    if (!this.wantsRow()) return false
    const current = this.#open()
    const overhead = current.result.fields.length * CELL_OVERHEAD_BYTES
    return this.#count(current, bytes - ROW_OVERHEAD_BYTES - overhead, overhead)
  }

  rows(messages: Buffer, count: number): void {
    this.#target?.rows(messages, count)
  }

  /** False when the row does not fit any more. */
  #count(current: Current, textBytes: number, overhead: number): boolean {
    if (this.#bytes + textBytes + overhead > this.#limits.bytes) {
      this.#fill('bytes')
      return false
    }
    current.rows++
    current.bytes += textBytes
    this.#rows++
    this.#bytes += textBytes + overhead
    return true
  }

  skippedRow(): void {
    if (this.#suppressed === 0) this.#open().skipped++
  }

  copyData(_bytes: Buffer, _lines: number): void {}

  message(message: BackendMessage): void {
    switch (message.name) {
      case 'rowDescription':
        this.#described = (message as RowDescriptionMessage).fields
        this.#open().result.fields = this.#described
        if (this.#suppressed === 0) this.#tellFields(this.#open())
        break
      case 'noData':
        this.#described = []
        break
      case 'commandComplete':
        this.#close((message as CommandCompleteMessage).text)
        break
      case 'emptyQuery':
        this.#close('')
        break
      case 'portalSuspended':
        this.#suspended = true
        this.#open().sliced = true
        break
      case 'notice':
        if (this.#suppressed > 0) break
        this.#notices.keep(message as NoticeMessage, this.results.length, this.#open().result.notices)
        // After a statement's end it may still belong to that one.
        if (this.results.length === 0 || this.#open().result.fields.length > 0)
          this.#tellNotices(this.#open(), this.results.length)
        break
      case 'parameterStatus':
        this.#watchEncoding(message as ParameterStatusMessage)
        break
      case 'copyOutResponse':
        this.#open().result.notices.push(COPY_NOT_SHOWN)
        break
      case 'error':
        this.#error ??= message as BackendMessage & ServerReport
        this.#suppressed = 0
        this.#keptBefore = undefined
        break
      case 'readyForQuery':
        this.#ready((message as ReadyForQueryMessage).status as TransactionStatus)
        break
      default:
    }
  }

  /** The server reports changed settings only at the end of the message. */
  #watchEncoding({ parameterName, parameterValue }: ParameterStatusMessage): void {
    if (parameterName !== 'client_encoding' || parameterValue === 'UTF8') return
    this.results.at(-1)?.notices.push(OTHER_ENCODING)
    this.#target?.notice(this.results.length - 1, OTHER_ENCODING)
  }

  #open(): Current {
    const result = { command: '', rowCount: null, fields: [], rows: [], notices: [] }
    this.#current ??= { result, rows: 0, bytes: 0, skipped: 0, toldNotices: 0, sliced: false }
    return this.#current
  }

  #tellFields(current: Current): void {
    this.#target?.fields(current.result.fields)
    this.#tellNotices(current, this.results.length)
  }

  #tellNotices(current: Current, statement: number): void {
    for (const notice of current.result.notices.slice(current.toldNotices))
      this.#target?.notice(statement, notice)
    current.toldNotices = current.result.notices.length
  }

  #close(tag: string): void {
    const current = this.#open()
    if (this.#suppressed > 0) {
      this.#suppressed--
      this.#current = undefined
    } else {
      const { command, rowCount } = parseTag(tag)
      const counted = current.sliced ? current.rows + current.skipped : rowCount
      this.#finish(current, command, counted)
    }
    this.#suppressNext()
  }

  #finish(current: Current, command: string, rowCount: number | null): void {
    const { result, rows, bytes, skipped } = current
    result.command = command
    result.rowCount = rowCount
    if (this.#full && skipped > 0) result.truncated = { reason: this.#full, rows, bytes }
    this.#tellNotices(current, this.results.length)
    this.#target?.complete(result)
    this.#current = undefined
    this.results.push(result)
  }

  #fill(reason: 'rows' | 'bytes'): void {
    if (this.#full) return
    this.#full = reason
    this.onFull()
  }

  /** Notices after the last statement, from deferred triggers, belong to that statement. */
  #ready(status: TransactionStatus): void {
    this.status = status
    if (!this.#current || this.#suspended || this.#error) return
    this.results.at(-1)?.notices.push(...this.#current.result.notices)
    this.#tellNotices(this.#current, this.results.length - 1)
    this.#current = undefined
  }
}

/** `INSERT 0 3` is an INSERT of 3 rows, `CREATE TABLE` has no count. */
function parseTag(tag: string): { command: string; rowCount: number | null } {
  const [, command = tag, counts = ''] = /^(.*?)((?: \d+)*)$/.exec(tag) ?? []
  const count = counts.split(' ').at(-1)
  return { command, rowCount: count ? Number(count) : null }
}
