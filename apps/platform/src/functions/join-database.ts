/** Joins programs in functions to the databases of their projects: in PGlite to its one session, else to a server, as the owner. */
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { Database } from '../engines/engine.js'
import type { EmbeddedDatabases } from '../engines/engine-registry.js'
import {
  AUTHENTICATION_OK,
  backendKeyData,
  onlyVersion3,
  parameterStatus,
  readyForQuery,
} from '../engines/pglite/socket/backend-messages.js'
import type { ClientStart } from '../engines/pglite/socket/client-session.js'
import type { ClientSocket } from '../engines/pglite/socket/client-socket.js'
import { ProtocolError } from '../engines/pglite/socket/protocol-error.js'
import { askedExtensions, startupSettings } from '../engines/pglite/socket/startup-settings.js'
import { sendCancelRequest } from '../engines/server/cancel-request.js'
import { connectionError } from '../engines/server/connection-error.js'
import { configOf, type SignIn } from '../engines/server/sign-in.js'
import type { ProjectLife } from '../project-life/project-life.js'
import { functionText } from '../text/functions.js'
import { socketText } from '../text/socket.js'
import type { JoinDatabase, JoinedClient } from './database-door.js'

export interface FunctionDatabasesDeps {
  life: Pick<ProjectLife, 'database'>
  registry: EmbeddedDatabases
}

/** An idle session ends at once. */
const LEAVE_MS = 500

/** The parts of the driver's client that its types leave out. */
interface OpenClient {
  connection: {
    stream: Duplex
    on(
      event: 'parameterStatus',
      take: (said: { parameterName: string; parameterValue: string }) => void,
    ): void
  }
  processID: number
  secretKey: number
}

/** What joins the clients of a project's functions to its database. */
export function functionDatabases({ life, registry }: FunctionDatabasesDeps): (ref: string) => JoinDatabase {
  /** Connections of the functions of a project, which share what its server gives. */
  const open = new Map<string, number>()

  async function toServer(
    database: Database,
    client: ClientSocket,
    start: ClientStart,
  ): Promise<JoinedClient> {
    const signIn = await database.ownerSignIn?.()
    if (!signIn) throw new ProtocolError('42501', functionText.superuserDatabase)
    const { id } = database
    const others = open.get(id) ?? 0
    if (others >= signIn.connections)
      throw new ProtocolError('53300', functionText.tooManyConnections(signIn.connections))
    open.set(id, others + 1)
    const endUse = database.use()
    const leave = () => {
      endUse()
      const left = (open.get(id) ?? 1) - 1
      if (left === 0) open.delete(id)
      else open.set(id, left)
    }
    try {
      const joined = await relayToServer(client, start, signIn)
      return { ...joined, ended: joined.ended.finally(leave) }
    } catch (error) {
      leave()
      throw error
    }
  }

  return (ref) => async (client, start) => {
    // It checks that the project is not paused.
    const database = await life.database(ref)
    if (database.ownerSignIn) return toServer(database, client, start)
    const embedded = await registry.embedded().open(ref)
    const { session, ended } = await embedded.client.connect(client, start)
    return { key: session.key, cancel: () => session.cancel(), ended }
  }
}

/** The platform signs in; from then on the bytes of both sides pass as they are. */
async function relayToServer(
  client: ClientSocket,
  start: ClientStart,
  signIn: SignIn,
): Promise<JoinedClient> {
  const config = configOf(signIn)
  const server = new pg.Client({
    ...config,
    options: [config.options, ...startupSettings(start.parameters).map(asOption)].filter(Boolean).join(' '),
    application_name: start.parameters.get('application_name') ?? 'basedeck function',
  })
  server.on('error', () => {})
  const internals = server as unknown as OpenClient
  const statuses: Buffer[] = []
  internals.connection.on('parameterStatus', ({ parameterName, parameterValue }) =>
    statuses.push(parameterStatus(parameterName, parameterValue)),
  )
  try {
    await server.connect()
  } catch (error) {
    internals.connection.stream.destroy()
    throw connectionError(error, server)
  }
  const { processID: processId, secretKey: secret } = internals
  const { stream } = internals.connection
  const key = { host: server.host, port: server.port, tls: server.ssl, processId, secretKey: secret }
  try {
    if (client.isGone) throw new ProtocolError('08006', socketText.clientLeft)
    const socket = client.release()
    stream.removeAllListeners('data')
    const extensions = askedExtensions(start.parameters)
    socket.write(
      Buffer.concat([
        ...(start.minor > 0 || extensions.length > 0 ? [onlyVersion3(extensions)] : []),
        AUTHENTICATION_OK,
        ...statuses,
        backendKeyData(processId, secret),
        readyForQuery('I'),
      ]),
    )
    const cancel = () => void sendCancelRequest(key)
    return { key: { processId, secret }, cancel, ended: relay(socket, stream, cancel) }
  } catch (error) {
    stream.destroy()
    throw error
  }
}

/** Resolves when the server has ended the session. */
async function relay(client: Socket, server: Duplex, cancel: () => void): Promise<void> {
  server.on('error', () => server.destroy())
  client.on('close', () => {
    server.end()
    server.resume()
    // A statement of a client that is gone would go on, with its locks.
    const busy = setTimeout(() => {
      cancel()
      setTimeout(() => server.destroy(), LEAVE_MS).unref()
    }, LEAVE_MS)
    server.once('close', () => clearTimeout(busy))
  })
  const closed = new Promise<void>((resolve) => void server.once('close', resolve))
  client.pipe(server)
  server.pipe(client)
  await closed
  client.destroySoon()
}

/** As a word of `options`, where a backslash takes the next character as it is. */
function asOption([name, value]: [string, string]): string {
  return `-c ${name}=${value.replace(/[\\\s]/g, '\\$&')}`
}
