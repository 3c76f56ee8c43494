/** The messages of PostgreSQL that the platform itself sends to a client: sign-in, settings, errors. */

/** A transaction's state in ReadyForQuery: none, open, failed. */
export type ClientStatus = 'I' | 'T' | 'E'

export interface ClientError {
  severity: 'ERROR' | 'FATAL'
  /** The SQLSTATE. */
  code: string
  message: string
}

const NO_BYTES = Buffer.alloc(0)

function message(type: string, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)),
  )
  const header = Buffer.alloc(5)
  header.write(type, 'latin1')
  header.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function authentication(step: number, data: Buffer = NO_BYTES): Buffer {
  return message('R', int32(step), data)
}

/** AuthenticationSASL with one mechanism. */
export const askForSasl = (mechanism: string): Buffer => authentication(10, Buffer.from(`${mechanism}\0\0`))
/** AuthenticationSASLContinue. */
export const saslContinue = (text: string): Buffer => authentication(11, Buffer.from(text))
/** AuthenticationSASLFinal. */
export const saslFinal = (text: string): Buffer => authentication(12, Buffer.from(text))

export const AUTHENTICATION_OK: Buffer = authentication(0)

export const parameterStatus = (name: string, value: string): Buffer => message('S', name, value)

export const backendKeyData = (processId: number, secret: number): Buffer =>
  message('K', int32(processId), int32(secret))

export const readyForQuery = (status: ClientStatus): Buffer => message('Z', Buffer.from(status))

/** NegotiateProtocolVersion: 3.0, and what is not known of the extensions that were asked for. */
export const onlyVersion3 = (extensions: readonly string[]): Buffer =>
  message('v', int32(0), int32(extensions.length), ...extensions)

export function errorResponse({ severity, code, message: text }: ClientError): Buffer {
  return message('E', `S${severity}`, `V${severity}`, `C${code}`, `M${text}`, Buffer.from([0]))
}
