/** What the databases of each engine can do, and why not. The dashboard shows the rest disabled, with this reason. */
import type { Capabilities, EngineKind } from '@basedeck/platform-client/contract'

const YES = { available: true } as const
const no = (reason: string) => ({ available: false, reason }) as const

const ONE_SESSION = 'PostgreSQL in WebAssembly has one session: queries wait for each other.'

/** What no engine can do yet. */
const LATER = {
  replicas: no('This platform can’t make read replicas yet.'),
  branches: no('This platform can’t copy a project yet, which a branch needs.'),
  poolers: no('No connection pooler runs here. Programs connect to the database directly.'),
}
const SERVER: Capabilities = { concurrentRuns: YES, gentleCancel: YES, ...LATER }

export const CAPABILITIES: Readonly<Record<EngineKind, Capabilities>> = {
  cluster: SERVER,
  postgres: SERVER,
  pglite: { concurrentRuns: no(ONE_SESSION), gentleCancel: no(ONE_SESSION), ...LATER },
}
