import { describeEngineContract } from '../testing/engine-contract.js'
import { temporaryDirectory } from '../testing/temporary-directory.js'
import { testCluster, urlOf } from '../testing/test-cluster.js'
import { PostgresEngine } from './postgres-engine.js'

describeEngineContract('postgres', async () => {
  const directory = await temporaryDirectory()
  const cluster = await testCluster(directory.path)
  await cluster.open('default')
  const engine = new PostgresEngine({ databaseUrl: await urlOf(directory.path, 'default') })
  const cleanup = async (): Promise<void> => {
    await cluster.close()
    await directory.remove()
  }
  return { engine, cleanup }
})
