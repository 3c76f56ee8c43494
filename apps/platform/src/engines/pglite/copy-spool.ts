/**
 * Buffers COPY data of a PGlite in a file, so that a slow client never blocks its single session and memory use stays
 * constant.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Transform, type Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { serialize } from 'pg-protocol'

/** Reads a file and removes it, even if the reader stops early. */
export function readAndRemove(path: string): Readable {
  const stream = createReadStream(path)
  stream.once('close', () => void rm(path, { force: true }))
  return stream
}

/**
 * Writes the messages of a `COPY … FROM STDIN` to `path`; `written` resolves when the sink has ended and everything
 * is written.
 */
export function spoolCopyIn(sql: string, path: string): { sink: Writable; written: Promise<void> } {
  const sink = new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, serialize.copyData(chunk)),
    flush: (done) => done(null, serialize.copyDone()),
  })
  sink.push(serialize.query(sql))
  return { sink, written: pipeline(sink, createWriteStream(path, { mode: 0o600, flags: 'wx' })) }
}
