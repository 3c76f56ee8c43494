/** What the databases of each engine can do, and why not. The dashboard shows the rest disabled, with this reason. */
import type { Capabilities, EngineKind } from '@basedeck/platform-client/contract'
import { engineText } from '../text/engines.js'

const YES = { available: true } as const
const no = (reason: string) => ({ available: false, reason }) as const

const ONE_SESSION = engineText.oneSession

/** What no engine can do yet. */
const LATER = {
  poolers: no(engineText.noPoolers),
}
const SERVER = { concurrentRuns: YES, gentleCancel: YES, largeImports: YES, ...LATER }

export const CAPABILITIES: Readonly<Record<EngineKind, Capabilities>> = {
  cluster: { ...SERVER, branches: YES, replicas: YES, networkAccess: YES, logicalDecoding: YES },
  postgres: {
    ...SERVER,
    branches: YES,
    replicas: no(engineText.noReplicasByUrl),
    networkAccess: no(engineText.noNetworkAccessByUrl),
    logicalDecoding: no(engineText.decodingByUrl),
  },
  pglite: {
    concurrentRuns: no(ONE_SESSION),
    gentleCancel: no(ONE_SESSION),
    largeImports: no(engineText.smallImports),
    replicas: no(engineText.noReplicasInWasm),
    networkAccess: no(engineText.noNetworkAccessInWasm),
    logicalDecoding: no(engineText.noDecodingInWasm),
    ...LATER,
    branches: YES,
  },
}

export interface AskedDatabase {
  engine: EngineKind
  type: 'PRIMARY' | 'READ_REPLICA'
  db_user?: string
  /** Default true. */
  may_create_databases?: boolean
}

export function capabilitiesOf(database: AskedDatabase): Capabilities {
  const { engine, type, db_user: user = '', may_create_databases: mayCreate = true } = database
  if (type === 'PRIMARY')
    return mayCreate
      ? CAPABILITIES[engine]
      : { ...CAPABILITIES[engine], branches: no(engineText.mayNotCreateDatabases(user)) }
  // A replica of a replica would be behind twice.
  return { ...CAPABILITIES[engine], replicas: no(engineText.noReplicasOfReplica) }
}
