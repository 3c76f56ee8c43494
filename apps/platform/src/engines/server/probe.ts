/** Tests a database before it is added as a project: signs in and reads its version. */
import type { probeDatabase, ResponseOf } from '@basedeck/platform-client/contract'
import { EngineError } from '../engine.js'
import { parseProjectUrl } from './project-url.js'
import { reachServer } from './reach-server.js'
import type { TlsOptions } from './tls-settings.js'
import { versionText } from './version-text.js'

export type Probe = ResponseOf<typeof probeDatabase>

export async function probe(databaseUrl: string, tls?: TlsOptions): Promise<Probe> {
  try {
    const { versionNumber, isEncrypted } = await reachServer(parseProjectUrl(databaseUrl, tls))
    return { reachable: true, version: versionText(versionNumber), tls: isEncrypted }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    const untrusted = error.code === 'untrusted' ? { untrusted: true as const } : {}
    return { reachable: false, reason: error.message, ...untrusted }
  }
}
