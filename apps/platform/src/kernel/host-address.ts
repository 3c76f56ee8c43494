/** What an address to listen on means, and how others reach it. */
import { networkInterfaces } from 'node:os'

/** Whether only this machine can reach an address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** Whether a server that listens there listens at all addresses of this machine. */
export function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** When listening on all addresses, the first one that others can reach is used. */
export function shownHost(host: string): string {
  if (!isEveryAddress(host)) return host
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  return addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1'
}
