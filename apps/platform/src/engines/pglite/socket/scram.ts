/**
 * The server's side of SCRAM-SHA-256 (RFC 5802, RFC 7677), without channel binding. The password itself never travels,
 * and a client that does not know it learns nothing from the exchange.
 */
import { createHash, createHmac, pbkdf2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export const MECHANISM = 'SCRAM-SHA-256'

/** PostgreSQL's own number. */
export const ITERATIONS = 4096

const KEY_BYTES = 32
const derive = promisify(pbkdf2)

/** What the client said first. */
export interface ClientFirst {
  /** The header on channel binding, which the client repeats in its last message. */
  header: string
  /** The rest of the message. */
  bare: string
  nonce: string
}

export interface ScramExchange {
  first: ClientFirst
  /** The client's nonce, followed by ours. */
  nonce: string
  /** Base64. */
  salt: string
  iterations: number
}

/** Undefined: not a first message, or one that needs channel binding. */
export function readClientFirst(message: string): ClientFirst | undefined {
  // "n": the client knows no channel binding. "y": it believes that the server knows none, and it is right.
  const [, header, bare, nonce] = /^([ny],,)(n=[^,]*,r=([\x21-\x2b\x2d-\x7e]+)(?:,.*)?)$/s.exec(message) ?? []
  if (header === undefined || bare === undefined || nonce === undefined) return undefined
  return { header, bare, nonce }
}

/** The server's first message. */
export function serverFirst({ nonce, salt, iterations }: Omit<ScramExchange, 'first'>): string {
  return `r=${nonce},s=${salt},i=${iterations}`
}

/** The server's last message, which proves that it knows the password; undefined: the client does not know it. */
export async function serverFinal(
  exchange: ScramExchange,
  clientFinal: string,
  password: string,
): Promise<string | undefined> {
  const [, withoutProof, header, nonce, proof] =
    /^(c=([^,]*),r=([^,]*)(?:,.*)?),p=([^,]*)$/s.exec(clientFinal) ?? []
  if (withoutProof === undefined || header === undefined || proof === undefined) return undefined
  if (nonce !== exchange.nonce || header !== Buffer.from(exchange.first.header).toString('base64'))
    return undefined
  const given = Buffer.from(proof, 'base64')
  if (given.length !== KEY_BYTES) return undefined
  const message = [exchange.first.bare, serverFirst(exchange), withoutProof].join(',')
  for (const form of passwordForms(password)) {
    const salted = await derive(
      form,
      Buffer.from(exchange.salt, 'base64'),
      exchange.iterations,
      KEY_BYTES,
      'sha256',
    )
    const storedKey = sha256(hmac(salted, 'Client Key'))
    const clientKey = xor(given, hmac(storedKey, message))
    if (!timingSafeEqual(sha256(clientKey), storedKey)) continue
    return `v=${hmac(hmac(salted, 'Server Key'), message).toString('base64')}`
  }
  return undefined
}

/** What SASLprep leaves out of a password: soft hyphens, joiners, variation selectors. */
const LEFT_OUT = /\u00ad|\u034f|\u1806|[\u180b-\u180d]|\u200c|\u200d|\u2060|[\ufe00-\ufe0f]|\ufeff/g

/** As it was typed, and as clients that prepare it by SASLprep (RFC 4013) send it. */
export function passwordForms(password: string): string[] {
  const prepared = password
    .replace(/[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/g, ' ')
    .replace(LEFT_OUT, '')
    .normalize('NFKC')
  return [...new Set([password, prepared])]
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function xor(a: Buffer, b: Buffer): Buffer {
  return Buffer.from(a.map((byte, index) => byte ^ (b[index] ?? 0)))
}
