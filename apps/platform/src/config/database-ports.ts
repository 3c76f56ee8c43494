/** Where other programs reach the databases of this platform, as its options say. */
import type { Config } from './config.js'
import { ONLY_THIS_MACHINE, type ProgramAccess } from '../engines/program-access.js'
import { isEveryAddress, isLoopback, shownHost } from '../kernel/host-address.js'

export function programAccess({
  pgHost,
  pgTls,
  publicUrl,
}: Pick<Config, 'pgHost' | 'pgTls' | 'publicUrl'>): ProgramAccess {
  if (isLoopback(pgHost)) return { ...ONLY_THIS_MACHINE, tls: pgTls }
  // The certificate is for a name, which is that of the dashboard.
  const name = isEveryAddress(pgHost) && publicUrl !== undefined ? new URL(publicUrl).hostname : undefined
  return { listen: pgHost, host: name ?? shownHost(pgHost), tls: pgTls }
}
