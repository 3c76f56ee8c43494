/** Where other programs reach the databases that run here, and what encrypts their connections. */

export interface ProgramAccess {
  /** The address that is listened on; `0.0.0.0` and `::` are all addresses of this machine. */
  listen: string
  /** The name or address that programs are told. */
  host: string
  /** Undefined: only this machine reaches it, and connections are not encrypted. */
  tls: TlsPair | undefined
}

/** PEM texts. */
export interface TlsPair {
  certificate: string
  key: string
}

/** Only programs of this machine, without encryption. */
export const ONLY_THIS_MACHINE: ProgramAccess = { listen: '127.0.0.1', host: '127.0.0.1', tls: undefined }

/** The platform itself connects over loopback, so that every server listens there, too. As PostgreSQL's `listen_addresses`. */
export function listenAddresses({ listen }: ProgramAccess): string[] {
  if (listen === '0.0.0.0') return [listen]
  // Elsewhere `::` may or may not include IPv4.
  if (listen === '::') return ['0.0.0.0', '::']
  return [...new Set(['127.0.0.1', listen])]
}
