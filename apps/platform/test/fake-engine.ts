/** A fake engine, for tests of what happens before a database is used. */
import type { Database, Engine, RunRequest } from '../src/engines/engine.js'

export function createFakeEngine(
  run: (request: RunRequest) => Promise<never> | ReturnType<Database['run']>,
  more: Partial<Database> = {},
): Engine {
  const unused = () => {
    throw new Error('not part of this test')
  }
  const database: Database = {
    id: 'default',
    versionNumber: 180_000,
    run,
    batch: unused,
    cancel: async () => false,
    running: async () => [],
    cancelRunning: async () => false,
    progress: () => undefined,
    stream: unused,
    copyIn: unused,
    importRows: unused,
    busyMs: () => 0,
    close: async () => undefined,
    ...more,
  }
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
