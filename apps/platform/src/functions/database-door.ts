/**
 * The way of one process of a function to the database of its project: PostgreSQL's protocol at a socket in the folder of the
 * process. The password is made for the process; with its end the door closes, and all its connections with it.
 */
import { chmod } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import type { ClientStart } from '../engines/pglite/socket/client-session.js'
import { ClientSocket } from '../engines/pglite/socket/client-socket.js'
import { ClientGone, ProtocolError } from '../engines/pglite/socket/protocol-error.js'
import { firstPacket, proveIdentity } from '../engines/pglite/socket/sign-in.js'
import { DATABASE_NAME, OWNER_ROLE } from '../engines/roles.js'
import { socketText } from '../text/socket.js'
import { listening, type Door } from './door.js'

/** A client that is joined to the database. */
export interface JoinedClient {
  /** What a CancelRequest must name. */
  key: { processId: number; secret: number }
  cancel(): void
  /** Resolves when it has left. */
  ended: Promise<void>
}

/** Joins a client that has signed in, and tells it so. @throws Error with a sentence: the client is refused */
export type JoinDatabase = (client: ClientSocket, start: ClientStart) => Promise<JoinedClient>

export interface DatabaseDoorDeps {
  password: string
  join: JoinDatabase
  /** Told of errors that no client can be told. */
  onError(error: unknown): void
}

const OPEN_MAX = 100
const SIGN_IN_MS = 30_000
/** PostgreSQL's port, which names its socket too. */
export const DATABASE_PORT = 5432
export const DATABASE_SOCKET = `.s.PGSQL.${DATABASE_PORT}`

/** @param at the path of the socket */
export async function openDatabaseDoor(deps: DatabaseDoorDeps, at: string): Promise<Door> {
  const sockets = new Set<Socket>()
  const joined = new Set<JoinedClient>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    const client = new ClientSocket(socket)
    void serve(deps, client, joined).catch((error: unknown) => {
      if (error instanceof ProtocolError) return client.refuse({ code: error.code, message: error.message })
      client.destroy()
      if (!(error instanceof ClientGone)) deps.onError(error)
    })
  })
  server.maxConnections = OPEN_MAX
  await listening(server, () => server.listen(at))
  // Its folder belongs to the one function.
  await chmod(at, 0o777)
  return {
    close() {
      server.close()
      for (const one of joined) one.cancel()
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function serve(
  { password, join }: DatabaseDoorDeps,
  client: ClientSocket,
  joined: Set<JoinedClient>,
): Promise<void> {
  const late = setTimeout(() => client.refuse({ code: '08006', message: socketText.signInTime }), SIGN_IN_MS)
  const start = await signIn(client, password, joined).finally(() => clearTimeout(late))
  if (!start) return
  const one = await join(client, start).catch((error: unknown) => {
    if (error instanceof ProtocolError || error instanceof ClientGone) throw error
    throw new ProtocolError('57P03', socketText.notOpen((error as Error).message))
  })
  joined.add(one)
  await one.ended
  joined.delete(one)
}

/** Undefined: it only wanted to cancel. */
async function signIn(
  client: ClientSocket,
  password: string,
  joined: ReadonlySet<JoinedClient>,
): Promise<ClientStart | undefined> {
  const start = await firstPacket(client, undefined)
  if (start.type === 'cancel') {
    for (const { key, cancel } of joined)
      if (key.processId === start.processId && key.secret === start.secret) cancel()
    client.end()
    return undefined
  }
  const user = start.parameters.get('user') ?? ''
  await proveIdentity(client, user, user === OWNER_ROLE ? password : undefined)
  const database = start.parameters.get('database') || DATABASE_NAME
  if (database !== DATABASE_NAME) throw new ProtocolError('3D000', socketText.wrongDatabase(database))
  return start
}

/** The variable by which a function finds it. @param folder where its socket is; undefined: it is a port of the process */
export function databaseUrl(password: string, folder: string | undefined): string {
  const at = folder === undefined ? '' : `?host=${encodeURIComponent(folder)}`
  return `postgresql://${OWNER_ROLE}:${password}@127.0.0.1:${DATABASE_PORT}/${DATABASE_NAME}${at}`
}
