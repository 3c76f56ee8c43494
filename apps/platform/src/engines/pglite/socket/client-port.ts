/**
 * The port at which programs reach the databases in PGlite: it takes the password of the project before anything reaches
 * a database. The user names the project: `postgres.<ref>`. Programs of other machines must encrypt their connections.
 */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { TlsPair } from '../../program-access.js'
import { DATABASE_NAME, OWNER_ROLE } from '../../roles.js'
import { socketText } from '../../../text/socket.js'
import type { ClientSession } from './client-session.js'
import { ClientSocket } from './client-socket.js'
import type { DatabaseClient } from './database-client.js'
import { ClientGone, ProtocolError } from './protocol-error.js'
import { firstPacket, proveIdentity, type FirstPacket } from './sign-in.js'

/** As in the rules of PostgreSQL’s servers here. */
const THIS_MACHINE = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

/** Connections that have not signed in. */
const MOST_SIGNING_IN = 50
const SIGN_IN_MS = 30_000
const KEEP_ALIVE_MS = 60_000

export interface ClientPortOptions {
  /** Default: `127.0.0.1`. */
  host?: string
  /** 0: a free one. */
  port: number
  /** The certificate for encrypted connections. Default: connections are not encrypted. */
  tls?: TlsPair | undefined
  /** The project of a user without a ref; undefined: each user must name one. */
  ownRef: string | undefined
  /** Undefined: there is no such project on PGlite here. */
  passwordOf(ref: string): Promise<string | undefined>
  /** Opens a project's database. @throws an error whose message is a sentence */
  open(ref: string): Promise<{ client: DatabaseClient }>
  /** Told of errors that no client can be told. */
  onError(error: unknown): void
}

export class ClientPort {
  readonly #server: Server
  readonly #options: ClientPortOptions
  readonly #tls: SecureContext | undefined
  readonly #sockets = new Set<Socket>()
  readonly #sessions = new Set<ClientSession>()
  #signingIn = 0

  /** @throws the error of the system when the port can't be listened on */
  static async listen(options: ClientPortOptions): Promise<ClientPort> {
    const server = createServer()
    server.listen(options.port, options.host ?? '127.0.0.1')
    await once(server, 'listening')
    return new ClientPort(server, options)
  }

  private constructor(server: Server, options: ClientPortOptions) {
    this.#server = server
    this.#options = options
    this.#tls = options.tls && createSecureContext({ cert: options.tls.certificate, key: options.tls.key })
    server.on('connection', (socket) => void this.#connected(socket))
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const session of this.#sessions) session.end({ code: '57P01', message: socketText.shutdown })
    for (const socket of this.#sockets) socket.destroySoon()
    await closed
  }

  async #connected(socket: Socket): Promise<void> {
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.setKeepAlive(true, KEEP_ALIVE_MS)
    socket.setNoDelay(true)
    const client = new ClientSocket(socket)
    try {
      await this.#serve(client)
    } catch (error) {
      if (error instanceof ProtocolError) client.refuse({ code: error.code, message: error.message })
      else {
        client.destroy()
        if (!(error instanceof ClientGone)) this.#options.onError(error)
      }
    }
  }

  async #serve(client: ClientSocket): Promise<void> {
    if (this.#signingIn >= MOST_SIGNING_IN) return client.destroy()
    this.#signingIn++
    const timer = setTimeout(() => {
      client.refuse({ code: '08006', message: socketText.signInTime })
    }, SIGN_IN_MS)
    const signedIn = await this.#signIn(client).finally(() => {
      clearTimeout(timer)
      this.#signingIn--
    })
    if (!signedIn) return
    const { client: port } = await this.#options.open(signedIn.ref).catch((error: unknown) => {
      throw new ProtocolError('57P03', socketText.notOpen((error as Error).message))
    })
    const { session, ended } = await port.connect(client, signedIn.start)
    this.#sessions.add(session)
    await ended
    this.#sessions.delete(session)
  }

  /** Undefined: it only wanted to cancel. */
  async #signIn(client: ClientSocket) {
    const start = await firstPacket(client, this.#tls)
    if (!client.isEncrypted && !THIS_MACHINE.includes(client.remoteAddress))
      throw new ProtocolError('28000', socketText.needsTls)
    if (start.type === 'cancel') {
      this.#cancel(start)
      client.end()
      return undefined
    }
    const user = start.parameters.get('user') ?? ''
    const ref = this.#refOf(user)
    await proveIdentity(client, user, ref === undefined ? undefined : await this.#options.passwordOf(ref))
    if (ref === undefined) return undefined
    const database = start.parameters.get('database') || DATABASE_NAME
    if (database !== DATABASE_NAME && database !== user)
      throw new ProtocolError('3D000', socketText.wrongDatabase(database))
    return { ref, start }
  }

  #refOf(user: string): string | undefined {
    if (user === OWNER_ROLE) return this.#options.ownRef
    return user.startsWith(`${OWNER_ROLE}.`) ? user.slice(OWNER_ROLE.length + 1) : undefined
  }

  #cancel({ processId, secret }: Extract<FirstPacket, { type: 'cancel' }>): void {
    for (const session of this.#sessions)
      if (session.key.processId === processId && session.key.secret === secret) session.cancel()
  }
}
