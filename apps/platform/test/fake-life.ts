/** Projects whose databases are given: for what happens before and beside them. */
import { projectByRef } from '../src/control/projects.js'
import type { ControlDatabase } from '../src/control/control-database.js'
import type { Database } from '../src/engines/engine.js'
import { HttpError } from '../src/http/error-table.js'
import type { ProjectLife } from '../src/project-life/project-life.js'

export function createFakeLife(control: ControlDatabase, open: () => Promise<Database>): ProjectLife {
  const unused = () => {
    throw new Error('not part of this test')
  }
  return {
    takeUp: async () => undefined,
    create: unused,
    pause: unused,
    resume: unused,
    remove: unused,
    async database(ref) {
      if (!(await projectByRef(control, ref))) throw new HttpError('project_not_found')
      return open()
    },
    runsAsSuperuser: () => false,
    prepareSql: () => '',
    describeEngine: () => 'fake',
    settled: async () => undefined,
    close: async () => undefined,
  }
}
