/** A run whose answer went through the stream of frames: what is read from it must be what the run gives without it. */
import { rowIn, RowStreamReader, type RowStreamPart } from '@basedeck/platform-client/row-stream'
import type { DatabaseErrorReport, StatementResult } from '@basedeck/platform-client/contract'
import { createRowFrames } from '../../services/row-frames.js'
import { DatabaseError, type Database, type RunOutcome, type RunRequest } from '../engine.js'

/** @throws DatabaseError, EngineError as `Database.run` */
export async function framedRun(database: Database, request: RunRequest): Promise<RunOutcome> {
  const frames = createRowFrames(() => {})
  const reading = readFrames(frames.body)
  const failure = await database.run({ ...request, into: frames.sink }).then(
    (outcome) => void frames.end(outcome),
    (error: unknown) => {
      frames.fail(400, {})
      return { error }
    },
  )
  const { results, end } = await reading
  if (failure) throw withResults(failure.error, results)
  return { results, ...end } as RunOutcome
}

/** The statements that ended before the failure, as the report has them without a stream. */
function withResults(error: unknown, results: StatementResult[]): unknown {
  if (!(error instanceof DatabaseError) || error.report.results === undefined) return error
  const report: DatabaseErrorReport = { ...error.report, results }
  return new DatabaseError(report)
}

interface Reading {
  results: StatementResult[]
  end?: Extract<RowStreamPart, { type: 'end' }>['run']
}

async function readFrames(body: ReadableStream<Uint8Array>): Promise<Reading> {
  const reader = new RowStreamReader()
  const reading: Reading = { results: [] }
  let open = emptyResult()
  const moreNotices: (RowStreamPart & { type: 'notice' })[] = []
  for await (const bytes of body) {
    for (const piece of piecesOf(bytes)) {
      for (const part of reader.push(piece)) {
        if (part.type === 'fields') open.fields = part.fields
        if (part.type === 'rows')
          for (let row = 0; row < part.rows.count; row++) open.rows.push(rowIn(part.rows, row))
        if (part.type === 'notice') moreNotices.push(part)
        if (part.type === 'again') {
          reading.results = []
          open = emptyResult()
        }
        if (part.type === 'complete') {
          reading.results.push({ ...open, ...part.statement })
          open = emptyResult()
        }
        if (part.type === 'end') reading.end = part.run
      }
    }
  }
  for (const { statement, notice } of moreNotices) reading.results[statement]?.notices.push(notice)
  const { types = {}, domains = {}, ...end } = reading.end ?? { durationMs: 0 }
  for (const field of reading.results.flatMap(({ fields }) => fields)) {
    if (field.dataType === '') field.dataType = types[field.dataTypeId] ?? '???'
    const domain = domains[`${field.tableId}.${field.columnId}`]
    if (domain !== undefined) field.domain = domain
  }
  return { ...reading, end }
}

function emptyResult(): StatementResult {
  return { command: '', rowCount: null, fields: [], rows: [], notices: [] }
}

/** A network cuts anywhere: the first pieces are small, so that every header of a small answer is cut. */
function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  const SMALL = 7
  const cut = Math.min(bytes.length, 700)
  for (let offset = 0; offset < cut; offset += SMALL)
    yield bytes.subarray(offset, Math.min(cut, offset + SMALL))
  if (cut < bytes.length) yield bytes.subarray(cut)
}
