/** A small tus server on loopback, which a test can interrupt: what it has of each upload, and what it was sent. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'

export interface TusServer {
  endpoint: string
  /** Uploads by address. */
  uploads: Map<string, { length: number; metadata: Record<string, string>; bytes: Buffer }>
  /** `METHOD key` of every request. */
  requests: string[]
  /** Answers the next request of a method with a status. */
  refuse(method: string, status: number, body?: string): void
  /** Ends the connection of the next PATCH after so many bytes, and keeps them. */
  breakAfter(bytes: number): void
  /** Never answers the next POST, and keeps what it sent. */
  holdAnswer(): void
  close(): Promise<void>
}

export async function startTusServer(): Promise<TusServer> {
  const uploads: TusServer['uploads'] = new Map()
  const requests: string[] = []
  const refusals: { method: string; status: number; body: string }[] = []
  let breaks: number | null = null
  let isHeld = false

  let created = 0
  const take = async (request: IncomingMessage, upload: { bytes: Buffer }) => {
    const limit = request.method === 'PATCH' ? breaks : null
    if (limit !== null) breaks = null
    for await (const piece of request) {
      const bytes = piece as Buffer
      upload.bytes = Buffer.concat([upload.bytes, limit === null ? bytes : bytes.subarray(0, limit)])
      if (limit !== null) return false
    }
    return true
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', headers, url = '' } = request
    requests.push(`${method} ${String(headers['apikey'])}`)
    response.setHeader('tus-resumable', '1.0.0')
    const refusal = refusals.find((each) => each.method === method)
    if (refusal) {
      refusals.splice(refusals.indexOf(refusal), 1)
      request.resume()
      return response.writeHead(refusal.status).end(refusal.body)
    }
    if (method === 'POST') {
      const upload = {
        length: Number(headers['upload-length']),
        metadata: metadataOf(String(headers['upload-metadata'])),
        bytes: Buffer.alloc(0),
      }
      const path = `/files/${++created}`
      uploads.set(path, upload)
      await take(request, upload)
      if (isHeld) return void (isHeld = false)
      return response.writeHead(201, { location: path, 'upload-offset': String(upload.bytes.length) }).end()
    }
    const [path = '', query = ''] = url.split('?checksums=')
    const upload = uploads.get(path)
    if (!upload) return response.writeHead(404).end()
    if (method === 'GET') {
      const parts = query === '' ? [] : query.split(',').map((part) => part.split('-').map(Number))
      const checksums = parts.map(([start, end]) => crc32(upload.bytes.subarray(start, end)))
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ offset: upload.bytes.length, checksums }))
    }
    if (method === 'DELETE') {
      uploads.delete(path)
      return response.writeHead(204).end()
    }
    if (method === 'PATCH') {
      if (Number(headers['upload-offset']) !== upload.bytes.length)
        return response.writeHead(409).end('Upload-Offset conflict')
      if (!(await take(request, upload))) return response.destroy()
    }
    return response
      .writeHead(method === 'HEAD' ? 200 : 204, {
        'upload-offset': String(upload.bytes.length),
        'upload-length': String(upload.length),
      })
      .end()
  }
  const server = createServer(
    (request, response) => void answer(request, response).catch(() => response.destroy()),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}/files`,
    uploads,
    requests,
    refuse: (method, status, body = '') => void refusals.push({ method, status, body }),
    breakAfter(bytes) {
      breaks = bytes
    },
    holdAnswer() {
      isHeld = true
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function metadataOf(header: string): Record<string, string> {
  return Object.fromEntries(
    header.split(',').map((pair) => {
      const [name = '', value = ''] = pair.split(' ')
      return [name, Buffer.from(value, 'base64').toString()]
    }),
  )
}
