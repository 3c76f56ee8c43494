/** Puts the life of the projects together. */
import { Changes } from './changes.js'
import { closeWhatOthersEnded } from './close-what-others-ended.js'
import { Creation } from './creation.js'
import { Opening } from './opening.js'
import { versionText } from '../engines/server/version-text.js'
import { prepareSql } from '../project-database/prepare-sql.js'
import type { ProjectLife, ProjectLifeDeps } from './project-life.js'
import { createLifeContext } from './life-context.js'
import { watchClosedDatabases } from './watch-closed-databases.js'
import { requireProjectRow } from '../control/projects.js'
import { EngineError } from '../engines/engine.js'
import { projectText } from '../text/projects.js'
import { databaseText } from '../text/databases.js'

export function createProjectLife(deps: ProjectLifeDeps): ProjectLife {
  const context = createLifeContext(deps)
  const opening = new Opening(context)
  const changes = new Changes(context, opening)
  const creation = new Creation(context)
  return {
    async resumeUnfinished() {
      await creation.settleOwn()
      await changes.resumeUnfinished('own-and-others')
      await watchClosedDatabases(context)
    },
    resumeUnfinishedOfOthers: () => changes.resumeUnfinished('others'),
    changedElsewhere: (ref) => closeWhatOthersEnded(context, ref),
    async create(request, asker) {
      const row = await creation.write(request, asker)
      changes.begin(row.ref)
      return row
    },
    pause: (ref, asker) => changes.pause(ref, asker),
    resume: (ref, asker) => changes.resume(ref, asker),
    restartWith: (ref, statements) => changes.restartWith(ref, statements),
    resetBranch: (ref, statements) => changes.resetBranch(ref, statements),
    remove: (ref, asker) => changes.remove(ref, asker),
    isHere: (row) => context.targets.isHere(row),
    database: (ref) => opening.database(ref),
    targetOf: async (ref) => context.targets.of(await requireProjectRow(deps.control, ref)),
    async serverOf(ref) {
      const target = await context.targets.of(await requireProjectRow(deps.control, ref))
      if (target.engine === 'postgres') return target.url
      throw new EngineError('unsupported', projectText.notByUrl)
    },
    onUse: (listener) => opening.onUse(listener),
    prepareSql(ref) {
      const { reader, service, plainOwner } = context.targets.loginsOf(ref)
      return prepareSql({ reader, service, owner: opening.hasSuperuserUrl(ref) ? plainOwner : undefined })
    },
    describeEngine(row) {
      const { engine, db_host, db_port, version_number } = row
      if (engine === 'postgres') return databaseText.server(db_host, db_port)
      // The engine of another process is unknown here, only the version is stored.
      if (!context.targets.isHere(row))
        return version_number === null ? 'PostgreSQL' : `PostgreSQL ${versionText(version_number)}`
      const offer = deps.registry.offers.find(({ kind }) => kind === engine)
      return offer?.available ? offer.description : (offer?.reason ?? engine)
    },
    settled: () => context.jobs.settled(),
    async close() {
      context.isClosed = true
      opening.stop()
      changes.stop()
      // Unfinished jobs end with their engine; the next start continues them by their status.
      await deps.registry.close()
      await context.jobs.settled()
    },
  }
}
