/** After a start no database is open: a program that connects to one wakes it, as before the start. */
import { databasesHeldBy, setHostOfHeld } from '../control/databases.js'
import type { LifeContext } from './life-context.js'

export async function watchSleeping({
  deps: { control, registry, installationId, databaseHost, log },
}: LifeContext): Promise<void> {
  await control.write([setHostOfHeld(installationId, databaseHost)])
  for (const place of await databasesHeldBy(control, installationId)) {
    await registry.watch(place).catch((err: unknown) => {
      log.warn({ err, project: place.id }, 'the port of a sleeping database can’t be watched')
    })
  }
}
