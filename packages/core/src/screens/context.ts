/** What every screen may use of its deck. */
import type { Client } from '@basedeck/platform-client'
import type { Queries } from '../kernel/query-store.js'
import type { Router } from '../kernel/router.js'
import type { Host } from '../ports/index.js'
import type { Drafts } from '../sessions/drafts.js'
import type { GrammarLayer } from '../sessions/grammar-layer.js'
import type { Preferences } from '../sessions/preferences.js'
import type { SqlRuns } from '../sessions/sql-runs.js'
import type { RouteName } from './routes.js'

export interface ScreenContext {
  host: Host
  client: Client
  queries: Queries
  router: Router<RouteName>
  preferences: Preferences
  drafts: Drafts
  grammar: GrammarLayer
  sqlRuns: SqlRuns
}
