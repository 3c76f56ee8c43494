/**
 * The globals that browsers and Node both have, and no more: what the core packages may use.
 * `window`, `document`, `process` and `Buffer` are type errors there.
 */
declare function setTimeout(run: () => void, ms?: number): unknown
declare function clearTimeout(timer: unknown): void
declare function queueMicrotask(run: () => void): void
declare function structuredClone<T>(value: T): T

interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
  throwIfAborted(): void
}
declare const AbortSignal: {
  any(signals: AbortSignal[]): AbortSignal
  timeout(ms: number): AbortSignal
}
declare class AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}

declare class TextEncoder {
  encode(text: string): Uint8Array
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string
}

declare class URLSearchParams {
  constructor(init?: string | Record<string, string> | [string, string][])
  get(name: string): string | null
  getAll(name: string): string[]
  set(name: string, value: string): void
  append(name: string, value: string): void
  delete(name: string): void
  has(name: string): boolean
  forEach(visit: (value: string, name: string) => void): void
  toString(): string
  readonly size: number
}
declare class URL {
  constructor(url: string, base?: string)
  href: string
  origin: string
  protocol: string
  host: string
  hostname: string
  port: string
  pathname: string
  search: string
  hash: string
  username: string
  password: string
  readonly searchParams: URLSearchParams
}

declare const crypto: {
  randomUUID(): string
  getRandomValues<T extends Uint8Array>(array: T): T
}
declare const performance: { now(): number }
declare const console: {
  log(...values: unknown[]): void
  warn(...values: unknown[]): void
  error(...values: unknown[]): void
}

declare class Headers {
  constructor(init?: Record<string, string>)
  get(name: string): string | null
}
declare class Blob {
  constructor(parts?: (string | Uint8Array | Blob)[], options?: { type?: string })
  readonly size: number
  readonly type: string
  slice(start?: number, end?: number): Blob
  text(): Promise<string>
  arrayBuffer(): Promise<ArrayBuffer>
  stream(): ReadableStream<Uint8Array>
}
interface ReadableStreamDefaultController<Piece> {
  enqueue(piece: Piece): void
  close(): void
  error(reason: unknown): void
}
declare class ReadableStream<Piece> {
  constructor(source: {
    start?(controller: ReadableStreamDefaultController<Piece>): void
    pull?(controller: ReadableStreamDefaultController<Piece>): Promise<void> | void
    cancel?(): void
  })
  getReader(): {
    read(): Promise<{ done: boolean; value?: Piece | undefined }>
    cancel(): Promise<void>
  }
}
declare class Response {
  constructor(
    body?: string | Uint8Array | ReadableStream<Uint8Array> | null,
    init?: { status?: number; headers?: Record<string, string> },
  )
  readonly status: number
  readonly headers: Headers
  text(): Promise<string>
}
