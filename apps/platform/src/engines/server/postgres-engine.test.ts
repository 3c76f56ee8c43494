import { describeEngineContract } from '../testing/engine-contract.js'
import { describeEngineLife } from '../testing/engine-life.js'
import { temporaryDirectory } from '../testing/temporary-directory.js'
import { testCluster, urlOf } from '../testing/test-cluster.js'
import { PostgresEngine } from './postgres-engine.js'

async function engineOfSomebody(): Promise<{ engine: PostgresEngine; cleanup(): Promise<void> }> {
  const directory = await temporaryDirectory()
  const cluster = await testCluster(directory.path)
  await cluster.open('default')
  const engine = new PostgresEngine({ databaseUrl: await urlOf(directory.path, 'default') })
  const cleanup = async (): Promise<void> => {
    await cluster.close()
    await directory.remove()
  }
  return { engine, cleanup }
}

describeEngineContract('postgres', engineOfSomebody, { hasReader: false })

describeEngineLife('postgres', async () => ({
  ...(await engineOfSomebody()),
  removesData: false,
  traces: async () => [],
  leaveUnfinished: async () => {},
}))
