/** Makes certificates, because Node can only read them. RFC 5280, in DER. */
import { randomBytes, sign, type KeyObject } from 'node:crypto'
import { isIP } from 'node:net'
import { addressBytes } from '../kernel/address-bytes.js'

export interface CertificateContents {
  subject: string
  issuer: string
  publicKey: KeyObject
  valid: { from: Date; until: Date }
  /** Of an authority. */
  isAuthority?: boolean
  /** Names and IP addresses of the server; of an authority, none. */
  hosts?: readonly string[]
}

/** PEM. @param by an EC key on P-256 */
export function signedCertificate(contents: CertificateContents, by: KeyObject): string {
  const { subject, issuer, publicKey, valid, isAuthority = false, hosts = [] } = contents
  const extensions = [
    ...(isAuthority ? [extension('2.5.29.19', sequence(Buffer.of(0x01, 1, 0xff)))] : []),
    ...(hosts.length > 0 ? [extension('2.5.29.17', sequence(...hosts.map(alternativeName)))] : []),
  ]
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.of(2))),
    tagged(0x02, serialNumber()),
    ecdsaWithSha256(),
    commonName(issuer),
    sequence(time(valid.from), time(valid.until)),
    commonName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions)),
  )
  const signature = sign('sha256', body, by)
  const whole = sequence(body, ecdsaWithSha256(), tagged(0x03, Buffer.of(0), signature))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

const ecdsaWithSha256 = () => sequence(objectId('1.2.840.10045.4.3.2'))

/** Positive, and without a leading zero byte. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return bytes
}

function commonName(text: string): Buffer {
  return sequence(tagged(0x31, sequence(objectId('2.5.4.3'), tagged(0x0c, Buffer.from(text)))))
}

function alternativeName(host: string): Buffer {
  return isIP(host) === 0
    ? tagged(0x82, Buffer.from(host))
    : tagged(0x87, Buffer.from(addressBytes(host) ?? []))
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(objectId(id), tagged(0x04, value))
}

/** GeneralizedTime would be asked for from 2050 on. */
function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]|\.\d+/g, '')
  return tagged(0x17, Buffer.from(digits.slice(2)))
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
