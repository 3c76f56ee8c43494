/** What each engine can do; the UI shows the rest disabled, with the reason. */
import type { EngineCapabilities, EngineKind } from './engine.js'
import { pgliteCapabilities } from './pglite/capabilities.js'
import { serverCapabilities } from './server/capabilities.js'

export const ENGINE_CAPABILITIES: Readonly<Record<EngineKind, EngineCapabilities>> = {
  cluster: serverCapabilities,
  pglite: pgliteCapabilities,
  postgres: serverCapabilities,
}
