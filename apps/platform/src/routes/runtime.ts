/** What a dashboard asks before anything else, and what a monitor asks. */
import {
  getCliRelease,
  getDeploymentCommit,
  getHealth,
  getRuntimeConfig,
  type Capabilities,
  type EngineKind,
} from '@basedeck/platform-client/contract'
import type { Accounts } from '../accounts/accounts.js'
import type { ControlDatabase } from '../control/control-database.js'
import type { EngineOffer } from '../engines/engine-house.js'
import { ENGINE_CAPABILITIES } from '../engines/engine-capabilities.js'
import { HttpError } from '../http/error-table.js'
import type { Mount } from '../http/mount.js'
import { RUN_LIMITS, STATEMENT_TIMEOUT_MS } from './query.js'

export interface RuntimeRouteDeps {
  control: ControlDatabase
  accounts: Accounts
  accountsOn: boolean
  isPlatform: boolean
  mail: boolean
  version: string
  commit: { sha: string; time: string }
  engines: readonly EngineOffer[]
  ownEngine: EngineKind
  apiUrl(): string
}

export function runtimeRoutes(mount: Mount, deps: RuntimeRouteDeps): void {
  mount.on(getHealth, () => ({ status: 'ok' as const, version: deps.version }))

  mount.on(getRuntimeConfig, async () => ({
    isPlatform: deps.isPlatform,
    accounts: deps.accountsOn,
    setupNeeded: deps.accountsOn && (await deps.accounts.setupNeeded()),
    mail: deps.mail,
    flags: await readFlags(deps.control),
    aiEnabled: false,
    ...(deps.isPlatform ? {} : { cliVersion: `v${deps.version}` }),
    capabilities: capabilitiesOf(deps),
    limits: { statementTimeoutMs: STATEMENT_TIMEOUT_MS, ...RUN_LIMITS },
    projectApiUrl: deps.apiUrl(),
  }))

  mount.on(getDeploymentCommit, () => ({ commitSha: deps.commit.sha, commitTime: deps.commit.time }))

  // No call leaves the machine unasked, so the newest release is not known here. SPEC §7: self-hosted only.
  mount.on(getCliRelease, () => {
    if (deps.isPlatform) throw new HttpError('not_found')
    return { current: `v${deps.version}` }
  })
}

function capabilitiesOf({ engines, ownEngine }: RuntimeRouteDeps): Capabilities {
  const { concurrentRuns, replicas, branches, poolers } = ENGINE_CAPABILITIES[ownEngine]
  return {
    engine: ownEngine,
    engines: engines.map((offer) => ({ ...offer })),
    concurrentRuns,
    replicas,
    branches,
    poolers,
  }
}

async function readFlags(control: ControlDatabase): Promise<Record<string, boolean>> {
  const rows = await control.select<{ name: string; enabled: boolean }>(
    'select name, enabled from control.flags',
  )
  return Object.fromEntries(rows.map(({ name, enabled }) => [name, enabled]))
}
