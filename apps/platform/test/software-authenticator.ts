/**
 * An authenticator in software: it makes keys and signs as W3C WebAuthn says, with the browser's part of the work. Each field
 * that an attacker could change can be given.
 */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

export interface MadeCredential {
  id: string
  rawId: string
  type: 'public-key'
  clientExtensionResults: object
  authenticatorAttachment: string
  response: Record<string, unknown>
}

/** What an attacker gives in the place of what is right. */
export interface Forged {
  origin?: string
  rpId?: string
  /** Base64url. */
  challenge?: string
  signCount?: number
  isVerified?: boolean
  userHandle?: string
  /** Of another authenticator. */
  id?: string
}

export interface SoftwareAuthenticator {
  readonly id: string
  /** @param options as the server sent them, in JSON */
  create(options: CreationOptions, forged?: Forged): MadeCredential
  get(options: RequestOptions, forged?: Forged): MadeCredential
}

interface CreationOptions {
  challenge: string
  rp: { id?: string | undefined }
  user: { id: string }
}
interface RequestOptions {
  challenge: string
  rpId?: string | undefined
}

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 }

/** @param origin of the page that asks. @param counts whether it counts its uses, as a device with one key does */
export function softwareAuthenticator(origin: string, { counts = true } = {}): SoftwareAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rawId = randomBytes(32)
  const id = rawId.toString('base64url')
  let uses = 0
  let handle = ''

  const clientData = (type: string, challenge: string, at: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))
  const authData = (rpId: string, flags: number, signCount: number, more = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(signCount)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, more])
  }
  const flagsOf = ({ isVerified = true }: Forged) => FLAGS.present | (isVerified ? FLAGS.verified : 0)
  const credential = (named: string, response: Record<string, unknown>): MadeCredential => ({
    id: named,
    rawId: named,
    type: 'public-key',
    clientExtensionResults: {},
    authenticatorAttachment: 'platform',
    response,
  })

  return {
    id,
    create(options, forged = {}) {
      handle = options.user.id
      if (counts) uses += 1
      const length = Buffer.alloc(2)
      length.writeUInt16BE(rawId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, rawId, coseKey(publicKey)])
      const rpId = forged.rpId ?? options.rp.id ?? ''
      const data = authData(rpId, flagsOf(forged) | FLAGS.attested, forged.signCount ?? uses, attested)
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(data)],
      ])
      const client = clientData(
        'webauthn.create',
        forged.challenge ?? options.challenge,
        forged.origin ?? origin,
      )
      return credential(id, {
        clientDataJSON: client.toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    get(options, forged = {}) {
      if (counts) uses += 1
      const rpId = forged.rpId ?? options.rpId ?? ''
      const data = authData(rpId, flagsOf(forged), forged.signCount ?? uses)
      const client = clientData(
        'webauthn.get',
        forged.challenge ?? options.challenge,
        forged.origin ?? origin,
      )
      const signature = sign(
        'sha256',
        Buffer.concat([data, createHash('sha256').update(client).digest()]),
        privateKey,
      )
      return credential(forged.id ?? id, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: forged.userHandle ?? handle,
      })
    },
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** RFC 9053 §7.1: an elliptic curve key of P-256 for ES256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ])
}

/** RFC 8949, as far as an attestation needs it. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
const cborInt = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value))
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes])
const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
const cborMap = (entries: [Buffer, Buffer][]) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
