/** Finds the control plane of a data directory, and moves one that is in a PGlite where a cluster can run. */
import type { Binaries } from '../engines/cluster/binaries.js'
import type { OwnEngineKind } from '../engines/engine-registry.js'
import type { ServerExit } from '../engines/cluster/server-exit.js'
import { EngineError } from '../engines/engine.js'
import { createTemplates, templatesDirectory } from '../engines/templates/database-templates.js'
import { clusterControl } from './cluster-control.js'
import { controlDirectory, controlRecord, type OwnControlPlace } from './control-place.js'
import { finishMove, moveControl } from './move-control.js'
import { pgliteControl } from './pglite-control.js'
import { planControl } from './plan-control.js'

export interface OwnControlOptions {
  dataDir: string
  binaries?: Binaries[] | EngineError
  wanted?: 'auto' | OwnEngineKind
  warn?(sentence: string): void
  sync?: boolean
  onServerExit?: ((exit: ServerExit) => void) | undefined
}

/** @throws EngineError `version` when what made it does not run here */
export async function ownControlPlace(options: OwnControlOptions): Promise<OwnControlPlace> {
  const { dataDir, binaries = [], wanted = 'auto', warn = () => {}, sync = true } = options
  const usable = binaries instanceof EngineError ? [] : binaries
  const directory = controlDirectory(dataDir)
  const templates = templatesDirectory(dataDir)
  const inPglite = () => pgliteControl(directory, templates)
  const inCluster = (major: number) => (where: string, sessionOptions?: string) =>
    clusterControl({
      directory: where,
      binaries: madeBy(usable, major),
      templates: createTemplates(templates),
      sync,
      onServerExit: options.onServerExit,
      ...(sessionOptions !== undefined && { sessionOptions }),
    })
  const finished = await finishMove(dataDir)
  if (finished !== undefined) warn(movedSentence(finished))
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
        warn(movedSentence(await moveControl({ dataDir, from: inPglite(), to: inCluster(plan.major) })))
        return inCluster(plan.major)(directory)
      } catch (error) {
        // A newer program made it: the caller says so.
        if (error instanceof EngineError && error.code === 'version') throw error
        warn(
          `The control plane stays in PGlite: it could not be moved into PostgreSQL ${plan.major} (${error instanceof Error ? error.message : String(error)}). The next start tries it again.`,
        )
        return inPglite()
      }
  }
}

function madeBy(usable: readonly Binaries[], wanted: number): Binaries {
  const found = usable.find(({ major }) => major === wanted)
  if (!found) throw new Error(`PostgreSQL ${wanted} was found, and is not there`)
  return found
}

function movedSentence(kept: string): string {
  return `The control plane is in a PostgreSQL server from now on. The one before is kept in ${kept}; delete it when you don’t need it.`
}

function missingSentence(directory: string, major: number, binaries: Binaries[] | EngineError): string {
  const made = `The control plane in ${directory} was made by PostgreSQL ${major}, and`
  if (binaries instanceof EngineError)
    return `${made} it can’t be started here, with any --engine: ${binaries.message} Install PostgreSQL ${major} again.`
  const others = binaries.map((one) => one.major).join(', ')
  return `${made} PostgreSQL ${others} is found here. Install PostgreSQL ${major} again; the other version may stay beside it.`
}
