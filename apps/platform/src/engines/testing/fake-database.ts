/** A database for tests of what happens around it: it runs nothing, and answers only what a test gives it. */
import type { Database } from '../engine.js'

export function fakeDatabase(given: Partial<Database> = {}): Database {
  const unused = () => {
    throw new Error('not part of this test')
  }
  return {
    id: 'default',
    versionNumber: 180_000,
    run: unused,
    batch: unused,
    cancel: async () => false,
    running: async () => [],
    cancelRunning: async () => false,
    progress: () => undefined,
    stream: unused,
    copyIn: unused,
    importRows: unused,
    scratch: unused,
    use: () => () => {},
    busyMs: () => 0,
    close: async () => undefined,
    ...given,
  }
}
