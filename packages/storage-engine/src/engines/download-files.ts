/** Reads many files, ten at a time, and hands them on in their order: what a zip is made of. */

/** Downloads that run at once. SPEC §9 */
export const DOWNLOADS_AT_ONCE = 10

/** A file that is downloaded. */
export interface WantedFile {
  /** Its path in the bucket. */
  path: string
  /** Its path in the archive. */
  name: string
  /** When it was changed. */
  modified?: Date
}

/** A file whose bytes arrive. */
export interface ArrivingFile<Body> {
  name: string
  body: Body
  modified?: Date
}

/** Told for each file. */
export interface DownloadEvents {
  onDone?(path: string): void
  onFailed?(path: string, error: unknown): void
}

/**
 * Begins ten downloads at once, and yields each file in the given order: a slow reader delays the others. A file that
 * fails is left out.
 * @param open resolves when the answer has begun; its body is read by the consumer
 */
export async function* arrivingFiles<Body>(
  files: AsyncIterable<WantedFile> | Iterable<WantedFile>,
  open: (path: string) => Promise<Body>,
  { onDone, onFailed }: DownloadEvents = {},
): AsyncGenerator<ArrivingFile<Body>, void> {
  const begun: { file: WantedFile; body: Promise<{ body: Body } | { error: unknown }> }[] = []
  const begin = (file: WantedFile) => {
    const body = open(file.path).then(
      (opened) => ({ body: opened }),
      (error: unknown) => ({ error }),
    )
    begun.push({ file, body })
  }
  const hand = async function* (): AsyncGenerator<ArrivingFile<Body>, void> {
    const first = begun.shift()
    if (!first) return
    const { path, name, modified } = first.file
    const answer = await first.body
    if ('error' in answer) return onFailed?.(path, answer.error)
    yield { name, body: answer.body, ...(modified ? { modified } : {}) }
    onDone?.(path)
  }
  for await (const file of files) {
    begin(file)
    if (begun.length >= DOWNLOADS_AT_ONCE) yield* hand()
  }
  while (begun.length > 0) yield* hand()
}

/** Bytes up to which a file is read at once. */
const SMALL_BYTES = 256 * 1024

/**
 * The bytes of an answer: a small file whole, which frees its connection before its turn in the archive comes, and a large one as
 * it arrives.
 * @param length of the answer in bytes; undefined: it was not told @throws what the reading throws
 */
export async function bytesArriving(
  body: ReadableStream<Uint8Array>,
  length: number | undefined,
): Promise<Uint8Array | ReadableStream<Uint8Array>> {
  const isSmall = length !== undefined && length <= SMALL_BYTES
  return isSmall ? wholeOf(body) : body
}

async function wholeOf(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = body.getReader()
  let whole = new Uint8Array(0)
  for (;;) {
    const { done, value } = await reader.read()
    if (done || !value) return whole
    if (whole.length === 0) whole = new Uint8Array(value)
    else {
      const longer = new Uint8Array(whole.length + value.length)
      longer.set(whole)
      longer.set(value, whole.length)
      whole = longer
    }
  }
}
