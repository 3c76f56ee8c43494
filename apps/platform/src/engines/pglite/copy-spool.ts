/**
 * COPY data on its way in or out of a PGlite lies in a file: its one session is never held up by a slow client, and
 * nothing grows with the data but the file.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Transform, type Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { serialize } from 'pg-protocol'

/** Reads a file and removes it, also when the reader stops early. */
export function readAndRemove(path: string): Readable {
  const stream = createReadStream(path)
  stream.once('close', () => void rm(path, { force: true }))
  return stream
}

/** Writes the messages of a `COPY … FROM STDIN` to `path`; `written` resolves when the sink was ended and all is there. */
export function spoolCopyIn(sql: string, path: string): { sink: Writable; written: Promise<void> } {
  const sink = new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, serialize.copyData(chunk)),
    flush: (done) => done(null, serialize.copyDone()),
  })
  sink.push(serialize.query(sql))
  return { sink, written: pipeline(sink, createWriteStream(path, { mode: 0o600, flags: 'wx' })) }
}
