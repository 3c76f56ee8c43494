/** One import from its start to its end: the file is read and sent, rejected rows are kept, and it can be cancelled. */
import {
  cancelQuery,
  importProgress,
  newId,
  PlatformError,
  type Client,
  type ImportLine,
  type ImportPlan,
  type RejectedRow,
} from '@basedeck/platform-client'
import { atom, type ReadableAtom } from 'nanostores'
import type { Disposable } from '../../kernel/screen.js'
import type { Host } from '../../ports/index.js'
import { bytesText } from '../../rules/results/bytes.js'
import {
  EncodingError,
  isPlainFile,
  lineFault,
  linesOfFile,
  LongRecordError,
  MAX_RECORD,
  recordsOfFile,
  rowsOfFile,
  type CsvReading,
  type ReadingOptions,
} from '../../rules/import/csv-lines.js'
import { importText as text } from '../../text/import.js'
import type { SourceFile } from './import-source.js'

/** A row that was not imported, as it is listed. */
export interface ListedRow {
  line: number
  /** The name of its column; empty: it can't be told. */
  column: string
  value: string
  reason: string
}

/** How far an import is, and how it ended. */
export type ImportRunState =
  | { status: 'idle' }
  | { status: 'running'; phase: string; detail: string; fraction?: number }
  | {
      status: 'imported'
      message: string
      rows: number
      rejected: number
      listed: readonly ListedRow[]
      listedNote: string
    }
  | { status: 'refused'; message: string; rejected: number; listed: readonly ListedRow[]; listedNote: string }
  | { status: 'failed'; message: string; detail: string }
  | { status: 'cancelled'; message: string }

export interface ImportRun extends Disposable {
  readonly $state: ReadableAtom<ImportRunState>
  start(request: ImportRunRequest): Promise<void>
  cancel(): void
  /** Back to before the last import. */
  reset(): void
  /** The rows that were skipped, as a file like the one that was imported. */
  saveRejected(): void
}

export interface ImportRunRequest {
  file: SourceFile
  reading: CsvReading
  /** The names of the file's columns. */
  names: readonly string[]
  plan: Omit<ImportPlan, 'runId' | 'form'>
  onBadRows: 'refuse' | 'skip'
  /** A value of the sample may be refused: each line is checked at once. */
  mayBeRefused: boolean
}

/** How a copy ended. `refused`: PostgreSQL refuses a row, and does not say which others. Undefined: it can't be tried. */
type Copied = ImportRunState | 'refused' | undefined

/** The import that runs. */
interface Mine {
  stop: AbortController
  runId: string
}

const PROGRESS_MS = 500
const LISTED = 100
const VALUE_CHARACTERS = 100
/** The bytes that mark UTF-8. */
const MARK = [0xef, 0xbb, 0xbf]
/** Errors of rows: an import that checks each line can tell which ones. */
const OF_ROWS = /^(?:0A|22|23|42501|42P10|44|54|P0001)/

