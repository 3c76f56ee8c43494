/** The bytes of an IP address, and the IPv4 address that an IPv6 address carries inside. */
import { isIP } from 'node:net'

/** The address as 4 or 16 bytes. Undefined: the text is not an IP address, or it has a zone. */
export function addressBytes(address: string): Uint8Array | undefined {
  const family = isIP(address)
  if (family === 0 || address.includes('%')) return undefined
  if (family === 4) return Uint8Array.from(address.split('.').map(Number))
  // The URL parser writes each of the many spellings in one form, without a dotted end.
  const text = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = text.split('::')
  const [before, after] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [
    string[],
    string[],
  ]
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  return Uint8Array.from(
    [...before, ...zeros, ...after].flatMap((group) => [
      parseInt(group, 16) >> 8,
      parseInt(group, 16) & 0xff,
    ]),
  )
}

/** Whether the first `bits` of an address are those of a network. */
export function isWithin(address: Uint8Array, network: Uint8Array, bits: number): boolean {
  if (address.length !== network.length) return false
  return address.every((byte, place) => {
    const counted = Math.min(8, Math.max(0, bits - place * 8))
    const mask = (0xff << (8 - counted)) & 0xff
    return (byte & mask) === ((network[place] ?? 0) & mask)
  })
}

/** Networks of IPv6 whose addresses end up at an IPv4 address, and where in them that is. */
const EMBEDDINGS: readonly (readonly [network: string, bits: number, at: number])[] = [
  ['::ffff:0:0', 96, 12], // mapped
  ['::ffff:0:0:0', 96, 12], // translated
  ['64:ff9b::', 96, 12], // NAT64
  ['2002::', 16, 2], // 6to4
]

/** Some IPv6 addresses contain an IPv4 address: gives the 4 bytes of that. Other addresses are returned unchanged. */
export function unwrapped(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 4) return bytes
  const found = EMBEDDINGS.find(([network, bits]) => isWithin(bytes, knownBytes(network), bits))
  return found ? bytes.slice(found[2], found[2] + 4) : bytes
}

/** Of an address that is written in the code. */
export function knownBytes(address: string): Uint8Array {
  const bytes = addressBytes(address)
  if (!bytes) throw new Error(`${address} is no address`)
  return bytes
}
