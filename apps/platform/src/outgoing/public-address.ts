/**
 * Whether an address belongs to the public internet. Other addresses may lead to this machine or its network, which a
 * project must not reach. The tables are IANA's registries of special-purpose addresses.
 */
import { addressBytes, isWithin, knownBytes, unwrapped } from '../kernel/address-bytes.js'

const SPECIAL_IPV4 = networks([
  '0.0.0.0/8', // this host
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // a cloud's host, under a public address
  '169.254.0.0/16', // link-local, with the metadata of clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
])

/** Everything else of IPv6 is no address of the internet: loopback, unique-local, link-local, multicast, unassigned. */
const GLOBAL_IPV6 = networks(['2000::/3'])
const SPECIAL_IPV6 = networks([
  '2001::/23', // protocol assignments, with Teredo
  '2001:db8::/32', // documentation
  '3fff::/20', // documentation
])

/** @param own addresses of this machine, which are refused too, also public ones */
export function isPublicAddress(address: string, own: readonly string[] = []): boolean {
  const written = addressBytes(address)
  if (!written) return false
  const bytes = unwrapped(written)
  const isOwn = own.some((one) => {
    const other = addressBytes(one)
    return other !== undefined && isWithin(bytes, unwrapped(other), bytes.length * 8)
  })
  if (isOwn) return false
  if (bytes.length === 4) return !isInAny(bytes, SPECIAL_IPV4)
  return isInAny(bytes, GLOBAL_IPV6) && !isInAny(bytes, SPECIAL_IPV6) && !isIsatap(bytes)
}

/** An interface identifier that tunnels to the IPv4 address at its end (RFC 5214). */
function isIsatap(bytes: Uint8Array): boolean {
  const [universal = 0, zero, five, fe] = bytes.slice(8, 12)
  return (universal & 0xfd) === 0 && zero === 0 && five === 0x5e && fe === 0xfe
}

interface Network {
  bytes: Uint8Array
  bits: number
}

function networks(texts: readonly string[]): Network[] {
  return texts.map((text) => {
    const [address = '', bits] = text.split('/')
    return { bytes: knownBytes(address), bits: Number(bits) }
  })
}

function isInAny(bytes: Uint8Array, all: readonly Network[]): boolean {
  return all.some((network) => isWithin(bytes, network.bytes, network.bits))
}
