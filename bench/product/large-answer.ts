/**
 * A proxy in front of the platform that answers runs with more rows than the platform's caps allow, as frames of the row
 * stream. It passes everything else on.
 */
import { FRAME, ROW_STREAM_TYPE } from '@basedeck/platform-client/row-stream'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

const ROWS_OF_A_FRAME = 1000

export interface LargeAnswer {
  url: string
  /** Bytes that the last answer had on the wire. */
  bytes(): number
  close(): Promise<void>
}

export async function serveLargeAnswer(
  platformUrl: string,
  { rows, columns }: { rows: number; columns: number },
): Promise<LargeAnswer> {
  const { host, port, hostname } = new URL(platformUrl)
  let bytes = 0
  const server = createServer(async (incoming, outgoing) => {
    if (!incoming.headers.accept?.startsWith(ROW_STREAM_TYPE)) {
      const headers = { ...incoming.headers, host, ...(incoming.headers.origin && { origin: platformUrl }) }
      const forward = request(
        { host: hostname, port, method: incoming.method, path: incoming.url, headers },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 0, answer.headers)
          answer.pipe(outgoing)
        },
      )
      forward.on('error', () => outgoing.destroy())
      incoming.pipe(forward)
      return
    }
    incoming.resume()
    bytes = 0
    outgoing.writeHead(200, { 'content-type': ROW_STREAM_TYPE })
    for (const frame of frames(rows, columns)) {
      bytes += frame.length
      if (!outgoing.write(frame)) await once(outgoing, 'drain')
    }
    outgoing.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: () => bytes,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function* frames(rows: number, columns: number): Generator<Buffer> {
  const fields = Array.from({ length: columns }, (_, index) => ({
    name: `c${index}`,
    dataTypeId: 23,
    dataType: 'int4',
  }))
  yield frame(FRAME.fields, Buffer.from(JSON.stringify({ fields })))
  for (let first = 0; first < rows; first += ROWS_OF_A_FRAME) {
    const count = Math.min(ROWS_OF_A_FRAME, rows - first)
    const head = Buffer.alloc(4)
    head.writeUInt32BE(count)
    const messages = Array.from({ length: count }, (_, index) => rowOf(first + index, columns))
    yield frame(FRAME.rows, Buffer.concat([head, ...messages]))
  }
  yield frame(FRAME.complete, Buffer.from(JSON.stringify({ command: 'SELECT', rowCount: rows })))
  yield frame(FRAME.end, Buffer.from('{"durationMs":1}'))
}

function frame(kind: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head[0] = kind
  head.writeUInt32BE(payload.length, 1)
  return Buffer.concat([head, payload])
}

/** A DataRow message. */
function rowOf(row: number, columns: number): Buffer {
  const cells = Array.from({ length: columns }, (_, column) => {
    const text = Buffer.from(String(row + column))
    const length = Buffer.alloc(4)
    length.writeInt32BE(text.length)
    return Buffer.concat([length, text])
  })
  const body = Buffer.concat(cells)
  const head = Buffer.alloc(7)
  head[0] = 0x44
  head.writeUInt32BE(body.length + 6, 1)
  head.writeUInt16BE(columns, 5)
  return Buffer.concat([head, body])
}
