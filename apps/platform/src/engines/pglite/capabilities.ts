/** What PostgreSQL in WebAssembly can do here: it has one session. */
import type { EngineCapabilities } from '../engine.js'

export const pgliteCapabilities: EngineCapabilities = {
  concurrentRuns: false,
  gentleCancel: false,
  replicas: false,
  branches: false,
  poolers: false,
}
