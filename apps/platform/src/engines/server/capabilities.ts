/** What a real PostgreSQL server can do here. */
import type { EngineCapabilities } from '../engine.js'

export const serverCapabilities: EngineCapabilities = {
  concurrentRuns: true,
  gentleCancel: true,
  replicas: false,
  branches: false,
  poolers: false,
}
