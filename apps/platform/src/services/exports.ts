/**
 * Running exports. Rows are read from the database as fast as the file is downloaded; memory stays constant.
 * If an export fails, its connection is aborted, so that a partial file is not mistaken for a complete one.
 */
import { DEFAULT_CSV, excelCheck, EXPORT_FILES } from '@basedeck/core/rules'
import type { BegunExport, exportBody, ExportProgress, ResultField } from '@basedeck/platform-client/contract'
import { randomUUID } from 'node:crypto'
import type * as v from 'valibot'
import { DatabaseError, EngineError, type Database, type RowPiece } from '../engines/engine.js'
import { DomainError } from '../kernel/domain-error.js'
import { withoutPaths } from '../engines/without-paths.js'
import { exportFile } from './export-bytes/export-file.js'
import { READERS_LONGEST_EXPORT_MS, READERS_LONGEST_MS } from './readers-limits.js'
import type { ReadersTurns } from './readers-turns.js'
import { projectText } from '../text/projects.js'

/** Milliseconds in which the file of an export that has begun must be asked for. */
const FETCH_WITHIN_MS = 60_000
/** Milliseconds for which the end of an export is remembered. */
const REMEMBER_MS = 5 * 60_000

export interface ExportRequest extends v.InferOutput<typeof exportBody> {
  ref: string
  /** The owner; no other account gets the file. */
  owner: string
  /** The actor that its query runs as. */
  as: 'owner' | 'reader'
  /** Aborting stops it while its first rows are on their way. */
  signal: AbortSignal
}

interface Export {
  ref: string
  owner: string
  name: string
  type: string
  /** The file of the rows that it is given. */
  write(pieces: AsyncIterable<RowPiece>): AsyncIterable<Buffer>
  pieces: AsyncIterator<RowPiece>
  /** The first rows, read before the file is requested. */
  first: IteratorResult<RowPiece, unknown>
  stop: AbortController
  progress: ExportProgress
  isFetched: boolean
  endTurn(): void
  timer: NodeJS.Timeout
}

export class Exports {
  readonly #exports = new Map<string, Export>()
  readonly #turns: ReadersTurns

  constructor(turns: ReadersTurns) {
    this.#turns = turns
  }

