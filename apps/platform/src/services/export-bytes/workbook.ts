/**
 * A workbook of Excel, written while the rows come: a zip of XML parts (ECMA-376), with a further sheet where one is full.
 * The sheets come first and the parts that list them last, when their number is known.
 */
import {
  columnLetters,
  excelCell,
  excelText,
  excelWidth,
  fitsExcelCell,
  MOMENT_FORMATS,
  SHEET_ROWS,
  sheetName,
  type ExcelCell,
} from '@basedeck/core/rules'
import type { Cell, ResultField } from '@basedeck/platform-client/contract'
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { EngineError, type RowPiece } from '../../engines/engine.js'
import { rowsIn } from '../../engines/wire/row-reader.js'
import { projectText } from '../../text/projects.js'

/** @param sheetRows the most rows of one sheet, with its header */
export async function* workbook(
  fields: readonly ResultField[],
  pieces: AsyncIterable<RowPiece>,
  sheetRows: number = SHEET_ROWS,
): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const file = zip.outputStream as Readable
  zip.on('error', (error: Error) => file.destroy(error))
  const stop = new AbortController()
  const written = writeSheets(zip, { fields, sheetRows, signal: stop.signal }, pieces)
  written.catch((error: Error) => file.destroy(error))
  try {
    for await (const bytes of file) yield bytes as Buffer
  } finally {
    stop.abort()
    file.destroy()
  }
}

interface Writing {
  fields: readonly ResultField[]
  sheetRows: number
  /** Aborts when the file is not read on. */
  signal: AbortSignal
}

async function writeSheets(zip: ZipFile, writing: Writing, pieces: AsyncIterable<RowPiece>): Promise<void> {
  const { sheetRows } = writing
  const sheets = [new Sheet(zip, 0, writing)]
  for await (const { bytes } of pieces) {
    for (let rows = rowsIn(bytes); rows.length > 0;) {
      let sheet = sheets.at(-1)
      if (!sheet || sheet.rows === sheetRows) {
        sheet?.end()
        sheet = new Sheet(zip, sheets.length, writing)
        sheets.push(sheet)
      }
      await sheet.add(rows.splice(0, sheetRows - sheet.rows))
    }
  }
  sheets.at(-1)?.end()
  for (const [path, xml] of partsOf(sheets.length)) zip.addBuffer(Buffer.from(DECLARATION + xml), path)
  zip.end()
}

/** Speed of the compression counts: a file of cells shrinks to a tenth at the lowest level already. */
const COMPRESSION_LEVEL = 1

class Sheet {
  /** Rows with the header. */
  rows = 1
  readonly #part = new PassThrough()
  readonly #fields: readonly ResultField[]
  readonly #letters: readonly string[]
  readonly #signal: AbortSignal

  constructor(zip: ZipFile, index: number, { fields, signal }: Writing) {
    this.#fields = fields
    this.#signal = signal
    zip.addReadStream(this.#part, sheetPath(index), { compressionLevel: COMPRESSION_LEVEL })
    this.#letters = fields.map((_, column) => columnLetters(column))
    const header = fields.map(({ name }, column) =>
      cellXml(`${this.#letters[column]}1`, { type: 'text', text: name }),
    )
    this.#part.write(
      `${DECLARATION}<worksheet xmlns="${MAIN}">${columnsXml(fields)}<sheetData><row r="1">${header.join('')}</row>`,
    )
  }

  /** Resolves when there is room for more. */
  async add(rows: readonly (readonly Cell[])[]): Promise<void> {
    let xml = ''
    for (const row of rows) {
      this.rows += 1
      xml += `<row r="${this.rows}">`
      for (let column = 0; column < row.length; column++) xml += this.#cell(row[column] ?? null, column)
      xml += '</row>'
    }
    if (!this.#part.write(xml)) await once(this.#part, 'drain', { signal: this.#signal })
  }

  end(): void {
    this.#part.end('</sheetData></worksheet>')
  }

  #cell(value: Cell, column: number): string {
    const { name = '', dataType = '' } = this.#fields[column] ?? {}
    // It was looked for before the file began; the data may have changed since.
    if (value !== null && !fitsExcelCell(value))
      throw new EngineError('unsupported', projectText.tooLongForExcel(name))
    return cellXml(`${this.#letters[column]}${this.rows}`, excelCell(value, dataType))
  }
}

/** The widths of columns that need one. */
function columnsXml(fields: readonly ResultField[]): string {
  const columns = fields.flatMap(({ dataType }, column) => {
    const width = excelWidth(dataType)
    return width === undefined
      ? []
      : [`<col min="${column + 1}" max="${column + 1}" width="${width}" customWidth="1"/>`]
  })
  return columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`
}

/** @param address as `A1`: readers find a cell by it. An empty cell is left out. */
function cellXml(address: string, cell: ExcelCell): string {
  switch (cell.type) {
    case 'empty':
      return ''
    case 'number':
      return `<c r="${address}"><v>${cell.text}</v></c>`
    case 'boolean':
      return `<c r="${address}" t="b"><v>${cell.isTrue ? 1 : 0}</v></c>`
    case 'moment':
      return `<c r="${address}" s="${FORMATS.indexOf(cell.format) + 1}"><v>${cell.serial}</v></c>`
    case 'text':
      return `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${excelText(cell.text)}</t></is></c>`
  }
}

const FORMATS = Object.keys(MOMENT_FORMATS)
/** The first number of a format that a workbook defines itself. */
const FIRST_FORMAT = 164

/** Style 0 is that of all other cells, the next ones are those of dates and times. */
function stylesXml(): string {
  const codes = Object.values(MOMENT_FORMATS)
  const formats = codes.map((code, at) => `<numFmt numFmtId="${FIRST_FORMAT + at}" formatCode="${code}"/>`)
  const styles = [0, ...codes.map((_, at) => FIRST_FORMAT + at)].map(
    (id) =>
      `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0"${id > 0 ? ' applyNumberFormat="1"' : ''}/>`,
  )
  return (
    `<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${formats.join('')}</numFmts>` +
    '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${styles.length}">${styles.join('')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  )
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function sheetPath(index: number): string {
  return `xl/worksheets/sheet${index + 1}.xml`
}

/** The parts that list the sheets. */
function partsOf(sheets: number): [path: string, xml: string][] {
  const all = (xml: (index: number) => string) =>
    Array.from({ length: sheets }, (_, index) => xml(index)).join('')
  const override = (path: string, type: string) =>
    `<Override PartName="/${path}" ContentType="${TYPE}.${type}+xml"/>`
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`
  return [
    [
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets>${all(
        (index) => `<sheet name="${sheetName(index)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
      )}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${PACKAGE}/relationships">${all((index) =>
        relation(index + 1, 'worksheet', sheetPath(index).replace('xl/', '')),
      )}${relation(sheets + 1, 'styles', 'styles.xml')}</Relationships>`,
    ],
    ['xl/styles.xml', stylesXml()],
    [
      '_rels/.rels',
      `<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override(
        'xl/workbook.xml',
        'sheet.main',
      )}${override('xl/styles.xml', 'styles')}${all((index) => override(sheetPath(index), 'worksheet'))}</Types>`,
    ],
  ]
}
