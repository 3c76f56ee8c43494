/** The first packet of a PostgreSQL client, which has no type byte: what the client wants, and from which database. */
import { socketText } from '../../../text/socket.js'

/** PostgreSQL's own limit. A first packet is read before anything is known of its sender. */
export const MAX_STARTUP_BYTES = 10_000

const CANCEL = 80877102
const TLS = 80877103
const GSS = 80877104
const MAJOR = 3
const HEADER_BYTES = 8

export type StartupPacket =
  /** Asks for an encrypted connection. */
  | { type: 'encryption'; by: 'tls' | 'gss' }
  | { type: 'cancel'; processId: number; secret: number }
  | { type: 'start'; minor: number; parameters: ReadonlyMap<string, string> }
  /** `code` is the SQLSTATE. */
  | { type: 'refused'; code: string; message: string }

/** Whether a packet may have this length, which it begins with and which counts itself. */
export function isStartupLength(bytes: number): boolean {
  return bytes >= HEADER_BYTES && bytes <= MAX_STARTUP_BYTES
}

/** @param packet whole, with its length */
export function readStartup(packet: Buffer): StartupPacket {
  const version = packet.readUInt32BE(4)
  if ((version === TLS || version === GSS) && packet.length === HEADER_BYTES)
    return { type: 'encryption', by: version === TLS ? 'tls' : 'gss' }
  if (version === CANCEL && packet.length === 16)
    return { type: 'cancel', processId: packet.readInt32BE(8), secret: packet.readInt32BE(12) }
  const major = version >>> 16
  if (major !== MAJOR) return violation(socketText.protocolVersion(major, version & 0xffff))
  const parameters = readParameters(packet)
  if (!parameters) return violation(socketText.startupUnreadable)
  if (isReplication(parameters.get('replication')))
    return { type: 'refused', code: '0A000', message: socketText.noReplication }
  return { type: 'start', minor: version & 0xffff, parameters }
}

/** Pairs of zero-terminated texts, and one more zero. Undefined: it is something else. */
function readParameters(packet: Buffer): Map<string, string> | undefined {
  if (packet.at(-1) !== 0) return undefined
  const texts = packet.toString('utf8', HEADER_BYTES, packet.length - 1).split('\0')
  // The last pair ends in a zero, too.
  if (texts.pop() !== '' || texts.length % 2 !== 0) return undefined
  const parameters = new Map<string, string>()
  for (let index = 0; index < texts.length; index += 2) {
    const name = texts[index] ?? ''
    if (name === '') return undefined
    parameters.set(name, texts[index + 1] ?? '')
  }
  return parameters
}

function isReplication(value: string | undefined): boolean {
  return value !== undefined && !['false', 'off', 'no', '0', ''].includes(value.toLowerCase())
}

function violation(message: string): StartupPacket {
  return { type: 'refused', code: '08P01', message }
}
