/** A workbook read by three programs of other people: the values of its first sheet, below the names of the columns. */
import exceljs from 'exceljs'
import { readSheet } from 'read-excel-file/node'
import * as sheetjs from 'xlsx'

/** A cell as a reader gives it; an empty one is null. A date is in UTC, as the sheet has no zone. */
export type ReadCell = string | number | boolean | Date | null

export interface WorkbookReader {
  name: string
  read(bytes: Buffer): Promise<ReadCell[][]>
}

export const READERS: readonly WorkbookReader[] = [
  {
    name: 'ExcelJS',
    async read(bytes) {
      const workbook = new exceljs.Workbook()
      await workbook.xlsx.load(bytes as unknown as ArrayBuffer)
      const rows: ReadCell[][] = []
      workbook.worksheets[0]?.eachRow({ includeEmpty: true }, (row) => {
        const cells = row.values as (ReadCell | undefined)[]
        rows.push(Array.from({ length: cells.length - 1 }, (_, column) => cells[column + 1] ?? null))
      })
      return rows.slice(1)
    },
  },
  {
    name: 'SheetJS',
    async read(bytes) {
      const workbook = sheetjs.read(bytes, { cellDates: true, UTC: true } as sheetjs.ParsingOptions)
      const sheet = workbook.Sheets[workbook.SheetNames[0] ?? '']
      return sheet
        ? sheetjs.utils
            .sheet_to_json<ReadCell[]>(sheet, { header: 1, defval: null, blankrows: true })
            .slice(1)
        : []
    },
  },
  {
    name: 'read-excel-file',
    async read(bytes) {
      const rows = (await readSheet(bytes, { trim: false })) as ReadCell[][]
      return rows.slice(1)
    },
  },
]
