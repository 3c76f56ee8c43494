/** The dashboard without a view. */
export { createDeck, type Deck, type OpenScreen } from './deck.js'
export type { Remote } from './kernel/query-store.js'
export type { Disposable } from './kernel/screen.js'
export type { Match, OpenRoute, Router } from './kernel/router.js'
export type * from './ports/index.js'
export * from './rules/index.js'
export type { RouteName } from './screens/routes.js'
export type { ScreenName, ScreenOf } from './screens/screens.js'
export type { Crumb, Shell, SidebarItem } from './screens/shell.js'
export type { Fact, ProjectHomeScreen, ProjectHomeView } from './screens/project/project-home.js'
export type {
  Mark,
  OpenCell,
  Question,
  ResultGrid,
  ResultTab,
  SqlEditorScreen,
} from './screens/sql/sql-editor.js'
export type { Draft } from './sessions/drafts.js'
export { SIDEBAR_MODES, type Preferences, type SidebarMode } from './sessions/preferences.js'
export type { RunFailure, RunState, RunText, SqlRun } from './sessions/sql-run.js'
export * from './text/index.js'
