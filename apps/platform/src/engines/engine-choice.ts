/** Which engine runs the projects: the wanted one, the one that made them, or the best that runs here – and why. */
import { join } from 'node:path'
import { findBinaries, type Binaries } from './cluster/binaries.js'
import { checkClusterRuns } from './cluster/cluster-check.js'
import { EngineError } from './engine.js'
import { engineInUse } from './engine-record.js'

export type EngineChoice =
  /** `reason` is a sentence for the operator. */
  { kind: 'cluster'; binaries: Binaries[]; reason: string } | { kind: 'pglite'; reason: string }

/** @throws EngineError `unavailable` when the wanted engine, or the one that made the projects, does not run here */
export async function chooseEngine(
  dataDir: string,
  wanted: 'auto' | 'cluster' | 'pglite',
): Promise<EngineChoice> {
  const inUse = wanted === 'auto' ? await engineInUse(dataDir) : undefined
  const kind = inUse ?? wanted
  if (kind === 'pglite')
    return { kind, reason: inUse ? 'The projects here were made by it.' : 'It was asked for.' }
  try {
    const binaries = await usableBinaries(dataDir)
    return {
      kind: 'cluster',
      binaries,
      reason: inUse ? 'The projects here were made by it.' : 'A real PostgreSQL runs here.',
    }
  } catch (error) {
    if (kind === 'cluster' || !(error instanceof EngineError)) throw error
    return { kind: 'pglite', reason: `No real PostgreSQL runs here: ${error.message}` }
  }
}

/** Every PostgreSQL here that can serve projects, the preferred first. @throws EngineError `unavailable` when none can */
export async function usableBinaries(dataDir: string): Promise<Binaries[]> {
  const found = await findBinaries(join(dataDir, 'postgresql'))
  if (found.length === 0) {
    throw new EngineError('unavailable', 'No PostgreSQL 14 or later is installed on this machine.')
  }
  const refusals: unknown[] = []
  const usable: Binaries[] = []
  for (const binaries of found) {
    await checkClusterRuns(dataDir, binaries).then(
      () => usable.push(binaries),
      (error: unknown) => refusals.push(error),
    )
  }
  if (usable.length === 0) throw refusals[0]
  return usable
}
