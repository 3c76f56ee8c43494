/**
 * Buffers the data of `COPY … FROM STDIN` of a PGlite in a file, so that a slow client never blocks its single session
 * and memory use stays constant.
 */
import { createWriteStream } from 'node:fs'
import { Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { serialize } from 'pg-protocol'

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
