/** JSON, JSON lines and INSERT statements from PostgreSQL's DataRow messages: the same text as the rules write. */
import {
  DEFAULT_TABLE,
  distinctNames,
  INSERT_ROWS,
  insertHead,
  NEGATIVE_ZERO,
  type ExportOptions,
} from '@basedeck/core/rules'
import { valueType, type ValueType } from '@basedeck/core/sql'
import type { ResultField } from '@basedeck/platform-client/contract'
import { ByteBuffer } from './byte-buffer.js'
import { isNumber } from './number-bytes.js'

/** Writes a file piece by piece; joined in this order they are the file. */
export interface ByteWriter {
  begin(): Buffer
  /** @param messages whole DataRow messages, one after the other */
  rows(messages: Buffer): Buffer
  end(): Buffer
}

export type ByteFormat = 'json' | 'ndjson' | 'sql'

type Exported = ValueType['exported']
type PutCell = (bytes: ByteBuffer, source: Buffer, start: number, end: number) => void

export function byteWriter(
  format: ByteFormat,
  fields: readonly ResultField[],
  options?: ExportOptions,
): ByteWriter {
  switch (format) {
    case 'json':
      return jsonWriter(fields)
    case 'ndjson':
      return ndjsonWriter(fields)
    case 'sql':
      return sqlWriter(fields, options?.table ?? DEFAULT_TABLE)
  }
}

function jsonWriter(fields: readonly ResultField[]): ByteWriter {
  const bytes = new ByteBuffer()
  const rows = rowsWriter(bytes, jsonForm(fields, JSON_CELLS))
  const [first, next] = [Buffer.from('\n  {'), Buffer.from(',\n  {')]
  let isFirst = true
  return {
    begin: () => Buffer.from('['),
    rows: (messages) =>
      rows(messages, () => {
        bytes.put(isFirst ? first : next)
        isFirst = false
      }),
    end: () => Buffer.from(isFirst ? ']\n' : '\n]\n'),
  }
}

function ndjsonWriter(fields: readonly ResultField[]): ByteWriter {
  const bytes = new ByteBuffer()
  const rows = rowsWriter(bytes, {
    ...jsonForm(fields, JSON_LINE_CELLS),
    after: Buffer.from('}\n'),
  })
  const before = Buffer.from('{')
  const nothing = Buffer.alloc(0)
  return {
    begin: () => nothing,
    rows: (messages) => rows(messages, () => bytes.put(before)),
    end: () => nothing,
  }
}

function sqlWriter(fields: readonly ResultField[], table: string): ByteWriter {
  const bytes = new ByteBuffer()
  const rows = rowsWriter(bytes, {
    before: fields.map((_, index) => Buffer.from(index === 0 ? '' : ', ')),
    cells: fields.map(({ dataType }) => SQL_CELLS[valueType(dataType).exported]),
    after: Buffer.from(')'),
  })
  const insert = insertHead(fields, table)
  const head = Buffer.from(`${insert}  (`)
  const [nextHead, next] = [Buffer.from(`;\n${insert}  (`), Buffer.from(',\n  (')]
  let count = 0
  return {
    begin: () => Buffer.alloc(0),
    rows: (messages) =>
      rows(messages, () => {
        const isFirst = count % INSERT_ROWS === 0
        bytes.put(isFirst ? (count === 0 ? head : nextHead) : next)
        count++
      }),
    end: () => Buffer.from(count === 0 ? '' : ';\n'),
  }
}

const [NULL, TRUE, FALSE] = [Buffer.from('null'), Buffer.from('true'), Buffer.from('false')]
const LETTER_T = 0x74

const putBoolean: PutCell = (bytes, source, start, end) =>
  bytes.put(end === start + 1 && source[start] === LETTER_T ? TRUE : FALSE)

const JSON_CELLS: Readonly<Record<Exported, PutCell>> = {
  number: (bytes, source, start, end) =>
    isNumber(source, start, end) ? bytes.put(source, start, end) : bytes.putJsonText(source, start, end),
  boolean: putBoolean,
  json: (bytes, source, start, end) => bytes.put(source, start, end),
  quoted: (bytes, source, start, end) => bytes.putJsonText(source, start, end),
}

const JSON_LINE_CELLS: Readonly<Record<Exported, PutCell>> = {
  ...JSON_CELLS,
  json: (bytes, source, start, end) => bytes.putJsonLine(source, start, end),
}

const MINUS_ZERO = Buffer.from(NEGATIVE_ZERO)

function isNegativeZero(source: Buffer, start: number, end: number): boolean {
  return (
    end - start === MINUS_ZERO.length && source.compare(MINUS_ZERO, 0, MINUS_ZERO.length, start, end) === 0
  )
}

const SQL_CELLS: Readonly<Record<Exported, PutCell>> = {
  number: (bytes, source, start, end) =>
    isNumber(source, start, end) && !isNegativeZero(source, start, end)
      ? bytes.put(source, start, end)
      : bytes.putSqlText(source, start, end),
  boolean: putBoolean,
  json: (bytes, source, start, end) => bytes.putSqlText(source, start, end),
  quoted: (bytes, source, start, end) => bytes.putSqlText(source, start, end),
}

/** What is written around and for the cells of a row; `before` and `cells` have one entry for each column. */
interface RowForm {
  before: readonly Buffer[]
  cells: readonly PutCell[]
  after: Buffer
}

function jsonForm(fields: readonly ResultField[], cells: Readonly<Record<Exported, PutCell>>): RowForm {
  const names = distinctNames(fields.map(({ name }) => name))
  return {
    before: names.map((name, index) => Buffer.from(`${index === 0 ? '' : ', '}${JSON.stringify(name)}: `)),
    cells: fields.map(({ dataType }) => cells[valueType(dataType).exported]),
    after: Buffer.from('}'),
  }
}

/** Bytes of a message before its cells: code, length, number of cells. */
const ROW_BYTES = 7

function rowsWriter(
  bytes: ByteBuffer,
  { before, cells, after }: RowForm,
): (messages: Buffer, beginRow: () => void) => Buffer {
  return (messages, beginRow) => {
    for (let at = 0; at < messages.length;) {
      const columns = ((messages[at + 5] ?? 0) << 8) | (messages[at + 6] ?? 0)
      at += ROW_BYTES
      beginRow()
      for (let column = 0; column < columns; column++) {
        const separator = before[column]
        if (separator) bytes.put(separator)
        const size = int32(messages, at)
        at += 4
        if (size < 0) {
          bytes.put(NULL)
          continue
        }
        cells[column]?.(bytes, messages, at, at + size)
        at += size
      }
      bytes.put(after)
    }
    return bytes.take()
  }
}

function int32(source: Buffer, at: number): number {
  return (
    ((source[at] ?? 0) << 24) |
    ((source[at + 1] ?? 0) << 16) |
    ((source[at + 2] ?? 0) << 8) |
    (source[at + 3] ?? 0)
  )
}
