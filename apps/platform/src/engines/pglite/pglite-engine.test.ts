import { describeEngineContract } from '../testing/engine-contract.js'
import { describeEngineLife } from '../testing/engine-life.js'
import { temporaryDirectory } from '../testing/temporary-directory.js'
import { leaveFiles, tracesOf } from '../testing/traces.js'
import { PgliteEngine } from './pglite-engine.js'

describeEngineContract('pglite', async () => {
  const directory = await temporaryDirectory()
  return { engine: new PgliteEngine({ dataDir: directory.path }), cleanup: directory.remove }
})

describeEngineLife('pglite', async () => {
  const { path, remove } = await temporaryDirectory()
  return {
    engine: new PgliteEngine({ dataDir: path }),
    removesData: true,
    traces: (id) => tracesOf(path, id),
    leaveUnfinished: (id) => leaveFiles(path, id, ['engine.json', 'pglite.new/PG_VERSION', 'spool/1']),
    cleanup: remove,
  }
})
