/** Which PostgreSQL of this machine can serve projects. */
import { join } from 'node:path'
import { EngineError } from '../engine.js'
import { findBinaries, type Binaries } from './binaries.js'
import { checkClusterRuns } from './cluster-check.js'
import { engineText } from '../../text/engines.js'

/** The preferred first; at least one. @throws EngineError `unavailable` with the reason of the preferred one */
export async function usableBinaries(dataDir: string): Promise<Binaries[]> {
  const found = await findBinaries(join(dataDir, 'postgresql'))
  if (found.length === 0) {
    throw new EngineError('unavailable', engineText.noRecentPostgres)
  }
  const refusals: unknown[] = []
  const usable: Binaries[] = []
  const checks = await Promise.allSettled(found.map((binaries) => checkClusterRuns(dataDir, binaries)))
  found.forEach((binaries, at) => {
    const check = checks[at]
    if (check?.status === 'rejected') refusals.push(check.reason)
    else usable.push(binaries)
  })
  if (usable.length === 0) throw refusals[0]
  return usable
}

/** The same, but returns the error when no PostgreSQL can be used. */
export async function usableBinariesOrReason(dataDir: string): Promise<Binaries[] | EngineError> {
  return usableBinaries(dataDir).catch((error: unknown) => {
    if (error instanceof EngineError) return error
    throw error
  })
}
