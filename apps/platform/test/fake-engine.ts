/** A fake engine, for tests of what happens before a database is used. */
import type { Database, Engine, RunRequest } from '../src/engines/engine.js'
import { fakeDatabase } from '../src/engines/testing/fake-database.js'

export function createFakeEngine(
  run: (request: RunRequest) => Promise<never> | ReturnType<Database['run']>,
  more: Partial<Database> = {},
): Engine {
  const database = fakeDatabase({ run, ...more })
  return {
    kind: 'pglite',
    description: 'fake',
    open: async () => database,
    stop: async () => undefined,
    remove: async () => undefined,
    states: async () => [],
    close: async () => undefined,
  }
}
