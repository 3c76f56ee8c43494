/** The part of libpg-query's compiled module that the parser uses; the package has no types for it. */
declare module 'libpg-query/wasm/libpg-query.js' {
  export interface PgQueryModule {
    lengthBytesUTF8(text: string): number
    stringToUTF8(text: string, pointer: number, maxBytes: number): void
    UTF8ToString(pointer: number): string
    getValue(pointer: number, type: 'i32'): number
    _malloc(bytes: number): number
    _free(pointer: number): void
    _wasm_parse_query_raw(query: number): number
    _wasm_free_parse_result(result: number): void
  }
  export interface PgQueryOptions {
    locateFile?: (name: string, directory: string) => string
    print?: (line: string) => void
    printErr?: (line: string) => void
  }
  const create: (options?: PgQueryOptions) => Promise<PgQueryModule>
  export default create
}
