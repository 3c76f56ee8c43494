/** `COPY … FROM STDIN` through a connection, as a Node stream with backpressure. */
import { Writable } from 'node:stream'
import { serialize } from 'pg-protocol'
import type { ResultCollector } from '../wire/result-collector.js'
import type { Lease } from './lease.js'

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
