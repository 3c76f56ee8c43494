import { describeEngineContract } from '../testing/engine-contract.js'
import { describeEngineLife } from '../testing/engine-life.js'
import { temporaryDirectory } from '../testing/temporary-directory.js'
import { testCluster } from '../testing/test-cluster.js'
import { leaveFiles, tracesOf } from '../testing/traces.js'

describeEngineContract('cluster', async () => {
  const directory = await temporaryDirectory()
  return { engine: await testCluster(directory.path), cleanup: directory.remove }
})

describeEngineLife('cluster', async () => {
  const { path, remove } = await temporaryDirectory()
  return {
    engine: await testCluster(path),
    removesData: true,
    traces: (id) => tracesOf(path, id),
    leaveUnfinished: (id) =>
      leaveFiles(path, id, ['engine.json', 'pg.1.new/PG_VERSION', 'pg.1.new.password', 'run/.s', 'pg.log']),
    cleanup: remove,
  }
})
