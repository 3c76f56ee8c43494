/** A control plane on a real PostgreSQL for tests, empty. */
import { temporaryDirectory } from '../../engines/testing/temporary-directory.js'
import { testCluster } from '../../engines/testing/test-cluster.js'
import { createControlDatabase, type ControlDatabase } from '../control-database.js'

/** @returns `end` removes it with its data */
export async function clusterControl(): Promise<{
  control: ControlDatabase
  end(): Promise<void>
}> {
  const directory = await temporaryDirectory()
  const cluster = await testCluster(directory.path)
  const control = createControlDatabase(
    () => cluster.open('control'),
    async () => {},
  )
  return {
    control,
    async end() {
      await cluster.close()
      await directory.remove()
    },
  }
}
