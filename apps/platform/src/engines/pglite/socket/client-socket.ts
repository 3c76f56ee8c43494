/** A client's connection: what it sends, cut into messages, and what is sent to it. */
import type { Socket } from 'node:net'
import { TLSSocket, type SecureContext } from 'node:tls'
import { socketText } from '../../../text/socket.js'
import { errorResponse, type ClientError } from './backend-messages.js'
import { MessageCutter } from './message-cutter.js'
import { ClientGone, ProtocolError } from './protocol-error.js'
import { isStartupLength } from './startup-packet.js'

/** A client that is told why its connection ends is given so long to read it. */
const FAREWELL_MS = 5000

export class ClientSocket {
  #socket: Socket
  readonly #cutter = new MessageCutter()
  #isGone = false
  #heard = (): void => {}
  /** Called once, when the connection has ended. */
  onGone: () => void = () => {}

  constructor(socket: Socket) {
    this.#socket = socket
    this.#listen(socket)
  }

  /** Of the client; empty when it has gone. */
  get remoteAddress(): string {
    return this.#socket.remoteAddress ?? ''
  }

  get isEncrypted(): boolean {
    return this.#socket instanceof TLSSocket
  }

  /**
   * Goes on encrypted. What came before is refused: it could have been slipped in on the way (CVE-2021-23214).
   * @param consent sent before @throws ProtocolError
   */
  encrypt(consent: Buffer, secureContext: SecureContext): void {
    const plain = this.#socket
    if (plain.readableLength > 0 || !this.#cutter.isEmpty)
      throw new ProtocolError('08P01', socketText.beforeTls)
    for (const event of ['readable', 'end', 'close', 'error']) plain.removeAllListeners(event)
    // The encrypted socket reports it, too.
    plain.on('error', () => plain.destroy())
    plain.write(consent)
    const secure = new TLSSocket(plain, { isServer: true, secureContext })
    this.#socket = secure
    this.#listen(secure)
  }

  #listen(socket: Socket): void {
    // A reset connection is reported by `close`, too.
    socket.on('error', () => socket.destroy())
    socket.on('readable', () => this.#heard())
    socket.on('end', () => this.#leave())
    socket.on('close', () => this.#leave())
  }

  /** Hands the connection over after the sign-in: nothing is read here any more. @throws ProtocolError */
  release(): Socket {
    if (!this.#cutter.isEmpty) throw new ProtocolError('08P01', socketText.beforeSignIn)
    for (const event of ['readable', 'end', 'close']) this.#socket.removeAllListeners(event)
    return this.#socket
  }

  get isGone(): boolean {
    return this.#isGone
  }

  /** The first packet. @throws ProtocolError, ClientGone */
  startup(): Promise<Buffer> {
    return this.#next(() => {
      const bytes = this.#cutter.peekLength()
      if (bytes === undefined) return undefined
      if (!isStartupLength(bytes)) throw new ProtocolError('08P01', socketText.startupLength)
      return this.#cutter.take(bytes)
    })
  }

  /** One message. @throws ProtocolError, ClientGone */
  message(maxBytes: number): Promise<Buffer> {
    return this.#next(() => this.#cutter.message(maxBytes))
  }

  /** The messages that have come, at least one. @throws ProtocolError, ClientGone */
  messages(): Promise<Buffer[]> {
    return this.#next(() => this.#cutter.messages())
  }

  send(bytes: Uint8Array, onSent?: () => void): void {
    if (this.#socket.writable) this.#socket.write(bytes, onSent)
    else onSent?.()
  }

  /** Tells the client why, and ends the connection. */
  refuse(error: Omit<ClientError, 'severity'>): void {
    this.send(errorResponse({ severity: 'FATAL', ...error }))
    this.end()
  }

  end(): void {
    this.#socket.end()
    // What it still sends is not read any more.
    this.#socket.removeAllListeners('readable')
    this.#socket.resume()
    this.#leave()
    setTimeout(() => this.#socket.destroy(), FAREWELL_MS).unref()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  async #next<Value>(find: () => Value | undefined): Promise<Value> {
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      const chunk = this.#socket.read() as Buffer | null
      if (chunk !== null) this.#cutter.push(chunk)
      else if (this.#isGone) throw new ClientGone()
      else await new Promise<void>((resolve) => (this.#heard = resolve))
    }
  }

  #leave(): void {
    if (this.#isGone) return
    this.#isGone = true
    this.#heard()
    this.onGone()
  }
}