export function createImportRun(
  { host, client }: { host: Pick<Host, 'csv' | 'clock' | 'files'>; client: Client },
  ref: string,
  onImported: () => void,
): ImportRun {
  const $state = atom<ImportRunState>({ status: 'idle' })
  let current: Mine | undefined
  let skipped: { name: string; blob: Blob } | undefined

  async function start(request: ImportRunRequest): Promise<void> {
    if (current) return
    const stop = new AbortController()
    const mine = { stop, runId: '' }
    current = mine
    skipped = undefined
    const show = (state: ImportRunState) => {
      if (current === mine) $state.set(state)
    }
    try {
      const copy = request.mayBeRefused
        ? 'refused'
        : ((await copied(request, mine, show)) ?? (await copiedRows(request, mine, show)))
      const state = typeof copy === 'object' ? copy : await checked(request, mine, show)
      show(state)
      if (state.status === 'imported') onImported()
    } catch (error) {
      show(await endOf(error, stop.signal.aborted, request))
    } finally {
      if (current === mine) current = undefined
    }
  }

  /** The file as it is, where PostgreSQL reads it as it was shown. Undefined: its lines have to be read here. */
  async function copied(
    { file, reading, plan }: ImportRunRequest,
    mine: Mine,
    show: (state: ImportRunState) => void,
  ): Promise<Copied> {
    const { signal } = mine.stop
    const { delimiter, hasHeader } = reading
    if (!isCopiedAsItIs(reading) || plan.role) return undefined
    show({ status: 'running', phase: text.phases.reading, detail: file.sizeText })
    const start = new Uint8Array(await file.blob.slice(0, MARK.length).arrayBuffer())
    const blob = MARK.every((byte, at) => start[at] === byte) ? file.blob.slice(MARK.length) : file.blob
    if (!(await isPlainFile(blob, { signal }))) return undefined
    return copy(plan, { delimiter, header: hasHeader }, blob, mine, show)
  }

  /** Its rows as COPY reads them, where each line is one. Undefined: its lines have to be checked. */
  async function copiedRows(
    { file, reading, plan }: ImportRunRequest,
    mine: Mine,
    show: (state: ImportRunState) => void,
  ): Promise<Copied> {
    // COPY knows no row-level security, and writes as the owner.
    if (plan.role) return undefined
    const read = host.csv?.rows ?? rowsOfFile
    const rows = await read(file.blob, reading, readingOf(file, mine, show))
    mine.stop.signal.throwIfAborted()
    if (!rows) return undefined
    const columns = plan.columns.filter((column) => column !== null)
    return copy({ ...plan, columns }, { delimiter: ',', header: false }, rows, mine, show)
  }

  /** All of it at once. */
  async function copy(
    plan: ImportRunRequest['plan'],
    form: { delimiter: string; header: boolean },
    file: Blob,
    mine: Mine,
    show: (state: ImportRunState) => void,
  ): Promise<Copied> {
    try {
      const { end } = await send(
        { ...plan, form: { type: 'direct', quote: '"', ...form } },
        file,
        mine,
        show,
        () => {},
      )
      return end.type === 'imported' ? importedState(plan.table, end, []) : 'refused'
    } catch (error) {
      const isOfRows = error instanceof PlatformError && OF_ROWS.test(error.code ?? '')
      if (isOfRows && !mine.stop.signal.aborted) return 'refused'
      throw error
    }
  }

  async function checked(
    { file, reading, names, plan, onBadRows }: ImportRunRequest,
    mine: Mine,
    show: (state: ImportRunState) => void,
  ): Promise<ImportRunState> {
    const read = host.csv?.lines ?? linesOfFile
    const lines = await read(file.blob, reading, readingOf(file, mine, show))
    mine.stop.signal.throwIfAborted()
    const listed: ListedRow[] = []
    const rejectedLines: number[] = []
    const onRejected = (row: RejectedRow) => {
      if (listed.length < LISTED) listed.push(listedRow(row, names))
      if (onBadRows === 'skip') rejectedLines.push(row.line)
    }
    const form = { type: 'checked', onBadRows } as const
    const { end } = await send({ ...plan, form }, lines, mine, show, onRejected)
    const { rejected } = end
    if (end.type === 'refused')
      return {
        status: 'refused',
        message: text.refused(rejected),
        rejected,
        listed,
        listedNote: text.listed(listed.length, rejected),
      }
    if (rejected > 0)
      skipped = {
        name: text.rejectedName(file.name.replace(/\.[^.]*$/, '')),
        blob: await skippedRows(file.blob, reading, rejectedLines),
      }
    return importedState(plan.table, end, listed)
  }

  /** Shows how much of a file was read. */
  function readingOf(
    file: SourceFile,
    { stop: { signal } }: Mine,
    show: (state: ImportRunState) => void,
  ): ReadingOptions & { signal: AbortSignal } {
    const onRead = (bytes: number) =>
      show({
        status: 'running',
        phase: text.phases.reading,
        detail: text.bytesOf(bytesText(bytes), file.sizeText),
        fraction: bytes / file.blob.size,
      })
    onRead(0)
    return { onRead, signal }
  }

  async function send(
    plan: Omit<ImportPlan, 'runId'>,
    file: Blob,
    mine: Mine,
    show: (state: ImportRunState) => void,
    onRejected: (row: RejectedRow) => void,
  ) {
    const runId = newId()
    mine.runId = runId
    const { signal } = mine.stop
    let hasEnded = false
    let stopTimer = () => {}
    const sizeText = bytesText(file.size)
    const look = async () => {
      const progress = await client
        .call(importProgress, { params: { ref, runId } }, { signal })
        .catch(() => ({ phase: 'ended' as const }))
      if (hasEnded) return
      if (progress.phase === 'receiving')
        show({
          status: 'running',
          phase: text.phases.sending,
          detail: text.bytesOf(bytesText(progress.bytes), sizeText),
          fraction: Math.min(1, progress.bytes / file.size),
        })
      else if (progress.phase === 'saving')
        show({ status: 'running', phase: text.phases.saving, detail: sizeText })
      else if (progress.phase === 'checking')
        show({
          status: 'running',
          phase: text.phases.checking,
          detail: text.rowsOf(progress.checked, progress.rows),
          fraction: progress.rows === 0 ? 0 : progress.checked / progress.rows,
        })
      later()
    }
    const later = () => {
      stopTimer = host.clock.after(PROGRESS_MS, () => void look())
    }
    show({ status: 'running', phase: text.phases.sending, detail: sizeText, fraction: 0 })
    later()
    try {
      for await (const line of client.importRows({ params: { ref }, plan: { ...plan, runId } }, file, {
        signal,
      })) {
        if (line.type !== 'rejected') return { end: line }
        onRejected(line)
      }
      throw new PlatformError('network', text.uncertain)
    } finally {
      hasEnded = true
      stopTimer()
    }
  }

  return {
    $state,
    start,
    cancel() {
      if (!current) return
      const { stop, runId } = current
      // The platform ends it at once; the connection may take longer to go.
      if (runId !== '') void client.call(cancelQuery, { params: { ref, runId } }).catch(() => undefined)
      stop.abort()
    },
    reset() {
      skipped = undefined
      $state.set({ status: 'idle' })
    },
    saveRejected() {
      if (skipped) host.files.save({ ...skipped, type: 'text/csv', text: '' })
    },
    dispose() {
      current?.stop.abort()
      current = undefined
    },
  }
}

