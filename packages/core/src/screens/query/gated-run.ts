/** A run that begins only while the project's database can be asked; the text can be written meanwhile. */
import type { ShownRun } from '../../sessions/sql/sql-runs.js'
import { createScope } from '../../kernel/screen.js'
import type { ProjectGate } from '../parts/project-gate.js'

/** Disposing it stops watching the project, and hides the results; the run itself continues. */
export interface GatedRun extends ShownRun {
  readonly gate: ProjectGate
}

export function createGatedRun(run: ShownRun, gate: ProjectGate): GatedRun {
  const scope = createScope()
  scope.add(gate.$gate.listen(() => undefined))
  scope.add(run.show())
  /** What is not known yet the platform decides. */
  const whenOpen = async (begin: () => Promise<void>) => {
    if (gate.$gate.get().status !== 'closed') await begin()
  }
  return {
    ...run,
    gate,
    run: (text, options) => whenOpen(() => run.run(text, options)),
    confirm: () => whenOpen(run.confirm),
    confirmReadOnly: (keeps) => whenOpen(() => run.confirmReadOnly(keeps)),
    dispose: scope.dispose,
  }
}
