/** What every screen may use of its deck. */
import type { Client, RuntimeConfig } from '@basedeck/platform-client'
import type { ReadableAtom, WritableAtom } from 'nanostores'
import type { LazyServices } from '../kernel/lazy-services.js'
import type { Queries, Remote } from '../kernel/query-store.js'
import type { Host } from '../ports/index.js'
import type { Account } from '../sessions/account/account.js'
import type { ChosenSchemas } from '../sessions/shell/chosen-schemas.js'
import type { Connection } from '../sessions/shell/connection.js'
import type { FormDrafts } from '../sessions/documents/form-drafts.js'
import type { GrammarLayer } from '../sessions/sql/grammar-layer.js'
import type { Impersonation } from '../sessions/account/impersonation.js'
import type { Preferences } from '../sessions/account/preferences.js'
import type { Previews } from '../sessions/sql/previews.js'
import type { SchemaChanges } from '../sessions/shell/schema-changes.js'
import type { SidePanel } from '../sessions/shell/side-panel.js'
import type { ProjectTabsByRef } from '../sessions/shell/tabs.js'
import type { NavigationHistory } from '../sessions/shell/navigation-history.js'
import type { PageRouter } from './page-router.js'
import type { UploadTray } from './parts/shown-uploads.js'

export interface ScreenContext {
  host: Host
  client: Client
  queries: Queries
  router: PageRouter
  /** Who is here, and what they may do. */
  account: Account
  connection: Connection
  $runtime: ReadableAtom<Remote<RuntimeConfig>>
  preferences: Preferences
  previews: Previews
  /** Where the user was. */
  navigationHistory: NavigationHistory
  /** Open queries and tables, and what was opened before. */
  tabs: ProjectTabsByRef
  /** Which schema the lists of a project show. */
  chosenSchemas: ChosenSchemas
  schemaChanges: SchemaChanges
  grammar: GrammarLayer
  /** Whom runs act as. */
  impersonation: Impersonation
  /** Forms that were left half filled. */
  formDrafts: FormDrafts
  /** What is open beside the page. */
  sidePanel: SidePanel
  /** The tray of uploads, once a page of the storage was open. */
  $uploadTray: WritableAtom<UploadTray | null>
  /** Services whose code is loaded by the first screen that uses them: `sqlWorkOf`. */
  lazy: LazyServices<ScreenContext>
}

/** What a screen, or a part of one, uses of the context. Its signature then says what it can reach. */
export type Needs<Name extends keyof ScreenContext> = Pick<ScreenContext, Name>
