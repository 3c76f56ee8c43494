/** Why a client's connection ends: what it is told, or that it is gone. */

/** The client is told, and the connection ends. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
  /** The SQLSTATE. */
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The connection ended; the client can't be told anything. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}