function importedState(
  table: string,
  { rows, rejected, behind = [] }: Extract<ImportLine, { type: 'imported' }>,
  listed: readonly ListedRow[],
): ImportRunState {
  const message = text.imported(rows, table)
  const counted = rejected === 0 ? message : `${message}, ${text.skipped(rejected)}`
  return {
    status: 'imported',
    message: behind.length === 0 ? counted : `${counted}. ${text.behind(behind)}`,
    rows,
    rejected,
    listed,
    listedNote: text.listed(listed.length, rejected),
  }
}

async function endOf(
  error: unknown,
  isAborted: boolean,
  { file, reading }: ImportRunRequest,
): Promise<ImportRunState> {
  if (isAborted) return { status: 'cancelled', message: text.cancelled }
  const failed = (detail: string): ImportRunState => ({ status: 'failed', message: text.failed, detail })
  if (error instanceof EncodingError) return failed(text.wrongEncoding(error.line, reading.encoding))
  if (error instanceof LongRecordError) return failed(text.longLine(error.line, bytesText(MAX_RECORD)))
  // A file that has changed can't be read any more, nor be sent.
  if (!(await isReadable(file.blob))) return failed(text.changed)
  const isLost = error instanceof PlatformError && error.kind === 'network'
  const detail = error instanceof Error ? error.message : String(error)
  return { status: 'failed', message: isLost ? text.uncertain : text.failed, detail }
}

async function isReadable(blob: Blob): Promise<boolean> {
  return blob
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
}

/** Whether COPY reads a file without quotes as it is read here, into all of its columns. */
function isCopiedAsItIs({ encoding, columns, delimiter, cells = [], ...reading }: CsvReading): boolean {
  const isChanged = [
    reading.escapes,
    reading.comment,
    reading.skipsBlanks,
    reading.nullText,
    reading.skipLines,
    reading.endsInDelimiter,
  ].some((option) => option !== undefined)
  if (isChanged || encoding !== 'utf-8' || columns < 2 || !/^[\t -!#-&(-~]$/.test(delimiter)) return false
  return cells.every(({ empty, format, isLeftOut }) => empty !== 'text' && !format && !isLeftOut)
}

/** The head of a file and the records that begin in these lines, as they are. */
async function skippedRows(file: Blob, reading: CsvReading, lines: readonly number[]): Promise<Blob> {
  const ordered = lines.toSorted((one, other) => one - other)
  const rows = await recordsOfFile(file, reading, ordered)
  return new Blob([rows], { type: 'text/csv' })
}

function listedRow(
  { line, column, reason = '', fault, cells }: RejectedRow,
  names: readonly string[],
): ListedRow {
  const value = (column === null ? (fault === undefined ? cells.join(', ') : cells[0]) : cells[column]) ?? ''
  return {
    line,
    column: column === null ? '' : (names[column] ?? ''),
    value: value.length > VALUE_CHARACTERS ? `${value.slice(0, VALUE_CHARACTERS)}…` : value,
    reason: fault === undefined ? reason : text.faultOf(lineFault(fault), names.length),
  }
}
