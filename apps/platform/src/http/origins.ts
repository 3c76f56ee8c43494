/** The addresses under which a listener is reached. */
import { networkInterfaces } from 'node:os'
import { isEveryAddress, isLoopback } from '../kernel/host-address.js'
import { loopbackOrigins } from './same-site.js'

/** Under which a listener is reached. Bound to every address of the machine, by each of them. */
export function originsOf(host: string, port: number): string[] {
  if (isLoopback(host)) return loopbackOrigins(port)
  if (!isEveryAddress(host)) return [originOf(host, port), ...loopbackOrigins(port)]
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  return [
    ...loopbackOrigins(port),
    // A browser can't open an address with a zone (`fe80::1%eth0`).
    ...addresses.filter(({ scopeid }) => !scopeid).map(({ address }) => originOf(address, port)),
  ]
}

export function originOf(host: string, port: number): string {
  return new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`).origin
}

export function withPort(origin: string, port: number): string {
  const url = new URL(origin)
  url.port = String(port)
  return url.origin
}
