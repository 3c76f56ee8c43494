/** Generates certificates for tests, because Node can only read them. RFC 5280, in DER. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

export interface TestCertificate {
  /** PEM. */
  certificate: string
  /** PEM, PKCS #8. */
  key: string
}

export interface TestAuthority {
  /** Its own certificate, PEM. */
  certificate: string
  /** For a server at `host`, a name or an IPv4 address. */
  issue(host: string, valid?: { from: Date; until: Date }): TestCertificate
}

interface Contents {
  subject: string
  issuer: string
  publicKey: KeyObject
  valid: { from: Date; until: Date }
  extension: Buffer
}

const DAY_MS = 24 * 3600 * 1000

export function testAuthority(name = 'An authority'): TestAuthority {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const now = Date.now()
  const around = { from: new Date(now - DAY_MS), until: new Date(now + DAY_MS) }
  const isAuthority = extension('2.5.29.19', sequence(Buffer.of(0x01, 1, 0xff)))
  const own = { subject: name, issuer: name, publicKey, valid: around, extension: isAuthority }
  return {
    certificate: signed(own, privateKey),
    issue(host, valid = around) {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const contents = {
        subject: host,
        issuer: name,
        publicKey: pair.publicKey,
        valid,
        extension: extension('2.5.29.17', sequence(alternativeName(host))),
      }
      return {
        certificate: signed(contents, privateKey),
        key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      }
    },
  }
}

const ecdsaWithSha256 = () => sequence(objectId('1.2.840.10045.4.3.2'))
let serial = 0

function signed({ subject, issuer, publicKey, valid, extension: one }: Contents, by: KeyObject): string {
  const body = sequence(
    tagged(0xa0, integer(2)),
    integer(++serial),
    ecdsaWithSha256(),
    commonName(issuer),
    sequence(time(valid.from), time(valid.until)),
    commonName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(one)),
  )
  const signature = sign('sha256', body, by)
  const whole = sequence(body, ecdsaWithSha256(), tagged(0x03, Buffer.of(0), signature))
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}

function commonName(text: string): Buffer {
  return sequence(tagged(0x31, sequence(objectId('2.5.4.3'), tagged(0x0c, Buffer.from(text)))))
}

function alternativeName(host: string): Buffer {
  const isAddress = /^\d+(\.\d+){3}$/.test(host)
  return isAddress ? tagged(0x87, Buffer.from(host.split('.').map(Number))) : tagged(0x82, Buffer.from(host))
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(objectId(id), tagged(0x04, value))
}

/** GeneralizedTime would be asked for from 2050 on. */
function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]|\.\d+/g, '')
  return tagged(0x17, Buffer.from(digits.slice(2)))
}

/** Below 128. */
function integer(value: number): Buffer {
  return tagged(0x02, Buffer.of(value))
}

function objectId(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(value: number): number[] {
  const digits = [value & 0x7f]
  for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80)
  return digits
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, ...parts)
}

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content])
}

function lengthOf(bytes: number): number[] {
  if (bytes < 0x80) return [bytes]
  return bytes < 0x100 ? [0x81, bytes] : [0x82, bytes >> 8, bytes & 0xff]
}
