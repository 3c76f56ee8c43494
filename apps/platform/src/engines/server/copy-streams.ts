/** COPY through a connection, as Node streams: with backpressure in both directions. */
import { Readable, Writable } from 'node:stream'
import { serialize } from 'pg-protocol'
import { CopyOutSink } from '../wire/copy-out-sink.js'
import type { ResultCollector } from '../wire/result-collector.js'
import type { Lease } from './lease.js'

/** Resolves when the server has accepted the statement. Destroying the stream stops it. @throws DatabaseError, EngineError */
export function copyOutOf({ connection, session, run, end }: Lease, sql: string): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const stream = new Readable({
      read: () => connection.resume(),
      destroy: (error, done) => {
        connection.resume()
        run.stop('user')
        done(error)
      },
    })
    const sink = new CopyOutSink(
      () => resolve(stream),
      (bytes) => {
        if (!stream.destroyed && !stream.push(Buffer.from(bytes))) connection.pause()
      },
    )
    session
      .copyOut(sql, sink, run.signal)
      .finally(end)
      .then(
        () => stream.push(null),
        (error: Error) => (sink.hasBegun ? stream.destroy(error) : reject(error)),
      )
  })
}

/** `rows` settles when the sink has ended and the server has stored everything. Destroying the sink stores nothing. */
export function copyInto(
  { connection, session, end }: Lease,
  sql: string,
): { sink: Writable; rows: Promise<number> } {
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => connection.send(serialize.copyData(chunk), done),
    final: (done) => connection.send(serialize.copyDone(), done),
    destroy: (error, done) => {
      if (error || !sink.writableFinished)
        connection.send(serialize.copyFail(error?.message ?? 'aborted'), () => {})
      done(error)
    },
  })
  const exchange = (collector: ResultCollector): Promise<void> =>
    connection.exchange([serialize.query(sql)], collector)
  const rows = session.copyIn(exchange).finally(end)
  rows.catch((error: Error) => sink.destroy(error))
  return { sink, rows }
}
