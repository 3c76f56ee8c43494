import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planScreen } from './new-screen.mjs'
import { root } from './workspace.mjs'

const read = (file) => {
  const path = join(root, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
const plan = (name, path, reader = read) => planScreen(name, path, reader)

const LIST = 'packages/core/src/screens/database/pages.ts'

test('a new page is three files, its entry in the two lists of its area, and its title', () => {
  const { files } = plan('database/odd-sequences', '/project/{ref}/database/odd-sequences')
  expect(Object.keys(files)).toEqual([
    'packages/core/src/screens/database/odd-sequences.ts',
    'packages/core/src/screens/database/odd-sequences.test.ts',
    'packages/ui-react/src/screens/database/odd-sequences.tsx',
    LIST,
    'packages/ui-react/src/screens/database/views.ts',
    'packages/core/src/text/page-titles.ts',
  ])
  expect(files[LIST]).toContain("    path: '/project/{ref}/database/odd-sequences',\n")
  expect(files['packages/core/src/text/page-titles.ts']).toContain(
    "  oddSequences: 'Odd sequences',\n} as const",
  )
  expect(files['packages/ui-react/src/screens/database/views.ts']).toContain('.OddSequences),\n}')
})

test('nothing that exists is written over', () => {
  expect(plan('organization/team', '/somewhere/else')).toEqual({
    problem: 'packages/core/src/screens/organization/team.ts exists already',
  })
  expect(plan('database/tables', '/somewhere/else').problem).toContain('has a tables already')
  expect(plan('auth/tables', '/somewhere/else').problem).toContain('has a tables already')
  expect(plan('auth/odd', '/project/{ref}/database/tables').problem).toContain('is the path of another page')
})

test('an area that does not exist is told, with those that do', () => {
  expect(plan('nowhere/odd', '/odd').problem).toMatch(/^There is no area nowhere\. There are: .*database/)
})

test.each([
  [undefined, '/odd'],
  ['odd', '/odd'],
  ['../database/odd', '/odd'],
  ['Database/Odd', '/odd'],
  ['database/odd', undefined],
  ['database/odd', 'odd'],
  ['database/odd', '/odd page'],
  ['database/odd', "/odd'"],
])('%s at %s is refused with a sentence', (name, path) => {
  expect(plan(name, path).problem).toMatch(/^(Name|Give)/)
})

test('a table that has lost its shape is told, not broken', () => {
  const reader = (file) => (file.endsWith('page-titles.ts') ? 'export const nothing = 1' : read(file))
  expect(plan('database/odd', '/odd', reader).problem).toContain('has no place for a new line')
})
