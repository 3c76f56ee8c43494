import { describeEngineContract } from '../testing/engine-contract.js'
import { temporaryDirectory } from '../testing/temporary-directory.js'
import { testCluster } from '../testing/test-cluster.js'

describeEngineContract('cluster', async () => {
  const directory = await temporaryDirectory()
  return { engine: await testCluster(directory.path), cleanup: directory.remove }
})
