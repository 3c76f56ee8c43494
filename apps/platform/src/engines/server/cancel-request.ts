/** PostgreSQL's CancelRequest: a separate connection that names the session to interrupt, without signing in. */
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls, type ConnectionOptions } from 'node:tls'
import { serialize } from 'pg-protocol'

/** The session to cancel. */
export interface CancelKey {
  /** A directory: the socket is in there. */
  host: string
  port: number
  /** As the session's own: an options object or true for TLS. */
  tls: boolean | ConnectionOptions
  processId: number
  secretKey: number
}

const GIVE_UP_AFTER_MS = 5000

/**
 * Resolves when the server has forwarded the request, or after 5 s. It never rejects: the session itself shows
 * whether the statement stopped.
 */
export async function sendCancelRequest(key: CancelKey): Promise<void> {
  const { host, port } = key
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
  })
  socket.on('error', () => {})
  socket.setTimeout(GIVE_UP_AFTER_MS, () => socket.destroy())
  socket.once('connect', () => {
    if (key.tls) startTls(socket, key)
    else send(socket, key)
  })
  await closed
}

/** A server that speaks TLS answers the SSLRequest with one byte, `S`. */
function startTls(socket: Socket, key: CancelKey): void {
  socket.write(serialize.requestSsl())
  socket.once('data', (answer) => {
    if (answer.toString('latin1') !== 'S') return socket.destroy()
    const options = typeof key.tls === 'object' ? key.tls : {}
    const servername = isIP(key.host) === 0 ? { servername: key.host } : {}
    const secure = connectTls({ ...options, socket, host: key.host, ...servername })
    secure.on('error', () => socket.destroy())
    secure.once('secureConnect', () => send(secure, key))
  })
}

function send(socket: Socket, { processId, secretKey }: CancelKey): void {
  socket.on('data', () => {})
  socket.on('end', () => socket.end())
  socket.write(serialize.cancel(processId, secretKey))
}
