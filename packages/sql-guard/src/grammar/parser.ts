/** PostgreSQL's own parser: libpg-query, compiled to WebAssembly, loaded at the first use and again after it broke. */
// The declaration must be found with this file, whatever files the importing configuration includes.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./libpg-query.d.ts" />
import type { PgQueryModule } from 'libpg-query/wasm/libpg-query.js'
import type { Node } from './nodes.js'

/** Where the parser comes from. */
export interface GrammarSource {
  /**
   * The address of `libpg-query.wasm`, for hosts that don't find it beside the JavaScript: a bundler's `?url` import.
   * Node needs none.
   */
  wasmUrl?: string
}

/** The answer of PostgreSQL's parser. Offsets count UTF-8 bytes, `position` counts characters. */
export type Parsed =
  | { type: 'parsed'; statements: RawStatement[] }
  | { type: 'syntax-error'; message: string; position: number }
  /** It ran out of memory or stack. */
  | { type: 'too-complex' }
  /** It could not be loaded. */
  | { type: 'unavailable' }

export interface RawStatement {
  node: Node
  startByte: number
}

let source: GrammarSource = {}
let loading: Promise<PgQueryModule> | undefined

/**
 * Sets the address of the parser and starts loading it, so that the first judgement does not wait.
 * @throws when it can't be loaded; judgements then answer `unavailable`, and try again each time
 */
export async function loadGrammar(from: GrammarSource = {}): Promise<void> {
  source = from
  await load()
}

/** @internal */
export async function parse(sql: string): Promise<Parsed> {
  let parser: PgQueryModule
  try {
    do parser = await load()
    while (broken.has(parser))
  } catch {
    return { type: 'unavailable' }
  }
  try {
    return parseWith(parser, sql)
  } catch {
    // Too deep for its stack or too large for its memory. Later answers of the instance can't be trusted.
    broken.add(parser)
    loading = undefined
    return { type: 'too-complex' }
  }
}

/** Other calls may have waited for the broken instance. */
const broken = new WeakSet<PgQueryModule>()

function load(): Promise<PgQueryModule> {
  loading ??= instantiate(source).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function instantiate({ wasmUrl }: GrammarSource): Promise<PgQueryModule> {
  const { default: create } = await import('libpg-query/wasm/libpg-query.js')
  const silent = { print: () => {}, printErr: () => {} }
  return create(wasmUrl === undefined ? silent : { ...silent, locateFile: () => wasmUrl })
}

function parseWith(parser: PgQueryModule, sql: string): Parsed {
  const bytes = parser.lengthBytesUTF8(sql) + 1
  const query = parser._malloc(bytes)
  if (query === 0) throw new Error('Out of memory')
  parser.stringToUTF8(sql, query, bytes)
  const result = parser._wasm_parse_query_raw(query)
  if (result === 0) throw new Error('Out of memory')
  const parsed = read(parser, result)
  parser._wasm_free_parse_result(result)
  parser._free(query)
  return parsed
}

/** Reads the C structs `PgQueryParseResult {tree, stderr, error}` and `PgQueryError {message, function, file, line, cursor}`. */
function read(parser: PgQueryModule, result: number): Parsed {
  const error = parser.getValue(result + 8, 'i32')
  if (error !== 0) {
    const message = parser.UTF8ToString(parser.getValue(error, 'i32'))
    // The parser's own stack is full; PostgreSQL refuses such a text with the same words.
    if (message.startsWith('memory exhausted')) return { type: 'too-complex' }
    return { type: 'syntax-error', message, position: parser.getValue(error + 16, 'i32') }
  }
  const tree = JSON.parse(parser.UTF8ToString(parser.getValue(result, 'i32'))) as { stmts?: RawNode[] }
  const statements = (tree.stmts ?? []).map(({ stmt, stmt_location }) => ({
    node: stmt,
    startByte: stmt_location ?? 0,
  }))
  return { type: 'parsed', statements }
}

interface RawNode {
  stmt: Node
  stmt_location?: number
}
