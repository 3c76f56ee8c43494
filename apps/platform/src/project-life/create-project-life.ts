/** Puts the life of the projects together. */
import { Changes } from './changes.js'
import { Creation } from './creation.js'
import { Opening } from './opening.js'
import { prepareSql } from '../project-database/prepare-sql.js'
import type { ProjectLife, ProjectLifeDeps } from './project-life.js'
import { createScene } from './scene.js'

export function createProjectLife(deps: ProjectLifeDeps): ProjectLife {
  const scene = createScene(deps)
  const opening = new Opening(scene)
  const changes = new Changes(scene, opening)
  const creation = new Creation(scene)
  return {
    async takeUp() {
      await creation.settleOwn()
      await changes.takeUp()
    },
    async create(request, asker) {
      const row = await creation.write(request, asker)
      changes.begin(row.ref)
      return row
    },
    pause: (ref, asker) => changes.pause(ref, asker),
    resume: (ref, asker) => changes.resume(ref, asker),
    remove: (ref, asker) => changes.remove(ref, asker),
    database: (ref) => opening.database(ref),
    runsAsSuperuser: (ref) => opening.runsAsSuperuser(ref),
    prepareSql(ref) {
      const { reader, plainOwner } = scene.places.loginsOf(ref)
      return prepareSql({ reader, owner: opening.hasSuperuserUrl(ref) ? plainOwner : undefined })
    },
    describeEngine({ engine, db_host, db_port }) {
      if (engine === 'postgres') return `PostgreSQL at ${db_host}:${db_port}`
      const offer = deps.house.offers.find(({ kind }) => kind === engine)
      return offer?.available ? offer.description : (offer?.reason ?? engine)
    },
    settled: () => scene.works.settled(),
    async close() {
      scene.isClosed = true
      opening.stop()
      // Work under way ends with its engine; its status tells the next start to take it up.
      await deps.house.close()
      await scene.works.settled()
    },
  }
}
