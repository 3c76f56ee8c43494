import { describeEngineContract } from '../testing/engine-contract.js'
import { temporaryDirectory } from '../testing/temporary-directory.js'
import { PgliteEngine } from './pglite-engine.js'

describeEngineContract('pglite', async () => {
  const directory = await temporaryDirectory()
  return { engine: new PgliteEngine({ dataDir: directory.path }), cleanup: directory.remove }
})
