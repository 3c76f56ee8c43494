import { expect, test } from 'vitest'
import { importProblems } from './import-rules.mjs'

const PLATFORM = 'apps/platform'
const CORE = 'packages/core'
const DATA_API = 'packages/data-api'
const VIEW = 'packages/ui-react'

test.each([
  [PLATFORM, 'accounts/accounts.ts', '../http/error-table.js', 'only http knows statuses'],
  [PLATFORM, 'routes/query.ts', '../http/mount.js', 'a later layer'],
  [PLATFORM, 'processes/forwarding.ts', '../http/error-table.js', 'only http knows statuses'],
  [PLATFORM, 'app/app.ts', '../http/error-table.js', 'only http knows statuses'],
  [PLATFORM, 'control/audit.ts', '../routes/mount.js', 'a later layer'],
  [PLATFORM, 'services/lints.ts', '../routes/mount.js', 'a later layer'],
  [PLATFORM, 'engines/engine.ts', '../control/jobs.js', 'a later layer'],
  [PLATFORM, 'secrets/secret-box.ts', '../engines/engine.js', 'a later layer'],
  [PLATFORM, 'keys/jwt.ts', '../control/settings.js', 'a later layer'],
  [PLATFORM, 'utils/text.ts', '../kernel/log.js', 'utils/text.ts is in no layer'],
  [PLATFORM, 'routes/query.ts', '@basedeck/core', '@basedeck/core'],
  [PLATFORM, 'routes/query.ts', '../../test/test-api.js', 'outside of its package'],
  [CORE, 'data/projects.ts', '../screens/routes.js', 'a later layer'],
  [CORE, 'rules/tabs.ts', '../text/sql.js', 'rules return reasons, not sentences'],
  [CORE, 'rules/tabs.ts', 'nanostores', 'no store here'],
  [CORE, 'data/projects.ts', 'node:fs', 'not everywhere'],
  [CORE, 'browser/browser-host.ts', 'node:fs', 'not everywhere'],
  [CORE, 'deck.ts', './node/node-host.js', 'only a front end imports a host'],
  [CORE, 'index.ts', './browser/index.js', 'only a front end imports a host'],
  [CORE, 'kernel/router.ts', '../browser/browser-host.js', 'only a front end imports a host'],
  [CORE, 'node/node-host.ts', '../browser/given-file.js', 'only a front end imports a host'],
  [CORE, 'node/node-host.ts', '../deck.js', 'a later layer'],
  [CORE, 'screens/sql/sql-editor.ts', '../organization/team.js', 'a screen of another area'],
  [CORE, 'screens/query/query-pane.ts', '../sql/sql-editor.js', 'a screen of another area'],
  [CORE, 'screens/pages.ts', './organization/team.js', 'a screen of another area'],
  [PLATFORM, 'engines/engine.ts', 'hono', 'only http knows hono'],
  [PLATFORM, 'control/audit.ts', 'hono/cookie', 'only http knows hono'],
  [VIEW, 'elements/button.tsx', '../screens/views.js', 'a later layer'],
  [VIEW, 'bind/link.tsx', '../elements/button.js', 'a later layer'],
  [DATA_API, 'language/filter.ts', '../sql/filter-sql.js', 'a later layer'],
  [DATA_API, 'schema/table.ts', '../plan/level.js', 'a later layer'],
  [DATA_API, 'plan/level.ts', 'node:fs', 'not everywhere'],
  [DATA_API, 'sql/field-sql.ts', '@basedeck/sql-guard/lexer', '@basedeck/sql-guard/lexer'],
  ['apps/cli-smoke', 'main.tsx', 'react', 'no view here'],
  ['examples/plain-dom', 'main.ts', '@basedeck/platform-client', '@basedeck/platform-client'],
])('%s: %s may not import %s: %s', (name, file, specifier, why) => {
  const problems = importProblems(name, file, specifier)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(why)
})

test.each([
  [PLATFORM, 'http/on-error.ts', './error-table.js'],
  [PLATFORM, 'http/mount.ts', '../routes/mount.js'],
  [PLATFORM, 'routes/query.ts', '../services/exports.js'],
  [PLATFORM, 'services/lints.ts', '../control/projects.js'],
  [PLATFORM, 'control/audit.ts', '../engines/engine.js'],
  [PLATFORM, 'control/audit.test.ts', '../project-life/project-life.js'],
  [PLATFORM, 'routes/query.ts', '@basedeck/core/rules'],
  [PLATFORM, 'project-api/rest.ts', '@basedeck/data-api'],
  [DATA_API, 'sql/field-sql.ts', '@basedeck/sql-guard/quoting'],
  [CORE, 'screens/projects.ts', '../sessions/tabs.js'],
  [CORE, 'screens/pages.ts', './organization/pages.js'],
  [CORE, 'screens/sql/sql-editor.ts', '../query/query-pane.js'],
  [CORE, 'screens/sql/sql-editor.ts', './pages.js'],
  [PLATFORM, 'http/mount.ts', 'hono'],
  [VIEW, 'screens/views.ts', '../elements/button.js'],
  [CORE, 'node/node-host.ts', 'node:fs'],
  [CORE, 'browser/browser-host.ts', '../ports/index.js'],
])('%s: %s may import %s', (name, file, specifier) => {
  expect(importProblems(name, file, specifier)).toEqual([])
})
