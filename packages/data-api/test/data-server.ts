/** The smallest server over `pg`: the statements of a plan one after the other, and its answer. */
import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { DataSchema } from '../src/index.js'
import { answerTo } from './answer-request.js'
import type { TestDatabase } from './database.js'

/** A server that is listening. */
export interface DataServer {
  url: string
  close(): Promise<void>
}

/** Serves a database on a free port of this machine. Requests wait for each other: there is one connection. */
export async function serve(database: TestDatabase, schema: DataSchema, role: string): Promise<DataServer> {
  let last: Promise<unknown> = Promise.resolve()
  const server = createServer((request, response) => {
    last = last.then(async () => {
      const answer = await answerTo(database, schema, {
        method: request.method ?? 'GET',
        url: request.url ?? '/',
        headers: headersOf(request),
        body: await bodyOf(request),
        role,
      })
      response.writeHead(answer.status, answer.headers).end(answer.body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await last
    },
  }
}

function headersOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  )
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
