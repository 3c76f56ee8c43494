import { join } from 'node:path'
import { describeEngineContract } from '../testing/engine-contract.js'
import { temporaryDirectory } from '../testing/temporary-directory.js'
import { ClusterEngine } from './cluster-engine.js'
import { shippedDirectory } from './shipped-binaries.js'
import { fileSecrets } from '../secrets.js'

describeEngineContract('cluster18', async () => {
  const directory = await temporaryDirectory()
  const t = performance.now()
  const bin = await shippedDirectory(join(directory.path, 'postgresql'))
  console.log('copied', performance.now() - t, bin)
  return { engine: new ClusterEngine({dataDir: directory.path, sync: false, secrets: fileSecrets(join(directory.path, 'secrets')), binaries: [{directory: bin!, major: 18, version: '18.4', origin: 'npm'}]}), cleanup: directory.remove }
})
