/** What every screen may use of its deck. */
import type { Client, RuntimeConfig } from '@basedeck/platform-client'
import type { ReadableAtom } from 'nanostores'
import type { Queries, Remote } from '../kernel/query-store.js'
import type { Router } from '../kernel/router.js'
import type { Host } from '../ports/index.js'
import type { Account } from '../sessions/account.js'
import type { Assistants } from '../sessions/assistant.js'
import type { Drafts } from '../sessions/drafts.js'
import type { Exports } from '../sessions/exports.js'
import type { GrammarLayer } from '../sessions/grammar-layer.js'
import type { Impersonation } from '../sessions/impersonation.js'
import type { RunHistory } from '../sessions/run-history.js'
import type { Preferences } from '../sessions/preferences.js'
import type { Previews } from '../sessions/previews.js'
import type { SidePanel } from '../sessions/side-panel.js'
import type { Snippets } from '../sessions/snippets.js'
import type { SqlRuns } from '../sessions/sql-runs.js'
import type { ProjectTabsByRef } from '../sessions/tabs.js'
import type { Visits } from '../sessions/visits.js'
import type { RouteName } from './routes.js'

export interface ScreenContext {
  host: Host
  client: Client
  queries: Queries
  router: Router<RouteName>
  /** Who is here, and what they may do. */
  account: Account
  $runtime: ReadableAtom<Remote<RuntimeConfig>>
  preferences: Preferences
  previews: Previews
  /** Where the user was. */
  visits: Visits
  drafts: Drafts
  snippets: Snippets
  /** Open queries and tables, and what was opened before. */
  tabs: ProjectTabsByRef
  grammar: GrammarLayer
  sqlRuns: SqlRuns
  /** Whom runs act as. */
  impersonation: Impersonation
  /** Past runs, on this device. */
  history: RunHistory
  /** Results on their way into files. */
  exports: Exports
  /** What is open beside the page. */
  sidePanel: SidePanel
  /** Conversations with the AI. */
  assistants: Assistants
}
