/** What a dashboard asks before anything else, and what a monitor asks. */
import type { Health, RuntimeConfig } from '@basedeck/platform-client/contract'
import { Hono } from 'hono'
import type { Engine } from '../engines/engine.js'
import type { AppEnv } from '../http/app-env.js'
import { RUN_LIMITS, STATEMENT_TIMEOUT_MS } from './query.js'

export interface RuntimeDeps {
  engine: Engine
  version: string
  apiUrl: () => string
}

export function runtimeRoutes({ engine, version, apiUrl }: RuntimeDeps) {
  const { concurrentRuns, replicas, branches, poolers } = engine.capabilities
  return new Hono<AppEnv>()
    .get('/healthz', (c) => c.json({ status: 'ok', version } satisfies Health))
    .get('/api/runtime-config', (c) =>
      c.json({
        isPlatform: false,
        flags: {},
        aiEnabled: false,
        cliVersion: `v${version}`,
        capabilities: { engine: engine.kind, concurrentRuns, replicas, branches, poolers },
        limits: { statementTimeoutMs: STATEMENT_TIMEOUT_MS, ...RUN_LIMITS },
        projectApiUrl: apiUrl(),
      } satisfies RuntimeConfig),
    )
}
