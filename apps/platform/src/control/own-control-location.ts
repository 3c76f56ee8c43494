/** Finds the control plane of a data directory, and moves one that is in a PGlite where a cluster can run. */
import type { Binaries } from '../engines/cluster/binaries.js'
import type { OwnEngineKind } from '../engines/engine-registry.js'
import type { ServerExit } from '../engines/cluster/server-exit.js'
import { EngineError } from '../engines/engine.js'
import {
  createTemplates,
  templatesDirectory,
  type DatabaseTemplates,
} from '../engines/templates/database-templates.js'
import { clusterControl } from './cluster-control.js'
import { controlDirectory, controlRecord, type OwnControlLocation } from './control-location.js'
import { finishMove, moveControl } from './move-control.js'
import { pgliteControl } from './pglite-control.js'
import { planControl } from './plan-control.js'
import { controlText } from '../text/control.js'

export interface OwnControlOptions {
  dataDir: string
  /** The installed PostgreSQL versions that can run it, the preferred first, or the reason why none can. Default: none. */
  binaries?: Binaries[] | EngineError
  /** What a new cluster is copied from. Default: those of the data directory. */
  templates?: DatabaseTemplates
  /** The engine option; default `auto`. */
  wanted?: 'auto' | OwnEngineKind
  /** Called with sentences for the operator about where it is. */
  warn?(sentence: string): void
  /** False only in tests: a new cluster then doesn't wait for the disk. */
  sync?: boolean
  /** Called when its own server stopped unexpectedly. */
  onServerExit?: ((exit: ServerExit) => void) | undefined
}

/** @throws EngineError `version` when the engine that made it can't run here */
export async function ownControlLocation(options: OwnControlOptions): Promise<OwnControlLocation> {
  const { dataDir, binaries = [], wanted = 'auto', warn = () => {}, sync = true } = options
  const usable = binaries instanceof EngineError ? [] : binaries
  const directory = controlDirectory(dataDir)
  const templates = options.templates ?? createTemplates(templatesDirectory(dataDir))
  const inPglite = () => pgliteControl(directory, templatesDirectory(dataDir))
  const inCluster = (major: number) => (where: string, sessionOptions?: string) =>
    clusterControl({
      directory: where,
      binaries: madeBy(usable, major),
      templates,
      sync,
      onServerExit: options.onServerExit,
      ...(sessionOptions !== undefined && { sessionOptions }),
    })
  const finished = await finishMove(dataDir)
  if (finished !== undefined) warn(controlText.moved(finished))
  const plan = planControl(
    await controlRecord(directory),
    usable.map(({ major }) => major),
    wanted,
  )
  switch (plan.type) {
    case 'missing':
      throw new EngineError('version', missingSentence(directory, plan.major, binaries))
    case 'pglite':
      return inPglite()
    case 'cluster':
      return inCluster(plan.major)(directory)
    case 'move-to-cluster':
      try {
        warn(controlText.moved(await moveControl({ dataDir, from: inPglite(), to: inCluster(plan.major) })))
        return inCluster(plan.major)(directory)
      } catch (error) {
        // A newer program made it; the caller reports that.
        if (error instanceof EngineError && error.code === 'version') throw error
        warn(controlText.notMoved(plan.major, error instanceof Error ? error.message : String(error)))
        return inPglite()
      }
  }
}

function madeBy(usable: readonly Binaries[], wanted: number): Binaries {
  const found = usable.find(({ major }) => major === wanted)
  if (!found) throw new Error(controlText.foundAndGone(wanted))
  return found
}

function missingSentence(directory: string, major: number, binaries: Binaries[] | EngineError): string {
  if (binaries instanceof EngineError) return controlText.cannotStart(directory, major, binaries.message)
  const others = binaries.map((one) => one.major).join(', ')
  return controlText.otherMajor(directory, major, others)
}
