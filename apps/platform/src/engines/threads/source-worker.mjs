/**
 * Runs a worker from its TypeScript source: a thread does not inherit the loader of the program that starts it. Tests
 * bundle them once, since translating one takes longer than opening a database.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const SOURCES = {
  'pglite-worker': '../pglite/pglite-worker.ts',
  'json-worker': '../../json/json-worker.ts',
  'judge-worker': './judge-worker.ts',
  'text-worker': './text-worker.ts',
  'api-worker': '../../project-api/thread/api-worker.ts',
  'line-worker': '../../log-lines/line-worker.ts',
}

const name = process.argv[2]
const bundles = process.env.BASEDECK_TEST_PROGRAMS
if (bundles) await import(pathToFileURL(join(bundles, `${name}.js`)).href)
else {
  const { register } = await import('tsx/esm/api')
  register()
  await import(SOURCES[name])
}
