/** A request written byte by byte, because clients of HTTP refuse to send what an attacker sends. */
import { connect } from 'node:net'

export interface RawRequest {
  method: string
  /** Sent as it is, so that it may break the line. */
  path: string
  headers: Readonly<Record<string, string>>
  body: string
}

export interface RawAnswer {
  status: number
  /** The head and the body as they came. */
  text: string
}

/** @param origin `http://127.0.0.1:1234`. @throws Error when the server hangs up without an answer */
export function sendRaw(origin: string, { method, path, headers, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(origin)
  const content = Buffer.from(body)
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    'connection: close',
    `content-length: ${content.length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => void (text += chunk))
    // The server may close before it read everything.
    socket.on('error', () => {})
    socket.once('close', () => {
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1])
      if (status > 0) resolve({ status, text })
      else reject(new Error(`No answer to ${method} ${path}`))
    })
    socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), content]))
  })
}
