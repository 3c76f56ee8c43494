/** The bytes of a file in each format, made while the rows come. */
import { exportWriter, type ExportFormat, type ExportOptions } from '@basedeck/core/rules'
import type { ResultField } from '@basedeck/platform-client/contract'
import type { RowPiece } from '../../engines/engine.js'
import { rowsIn } from '../../engines/wire/row-reader.js'
import { byteWriter, type ByteWriter } from './byte-writers.js'
import { workbook } from './workbook.js'

/** @param pieces lines of CSV for `csv`, messages of rows for the others */
export function exportFile(
  format: ExportFormat,
  fields: readonly ResultField[],
  pieces: AsyncIterable<RowPiece>,
  options: ExportOptions,
): AsyncIterable<Buffer> {
  switch (format) {
    case 'csv':
      return linesOf(pieces)
    case 'xlsx':
      return workbook(fields, pieces)
    case 'json':
    case 'ndjson':
    case 'sql':
      return written(pieces, byteWriter(format, fields, options))
    case 'markdown':
    case 'value': {
      const { begin, rows, end } = exportWriter(format, fields, options)
      return written(pieces, {
        begin: () => Buffer.from(begin()),
        rows: (messages) => Buffer.from(rows(rowsIn(messages))),
        end: () => Buffer.from(end()),
      })
    }
  }
}

async function* linesOf(pieces: AsyncIterable<RowPiece>): AsyncGenerator<Buffer> {
  for await (const { bytes } of pieces) yield bytes
}

async function* written(pieces: AsyncIterable<RowPiece>, writer: ByteWriter): AsyncGenerator<Buffer> {
  yield writer.begin()
  for await (const { bytes } of pieces) yield writer.rows(bytes)
  yield writer.end()
}
