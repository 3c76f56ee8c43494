/** A fake project life with given databases. */
import { projectByRef } from '../src/control/projects.js'
import type { ControlDatabase } from '../src/control/control-database.js'
import type { Database } from '../src/engines/engine.js'
import { DomainError } from '../src/kernel/domain-error.js'
import type { ProjectLife } from '../src/project-life/project-life.js'

export function createFakeLife(control: ControlDatabase, open: () => Promise<Database>): ProjectLife {
  const unused = () => {
    throw new Error('not part of this test')
  }
  return {
    resumeUnfinished: async () => undefined,
    resumeUnfinishedOfOthers: async () => undefined,
    changedElsewhere: async () => undefined,
    create: unused,
    pause: unused,
    resume: unused,
    restartWith: unused,
    resetBranch: unused,
    remove: unused,
    async database(ref) {
      if (!(await projectByRef(control, ref))) throw new DomainError('project_not_found')
      return open()
    },
    onUse() {},
    isHere: () => true,
    serverOf: unused,
    targetOf: unused,
    prepareSql: () => '',
    describeEngine: () => 'fake',
    settled: async () => undefined,
    close: async () => undefined,
  }
}
