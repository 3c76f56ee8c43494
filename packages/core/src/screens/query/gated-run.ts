/** A run that begins only while the project's database can be asked; the text can be written meanwhile. */
import type { SqlRun } from '../../sessions/sql-run.js'
import { createScope } from '../../kernel/screen.js'
import type { ProjectGate } from '../parts/project-gate.js'

/** Disposing it stops watching the project; the run itself continues. */
export interface GatedRun extends SqlRun {
  readonly gate: ProjectGate
}

export function createGatedRun(run: SqlRun, gate: ProjectGate): GatedRun {
  const scope = createScope()
  scope.add(gate.$gate.listen(() => undefined))
  /** What is not known yet the platform decides. */
  const whenOpen = async (begin: () => Promise<void>) => {
    if (gate.$gate.get().status !== 'closed') await begin()
  }
  return {
    ...run,
    gate,
    run: (text, options) => whenOpen(() => run.run(text, options)),
    confirm: () => whenOpen(run.confirm),
    dispose: scope.dispose,
  }
}
