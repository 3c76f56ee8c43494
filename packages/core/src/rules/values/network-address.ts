/**
 * An address of a network as a key that is in PostgreSQL's order: by the bits of the network that both have, then the larger
 * network first, then by the bits of the host. Addresses of IPv4 are numbers, which come before texts, as IPv6 does after them.
 * @rule results.network-address  @spec §2 (results grid)
 */

/** Undefined: it is no address as PostgreSQL writes it. */
export function networkKey(text: string): number | string | undefined {
  const slash = text.indexOf('/')
  const address = slash === -1 ? text : text.slice(0, slash)
  const isSix = address.includes(':')
  const mask = slash === -1 ? (isSix ? 128 : 32) : maskIn(text, slash + 1)
  if (mask === undefined || mask > (isSix ? 128 : 32)) return undefined
  if (!isSix) return keyOfFour(address, mask)
  const bits = bitsOfSix(address)
  // The end of a network is below its bits: a larger network is before those in it.
  return bits === undefined ? undefined : `${bits.slice(0, mask)}0${bits.slice(mask)}`
}

function maskIn(text: string, from: number): number | undefined {
  const mask = text.slice(from)
  return /^\d{1,3}$/.test(mask) ? Number(mask) : undefined
}

/** The same with its bits as digits of a number: 0 for the end of the network, 1 and 2 for bits. */
function keyOfFour(address: string, mask: number): number | undefined {
  const parts = address.split('.')
  if (parts.length !== 4) return undefined
  let key = 0
  let at = 0
  for (const part of parts) {
    const byte = Number(part)
    if (!BYTE.test(part) || byte > 255) return undefined
    for (let bit = 7; bit >= 0; bit--, at++) {
      if (at === mask) key *= 3
      key = key * 3 + 1 + ((byte >> bit) & 1)
    }
  }
  return mask === 32 ? key * 3 : key
}

const BYTE = /^\d{1,3}$/

/** Bits are written as 1 and 2. */
function bitsOf(number: number, count: number): string {
  return (number + 2 ** count)
    .toString(2)
    .slice(1)
    .replaceAll(/[01]/g, (bit) => (bit === '0' ? '1' : '2'))
}

const BYTES = Array.from({ length: 256 }, (_, byte) => bitsOf(byte, 8))

function bitsOfFour(address: string): string | undefined {
  const parts = address.split('.')
  if (parts.length !== 4) return undefined
  let bits = ''
  for (const part of parts) {
    const byte = /^\d{1,3}$/.test(part) ? BYTES[Number(part)] : undefined
    if (byte === undefined) return undefined
    bits += byte
  }
  return bits
}

function bitsOfSix(address: string): string | undefined {
  const [before = '', after, ...more] = address.split('::')
  const [head, tail] = [groupsOf(before), groupsOf(after ?? '')]
  if (head === undefined || tail === undefined || more.length > 0) return undefined
  const gap = 128 - head.length - tail.length
  if (after === undefined ? gap !== 0 : gap < 16) return undefined
  return head + '1'.repeat(gap) + tail
}

function groupsOf(text: string): string | undefined {
  if (text === '') return ''
  let bits = ''
  for (const group of text.split(':')) {
    const own = group.includes('.')
      ? bitsOfFour(group)
      : /^[\da-f]{1,4}$/i.test(group)
        ? bitsOf(Number.parseInt(group, 16), 16)
        : undefined
    if (own === undefined) return undefined
    bits += own
  }
  return bits
}