  /** Answers when the first rows are there. @throws DatabaseError, EngineError */
  async begin(database: Database, request: ExportRequest): Promise<BegunExport> {
    const { ref, owner, as, query, format, role, table, csv, signal } = request
    const id = randomUUID()
    const stop = new AbortController()
    // It has its connection until its file is taken, and counts as one of the reader’s statements so long.
    const endTurn = as === 'reader' ? await this.#turns.hold(ref, owner, signal) : () => {}
    let fields: ResultField[] = []
    const stream = database.stream({
      runId: id,
      query,
      as,
      // A large result takes long, and the user can cancel it.
      timeoutMs: as === 'reader' ? READERS_LONGEST_MS : 0,
      signal: stop.signal,
      onFields: (named) => void (fields = named),
      ...(format === 'csv' && { csv: csv ?? DEFAULT_CSV }),
      ...(role ? { role } : {}),
    })
    const pieces = stream[Symbol.asyncIterator]()
    const abort = () => stop.abort()
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    let first: IteratorResult<RowPiece, unknown>
    try {
      first = await pieces.next()
      if (format === 'xlsx') await checkForExcel(database, request, fields)
    } catch (error) {
      abort()
      await pieces.return?.().catch(() => {})
      endTurn()
      throw error
    } finally {
      signal.removeEventListener('abort', abort)
    }
    const { extension, type } = EXPORT_FILES[format]
    const name = `${request.name}.${extension}`
    this.#exports.set(id, {
      ref,
      owner,
      name,
      type,
      write: (rows) => exportFile(format, fields, rows, table === undefined ? {} : { table }),
      pieces,
      first,
      stop,
      progress: { state: 'waiting', rows: 0, bytes: 0 },
      isFetched: false,
      endTurn,
      timer: this.#after(FETCH_WITHIN_MS, () => void this.#cancel(id)),
    })
    if (as === 'reader') this.#after(READERS_LONGEST_EXPORT_MS, () => void this.#cancel(id))
    return { id, name, path: `/platform/pg-meta/${encodeURIComponent(ref)}/exports/${id}/file` }
  }

  progress(id: string, ref: string, owner: string): ExportProgress | undefined {
    return this.#find(id, ref, owner)?.progress
  }

  /** False when it has ended or does not exist. */
  async cancel(id: string, ref: string, owner: string): Promise<boolean> {
    const found = this.#find(id, ref, owner)
    return found !== undefined && this.#cancel(id)
  }

  /**
   * The file, once; undefined when it was fetched or does not exist.
   * @param breakOff aborts the connection, so that a partial file is not mistaken for a complete one; without it the
   * body fails
   */
  fetch(
    id: string,
    ref: string,
    owner: string,
    breakOff?: () => void,
  ): (Pick<Export, 'name' | 'type'> & { body: ReadableStream }) | undefined {
    const found = this.#find(id, ref, owner)
    if (!found || found.isFetched || found.progress.state !== 'waiting') return undefined
    found.isFetched = true
    clearTimeout(found.timer)
    const file = this.#file(id, found)
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const piece = await file.next().catch((error: unknown) => {
          if (!breakOff) throw error
          breakOff()
          return { done: true as const, value: undefined }
        })
        if (piece.done) return controller.close()
        found.progress = { ...found.progress, bytes: found.progress.bytes + piece.value.length }
        controller.enqueue(piece.value)
      },
      cancel: () => void this.#cancel(id),
    })
    return { name: found.name, type: found.type, body }
  }

  async *#file(id: string, found: Export): AsyncGenerator<Buffer, undefined> {
    found.progress = { ...found.progress, state: 'running' }
    try {
      for await (const bytes of found.write(rowsOf(found))) if (bytes.length > 0) yield bytes
      this.#end(id, found, { ...found.progress, state: 'done' })
      return undefined
    } catch (error) {
      const { rows, bytes } = found.progress
      const message =
        error instanceof DatabaseError || error instanceof EngineError
          ? withoutPaths(error.message)
          : undefined
      this.#end(
        id,
        found,
        found.stop.signal.aborted
          ? { state: 'cancelled', rows, bytes }
          : { state: 'failed', rows, bytes, message: message ?? projectText.exportFailed },
      )
      throw error
    }
  }

  async #cancel(id: string): Promise<boolean> {
    const found = this.#exports.get(id)
    if (!found || found.stop.signal.aborted || isOver(found.progress)) return false
    found.stop.abort(new Error(projectText.exportCancelled))
    const { rows, bytes } = found.progress
    this.#end(id, found, { state: 'cancelled', rows, bytes })
    // There may be no reader, so the stream is ended here.
    await found.pieces.return?.().catch(() => {})
    return true
  }

  #end(id: string, found: Export, progress: ExportProgress): void {
    found.progress = progress
    found.endTurn()
    clearTimeout(found.timer)
    found.timer = this.#after(REMEMBER_MS, () => void this.#exports.delete(id))
  }

  #find(id: string, ref: string, owner: string): Export | undefined {
    const found = this.#exports.get(id)
    return found?.ref === ref && found.owner === owner ? found : undefined
  }

  /** Timers don't keep the process alive. */
  #after(ms: number, run: () => void): NodeJS.Timeout {
    return setTimeout(run, ms).unref()
  }
}

/** The query runs twice for this: a value that Excel can't hold is told before there is a file. @throws DomainError */
async function checkForExcel(
  database: Database,
  { query, as, role, signal }: ExportRequest,
  fields: readonly ResultField[],
): Promise<void> {
  const types = fields.map(({ dataType }) => dataType)
  const check = excelCheck(query, types)
  if (check === undefined) return
  const timeoutMs = as === 'reader' ? READERS_LONGEST_MS : 0
  const { results } = await database.run({
    runId: randomUUID(),
    query: check,
    as,
    readOnly: true,
    timeoutMs,
    signal,
    ...(role ? { role } : {}),
  })
  const [row = []] = results[0]?.rows ?? []
  const tooLong = fields.filter((_, index) => row[index] === 't').map(({ name }) => name)
  if (tooLong.length > 0)
    throw new DomainError('too_long_for_excel', projectText.tooLongForExcel(tooLong.join(', ')))
}

/** Counts the rows that the file has. */
async function* rowsOf(found: Export): AsyncGenerator<RowPiece> {
  for (let piece = found.first; !piece.done; piece = await found.pieces.next()) {
    yield piece.value
    found.progress = { ...found.progress, rows: found.progress.rows + piece.value.rows }
  }
  // A stream that was stopped ends without a word.
  found.stop.signal.throwIfAborted()
}

function isOver({ state }: ExportProgress): boolean {
  return state !== 'waiting' && state !== 'running'
}
