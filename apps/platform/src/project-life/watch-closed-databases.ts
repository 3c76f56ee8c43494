/** After a start no database is open: a program that connects to one opens it, as before the start. */
import { databasesHeldBy, setHostOfHeld } from '../control/databases.js'
import type { LifeContext } from './life-context.js'

export async function watchClosedDatabases({
  deps: { control, registry, installationId, databaseHost, log },
}: LifeContext): Promise<void> {
  await control.write([setHostOfHeld(installationId, databaseHost)])
  for (const target of await databasesHeldBy(control, installationId)) {
    await registry.watch(target).catch((err: unknown) => {
      log.warn({ err, project: target.id }, 'the port of a closed database can’t be watched')
    })
  }
}
