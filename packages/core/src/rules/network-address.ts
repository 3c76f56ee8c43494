/**
 * An address of a network as a text that is in PostgreSQL's order: addresses of IPv4 first, then by the bits of the network
 * that both have, then the larger network first, then by the bits of the host.
 * @rule results.network-address  @spec §2 (results grid)
 */

/** Undefined: it is no address as PostgreSQL writes it. */
export function networkKey(text: string): string | undefined {
  const slash = text.indexOf('/')
  const address = slash === -1 ? text : text.slice(0, slash)
  const bits = address.includes(':') ? bitsOfSix(address) : bitsOfFour(address)
  if (bits === undefined) return undefined
  const mask = slash === -1 ? String(bits.length) : text.slice(slash + 1)
  if (!/^\d{1,3}$/.test(mask) || Number(mask) > bits.length) return undefined
  // The end of a network is below its bits: a larger network is before those in it.
  return `${bits.length === 32 ? 4 : 6}${bits.slice(0, Number(mask))}0${bits.slice(Number(mask))}`
}

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
