/** CSV of slices that came as PostgreSQL's messages, the same as its COPY writes. */
import { exportWriter } from '@basedeck/core/rules'
import type { CsvForm, ResultField } from '@basedeck/platform-client/contract'
import type { RowPiece } from '../engine.js'
import { rowsIn } from '../wire/row-reader.js'

export interface CsvSlices {
  begin(): RowPiece
  rows(slice: RowPiece): RowPiece
}

export function csvOf(fields: readonly ResultField[], csv: CsvForm): CsvSlices {
  const writer = exportWriter('csv', fields, { csv })
  return {
    begin: () => ({ bytes: Buffer.from(writer.begin()), rows: 0 }),
    rows: ({ bytes, rows }) => ({ bytes: Buffer.from(writer.rows(rowsIn(bytes))), rows }),
  }
}
