/** Packs files into a zip while they arrive: the memory does not grow with the archive. */
import { makeZip } from 'client-zip'
import type { ArrivingFile } from '../engines/download-files.js'
import { createArchiveNames } from '../rules/archive-names.js'

/** The bytes of a file: all of it, or a stream. */
export type ZippedBody = Blob | Uint8Array | ReadableStream<Uint8Array>

/** What a zip is made of. */
export type ZippedFiles = AsyncIterable<ArrivingFile<ZippedBody>> | Iterable<ArrivingFile<ZippedBody>>

/** Told for each file. */
export interface ZipEvents {
  /** The file has another name in the zip, because not every system could unpack it, or another file has it. */
  onRenamed?(name: string, inZip: string): void
}

/**
 * A zip of files as a stream. Their names are made such that every system can unpack them, each into a file of its own below
 * the chosen folder. It fails when a body fails.
 */
export function zipStream(files: ZippedFiles, events: ZipEvents = {}): ReadableStream<Uint8Array> {
  return makeZip(entriesOf(files, events) as never) as unknown as ReadableStream<Uint8Array>
}

async function* entriesOf(files: ZippedFiles, { onRenamed }: ZipEvents) {
  const nameOf = createArchiveNames()
  for await (const { name: given, body, modified } of files) {
    const { name, isChanged } = nameOf(given)
    if (isChanged) onRenamed?.(given, name)
    yield { name, input: body, ...(modified ? { lastModified: modified } : {}) }
  }
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
