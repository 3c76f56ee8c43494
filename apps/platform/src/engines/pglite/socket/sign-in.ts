/** How a client signs in: its first packet, and the proof that it knows the password of the project. */
import { randomBytes } from 'node:crypto'
import type { SecureContext } from 'node:tls'
import { socketText } from '../../../text/socket.js'
import { askForSasl, saslContinue, saslFinal } from './backend-messages.js'
import type { ClientSocket } from './client-socket.js'
import { ProtocolError } from './protocol-error.js'
import { ITERATIONS, MECHANISM, readClientFirst, serverFinal, serverFirst } from './scram.js'
import { readStartup, type StartupPacket } from './startup-packet.js'

/** Longer messages are refused while a client signs in. */
const MAX_SIGN_IN_BYTES = 4096
const PASSWORD_TYPE = 0x70
const NONCE_BYTES = 18
const SALT_BYTES = 16

const YES = Buffer.from('S')
const NO = Buffer.from('N')
/** A client asks for each kind of encryption once. */
const MOST_QUESTIONS = 2

export type FirstPacket = Exclude<StartupPacket, { type: 'encryption' } | { type: 'refused' }>

/** @param tls undefined: no encryption is offered @throws ProtocolError, ClientGone */
export async function firstPacket(
  client: ClientSocket,
  tls: SecureContext | undefined,
): Promise<FirstPacket> {
  for (let questions = 0; questions <= MOST_QUESTIONS; questions++) {
    const packet = readStartup(await client.startup())
    if (packet.type === 'refused') throw new ProtocolError(packet.code, packet.message)
    if (packet.type !== 'encryption') return packet
    if (packet.by === 'tls' && tls && !client.isEncrypted) client.encrypt(YES, tls)
    else client.send(NO)
  }
  throw new ProtocolError('08P01', socketText.startupUnreadable)
}

/**
 * @param password undefined: the project does not exist or has none; the exchange is the same, so that it tells nothing
 * @throws ProtocolError, ClientGone
 */
export async function proveIdentity(
  client: ClientSocket,
  user: string,
  password: string | undefined,
): Promise<void> {
  client.send(askForSasl(MECHANISM))
  const first = readClientFirst(initialResponse(await passwordMessage(client)))
  if (!first) throw new ProtocolError('28000', socketText.needsPassword)
  const exchange = {
    first,
    nonce: first.nonce + randomBytes(NONCE_BYTES).toString('base64'),
    salt: randomBytes(SALT_BYTES).toString('base64'),
    iterations: ITERATIONS,
  }
  client.send(saslContinue(serverFirst(exchange)))
  const answer = (await passwordMessage(client)).toString('utf8')
  const proof = await serverFinal(exchange, answer, password ?? randomBytes(NONCE_BYTES).toString('hex'))
  if (proof === undefined || password === undefined)
    throw new ProtocolError('28P01', socketText.wrongPassword(user))
  client.send(saslFinal(proof))
}

/** The body of a message of the sign-in. */
async function passwordMessage(client: ClientSocket): Promise<Buffer> {
  const message = await client.message(MAX_SIGN_IN_BYTES)
  if (message[0] !== PASSWORD_TYPE) throw new ProtocolError('08P01', socketText.needsPassword)
  return message.subarray(5)
}

/** SASLInitialResponse: the mechanism, and after its length the client's first message. */
function initialResponse(body: Buffer): string {
  const end = body.indexOf(0)
  if (body.toString('latin1', 0, end) !== MECHANISM || body.length < end + 5)
    throw new ProtocolError('28000', socketText.needsPassword)
  return body.toString('utf8', end + 5)
}
