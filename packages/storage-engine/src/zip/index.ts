/** Packs files into a zip while they arrive: the memory does not grow with the archive. */
import { makeZip } from 'client-zip'
import type { ArrivingFile } from '../engines/download-files.js'

/** The bytes of a file: all of it, or a stream. */
export type ZippedBody = Blob | Uint8Array | ReadableStream<Uint8Array>

/** A zip of files as a stream. It fails when a body fails. */
export function zipStream(
  files: AsyncIterable<ArrivingFile<ZippedBody>> | Iterable<ArrivingFile<ZippedBody>>,
): ReadableStream<Uint8Array> {
  return makeZip(entriesOf(files) as never) as unknown as ReadableStream<Uint8Array>
}

async function* entriesOf(
  files: AsyncIterable<ArrivingFile<ZippedBody>> | Iterable<ArrivingFile<ZippedBody>>,
) {
  for await (const { name, body, modified } of files)
    yield { name, input: body, ...(modified ? { lastModified: modified } : {}) }
}

/** Bytes that are held until they become a part of the blob. */
const PART_BYTES = 8 * 1024 * 1024

/** A stream as one blob: its parts leave the page's memory where the browser keeps blobs on the disk. */
export async function blobOf(
  stream: ReadableStream<Uint8Array>,
  { type, onBytes }: { type: string; onBytes?(bytes: number): void },
): Promise<Blob> {
  const reader = stream.getReader()
  const parts: Blob[] = []
  let pieces: Uint8Array[] = []
  let held = 0
  let total = 0
  const keep = () => {
    // Their bytes are of the page's own memory, which the types of a browser ask for.
    parts.push(new Blob(pieces as Uint8Array<ArrayBuffer>[]))
    pieces = []
    held = 0
  }
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      if (!value) continue
      pieces.push(value)
      held += value.length
      total += value.length
      onBytes?.(total)
      if (held >= PART_BYTES) keep()
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined)
    throw error
  }
  keep()
  return new Blob(parts, { type })
}
