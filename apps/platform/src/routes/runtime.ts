/** What a dashboard asks before anything else, and what a monitor asks. */
import {
  getCliRelease,
  getDeploymentCommit,
  getHealth,
  getPlatformStatus,
  getReadiness,
  getRuntimeConfig,
  type EngineKind,
  type RuntimeConfig,
} from '@basedeck/platform-client/contract'
import type { Accounts } from '../accounts/accounts.js'
import type { KeptBackups } from '../backup/kept/kept-backups.js'
import type { Config } from '../config/config.js'
import type { ControlDatabase } from '../control/control-database.js'
import type { EngineOffer } from '../engines/engine-registry.js'
import { DomainError } from '../kernel/domain-error.js'
import type { Mount } from './mount.js'
import { platformStatus, readiness } from '../services/platform-status.js'
import type { Releases } from '../services/releases.js'
import { RUN_LIMITS, STATEMENT_TIMEOUT_MS } from './query.js'

export interface RuntimeRouteDeps {
  control: ControlDatabase
  accounts: Accounts
  accountsOn: boolean
  isPlatform: boolean
  mail: boolean
  aiEnabled: boolean
  version: string
  commit: { sha: string; time: string }
  engines: readonly EngineOffer[]
  ownEngine: EngineKind
  flags: Config['flags']
  notice: Config['notice']
  links: Config['links']
  /** Undefined: no release service is configured, and no call leaves the machine. */
  releases: Releases | undefined
  apiUrl(): string
  /** Undefined: none are made here. */
  backups?: Pick<KeptBackups, 'list' | 'logWaitsSince'> | undefined
  now(): Date
  /** Of the data directory. */
  freeBytes(): Promise<number>
}

export function runtimeRoutes(mount: Mount, deps: RuntimeRouteDeps): void {
  const startedAt = new Date()
  mount.on(getHealth, () => ({ status: 'ok' as const }))

  mount.on(getReadiness, async ({ c }) => {
    const answer = await readiness(deps)
    return c.json(answer, answer.status === 'ready' ? 200 : 503)
  })

  mount.on(getRuntimeConfig, async () => ({
    isPlatform: deps.isPlatform,
    accounts: deps.accountsOn,
    setupNeeded: deps.accountsOn && (await deps.accounts.setupNeeded()),
    mail: deps.mail,
    ...(await readFlags(deps.control, deps.flags)),
    ...(deps.notice ? { notice: deps.notice } : {}),
    ...(Object.keys(deps.links).length > 0 ? { links: deps.links } : {}),
    aiEnabled: deps.aiEnabled,
    capabilities: { engine: deps.ownEngine, engines: deps.engines.map((offer) => ({ ...offer })) },
    limits: { statementTimeoutMs: STATEMENT_TIMEOUT_MS, ...RUN_LIMITS },
    projectApiUrl: deps.apiUrl(),
  }))

  mount.on(getDeploymentCommit, () => ({ commitSha: deps.commit.sha, commitTime: deps.commit.time }))

  mount.on(getPlatformStatus, () =>
    platformStatus({
      ...deps,
      startedAt,
      releases: deps.isPlatform ? undefined : deps.releases !== undefined,
    }),
  )

  // SPEC §7: self-hosted only.
  mount.on(getCliRelease, async () => {
    if (deps.isPlatform) throw new DomainError('not_found')
    return { current: `v${deps.version}`, ...(await deps.releases?.newest()) }
  })
}

interface FlagRow {
  name: string
  enabled: boolean
  preview_title: string | null
}

/** The stored flags, overridden by the operator's. Each person can switch flags with a title. */
async function readFlags(
  control: ControlDatabase,
  own: Config['flags'],
): Promise<Pick<RuntimeConfig, 'flags' | 'previews'>> {
  const rows = await control.selectOften<FlagRow>(
    'select name, enabled, preview_title from control.flags order by name',
  )
  const previews = rows.flatMap(({ name, preview_title }) =>
    preview_title === null ? [] : [{ flag: name, title: preview_title }],
  )
  return {
    flags: { ...Object.fromEntries(rows.map(({ name, enabled }) => [name, enabled])), ...own },
    ...(previews.length > 0 ? { previews } : {}),
  }
}
