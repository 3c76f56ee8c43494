import { expect, test } from 'vitest'
import { hasScreen, pages } from '../packages/core/src/screens/pages.ts'
import { coveredAreas, journeysFor, screenFiles } from './changed.mjs'

const journeys = {
  'e2e/accounts.e2e.ts': ['account', 'sign-in'],
  'e2e/routes.e2e.ts': ['areas'],
  'e2e/sql.e2e.ts': ['sql'],
  'e2e/sql-help.e2e.ts': ['sql/help', 'sql/problems'],
  'e2e/sql-snippets.e2e.ts': ['sql/snippet-*'],
}
const screens = {
  accountMe: 'account/me',
  tokens: 'account/tokens',
  users: 'info-pages/area',
  sqlEditor: 'sql/sql-editor',
}
const all = Object.keys(journeys)

test.each([
  [
    'nothing of the product',
    ['README.md', 'docs/a.md', 'packages/core/src/rules/shell/tabs.test.ts'],
    [],
    undefined,
  ],
  ['a journey', ['e2e/sql.e2e.ts'], ['e2e/sql.e2e.ts'], undefined],
  ['a screen', ['packages/core/src/screens/account/me.ts'], [all[0], all[1]], ['accountMe']],
  ['its view', ['packages/ui-react/src/screens/account/me.tsx'], [all[0], all[1]], ['accountMe']],
  [
    'what screens of an area share',
    ['packages/core/src/screens/account/row.ts'],
    [all[0], all[1]],
    ['accountMe', 'tokens'],
  ],
  [
    'a file that a journey names',
    ['packages/core/src/screens/query/snippet-list.ts'],
    [all[2], all[4], all[1]],
    ['sqlEditor'],
  ],
  [
    'a file of the area that none names',
    ['packages/ui-react/src/screens/sql/sql-editor.tsx'],
    [all[2], all[1]],
    ['sqlEditor'],
  ],
  ['a part that all screens share', ['packages/core/src/screens/parts/open-row.ts'], all, undefined],
  ['a list of pages', ['packages/core/src/screens/account/pages.ts'], all, undefined],
  ['the example', ['examples/plain-dom/src/main.ts'], ['e2e/plain-dom.e2e.ts'], undefined],
  ['a rule', ['packages/core/src/rules/shell/tabs.ts'], all, undefined],
  [
    'the platform',
    ['apps/platform/src/start/start.ts', 'packages/core/src/screens/account/me.ts'],
    all,
    undefined,
  ],
  ['a model of the journeys', ['e2e/models/test.ts'], all, undefined],
])('%s', (_name, changed, files, pages) => {
  expect(journeysFor(changed, journeys, screens)).toEqual({ files, pages, isWide: files === all })
})

test('every screen has its file, so that its page is found', () => {
  const known = screenFiles()
  const listed = Object.keys(pages).filter(hasScreen)
  expect(Object.keys(known).toSorted()).toEqual(listed.toSorted())
  expect(known).toMatchObject({
    projectHome: 'project/project-home',
    tables: 'catalogue/catalogue-list',
    users: 'auth/users',
    reports: 'project/reports',
    addons: 'info-pages/info-page',
    logDrains: 'settings/log-drains',
    securityAdvisor: 'info-pages/advisor',
  })
})

test('every area of screens is covered by a journey', () => {
  const covered = new Set(Object.values(coveredAreas()).flat())
  const areas = new Set(Object.values(screenFiles()).map((file) => file.split('/')[0]))
  expect([...areas].filter((area) => !covered.has(area))).toEqual([])
})
