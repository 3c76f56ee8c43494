/**
 * Resolves the name of a host once and gives the addresses that may be reached. The connection uses these
 * addresses and does not resolve the name again, because the name server could answer differently the second time.
 */
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { hostName, isAllowedHost, type AllowedHost } from './allowed-hosts.js'
import { OutgoingError } from './outgoing-error.js'
import { isPublicAddress } from './public-address.js'

export interface Address {
  address: string
  family: number
}

/** All addresses of a name. Default: as the system resolves it. */
export type Resolve = (name: string) => Promise<readonly Address[]>

export interface AddressCheck {
  allowed: readonly AllowedHost[]
  resolve?: Resolve
  /** Addresses of this machine. Default: those of its network interfaces at that moment. */
  ownAddresses?: () => readonly string[]
}

/** RFC 6761, section 6.3. */
const LOCALHOST = /^(.+\.)?localhost$/

const systemResolve: Resolve = (name) => lookup(name, { all: true })

/**
 * @param host a name or an address, without brackets
 * @throws OutgoingError `url-invalid`, `name-unknown`, `address-refused`
 */
export async function checkedAddresses(
  { allowed, resolve = systemResolve, ownAddresses = interfaceAddresses }: AddressCheck,
  host: string,
  port: number,
): Promise<readonly [Address, ...Address[]]> {
  const name = hostName(host)
  if (name === undefined) throw new OutgoingError('url-invalid')
  const family = isIP(name)
  const found = family === 0 ? await resolved(resolve, name) : [{ address: name, family }]
  const own = ownAddresses()
  const [first, ...more] = found.filter(
    ({ address }) => isPublicAddress(address, own) || isAllowedHost(allowed, name, address, port),
  )
  if (!first) throw new OutgoingError(found.length === 0 ? 'name-unknown' : 'address-refused')
  return [first, ...more]
}

/**
 * As far as can be told without asking a name server, which may answer otherwise tomorrow: by an address, or a name of this machine.
 * @throws OutgoingError `url-invalid`, `address-refused`
 */
export function refuseClosedHost(
  { allowed, ownAddresses = interfaceAddresses }: AddressCheck,
  host: string,
  port: number,
): void {
  const name = hostName(host)
  if (name === undefined) throw new OutgoingError('url-invalid')
  const address = LOCALHOST.test(name) ? '127.0.0.1' : name
  if (isIP(address) === 0 || isPublicAddress(address, ownAddresses())) return
  if (!isAllowedHost(allowed, name, address, port)) throw new OutgoingError('address-refused')
}

/** Gives a socket the checked addresses instead of resolving the name. */
export function lookupOf(addresses: readonly [Address, ...Address[]]): LookupFunction {
  return (_host, { all }, done) => {
    if (all) done(null, [...addresses])
    else done(null, addresses[0].address, addresses[0].family)
  }
}

async function resolved(resolve: Resolve, name: string): Promise<readonly Address[]> {
  try {
    return await resolve(name)
  } catch (cause) {
    throw new OutgoingError('name-unknown', { cause })
  }
}

function interfaceAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address))
}
