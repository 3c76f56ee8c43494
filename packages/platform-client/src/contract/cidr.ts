/** Networks as `address/prefix`, of IPv4 and IPv6. */

const ADDRESS_BITS = { v4: 32, v6: 128 } as const

/**
 * The network in its usual spelling: `10.1.2.3/8` is `10.0.0.0/8`, and an address alone is a network of one.
 * @returns null when the text is no network
 */
export function normalCidr(text: string): string | null {
  const [, address = '', prefix] = /^\s*([\da-f.:]+)(?:\/(\d{1,3}))?\s*$/i.exec(text) ?? []
  const bytes = bytesOfIpv4(address) ?? bytesOfIpv6(address)
  if (!bytes) return null
  const most = bytes.length === 4 ? ADDRESS_BITS.v4 : ADDRESS_BITS.v6
  const bits = prefix === undefined ? most : Number(prefix)
  if (bits > most) return null
  const masked = bytes.map((byte, place) => byte & maskOf(bits - place * 8))
  return `${masked.length === 4 ? masked.join('.') : ipv6Text(masked)}/${bits}`
}

/** Of one byte, by how many of its bits and of those after it belong to the network. */
function maskOf(bits: number): number {
  return (0xff << (8 - Math.min(8, Math.max(0, bits)))) & 0xff
}

function bytesOfIpv4(text: string): number[] | undefined {
  // A number with a leading zero is octal to some programs.
  if (!/^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/.test(text)) return undefined
  const bytes = text.split('.').map(Number)
  return bytes.every((byte) => byte < 256) ? bytes : undefined
}

function bytesOfIpv6(text: string): number[] | undefined {
  const [head = '', tail, ...more] = text.split('::')
  if (more.length > 0) return undefined
  const before = bytesOfGroups(head)
  const after = bytesOfGroups(tail ?? '')
  if (!before || !after) return undefined
  const missing = 16 - before.length - after.length
  if (tail === undefined ? missing !== 0 : missing < 2) return undefined
  return [...before, ...Array.from({ length: missing }, () => 0), ...after]
}

/** The last group may be an IPv4 address. */
function bytesOfGroups(text: string): number[] | undefined {
  if (text === '') return []
  const groups = text.split(':')
  const bytes: number[] = []
  for (const [place, group] of groups.entries()) {
    const inside = place === groups.length - 1 ? bytesOfIpv4(group) : undefined
    if (inside) bytes.push(...inside)
    else if (/^[\da-f]{1,4}$/i.test(group)) bytes.push(parseInt(group, 16) >> 8, parseInt(group, 16) & 0xff)
    else return undefined
  }
  return bytes
}

/** The longest run of zeros is shortened, as RFC 5952 asks. */
function ipv6Text(bytes: readonly number[]): string {
  const groups = Array.from({ length: 8 }, (_, at) =>
    (((bytes[at * 2] ?? 0) << 8) | (bytes[at * 2 + 1] ?? 0)).toString(16),
  )
  const text = groups.join(':')
  const runs = [...text.matchAll(/(?:^|(?<=:))0(?::0)+(?=:|$)/g)].toSorted(
    (one, other) => other[0].length - one[0].length,
  )
  const [longest] = runs
  if (!longest) return text
  const before = text.slice(0, longest.index).replace(/:$/, '')
  const after = text.slice(longest.index + longest[0].length).replace(/^:/, '')
  return `${before}::${after}`
}
