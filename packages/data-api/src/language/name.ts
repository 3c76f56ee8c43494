/** Names of columns and relations, and the JSON paths behind them. */
import type { TextReader } from './text-reader.js'

/** One step into a JSON value. */
export interface JsonStep {
  /** `->>` gives text, `->` gives JSON. */
  arrow: '->' | '->>'
  /** A key, or the digits of an index. */
  key: string
  isIndex: boolean
}

/** A column, or something inside of it. */
export interface Field {
  name: string
  path: readonly JsonStep[]
}

/** A `-` belongs to a name unless it begins an arrow. */
const BARE_NAME = /(?:[\p{L}\p{N}_$ ]|-(?!>))+/uy
const JSON_INDEX = /-?\d+(?=$|->|::|[.,:)(!])/y
const JSON_KEY = /(?:[^,.:()>-]|-(?!>)|>)+/y

/** A name, bare or in double quotes with `\` before a quote. @throws DataApiError PGRST100 */
export function readName(reader: TextReader): string {
  if (reader.sees('"')) {
    const quoted = readQuoted(reader)
    if (quoted === '') throw reader.failure('a name that is not empty')
    return quoted
  }
  const name = reader.match(BARE_NAME)?.trim()
  if (name === undefined || name === '')
    throw reader.failure('a name: letters, digits, "_", "$", "-" or quotes')
  return name
}

/** A text in double quotes. @throws DataApiError PGRST100 when it does not end */
export function readQuoted(reader: TextReader): string {
  reader.expect('"')
  let text = ''
  while (!reader.takes('"')) {
    if (reader.isAtEnd) throw reader.failure('"\\""')
    if (reader.takes('\\') && reader.isAtEnd) throw reader.failure('a character')
    const character = String.fromCodePoint(reader.text.codePointAt(reader.at) as number)
    reader.at += character.length
    text += character
  }
  return text
}

/** A column and the JSON path behind it. @throws DataApiError PGRST100 */
export function readField(reader: TextReader): Field {
  return { name: readName(reader), path: readJsonPath(reader) }
}

/** `->a->0->>b`, which may be empty. @throws DataApiError PGRST100 */
export function readJsonPath(reader: TextReader): JsonStep[] {
  const path: JsonStep[] = []
  for (;;) {
    const arrow = reader.takes('->>') ? '->>' : reader.takes('->') ? '->' : undefined
    if (arrow === undefined) return path
    const index = reader.match(JSON_INDEX)
    const key = index ?? (reader.sees('"') ? readQuoted(reader) : reader.match(JSON_KEY))
    if (key === undefined) throw reader.failure('a key or an index')
    path.push({ arrow, key, isIndex: index !== undefined })
  }
}

/** What a field is called in the answer: the last key of its path, else the column. */
export function outputName({ name, path }: Field): string {
  return path.findLast(({ isIndex, key }) => !isIndex && key !== '')?.key ?? name
}
