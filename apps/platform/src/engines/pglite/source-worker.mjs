/**
 * Runs the worker from its TypeScript source: a thread does not inherit the loader of the program that starts it. Tests
 * bundle it once, since translating it takes longer than opening a database.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const bundles = process.env.BASEDECK_TEST_PROGRAMS
if (bundles) await import(pathToFileURL(join(bundles, 'pglite-worker.js')).href)
else {
  const { register } = await import('tsx/esm/api')
  register()
  await import('./pglite-worker.ts')
}
