import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'esbuild'
import { expect, test } from 'vitest'
import { planScreen } from './new-screen.mjs'
import { root } from './workspace.mjs'

const read = (file) => {
  const path = join(root, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
const plan = (name, path, reader = read) => planScreen(name, path, reader)

test('a new screen is three files, and one line in each table that names it', () => {
  const { files } = plan('database/odd-sequences', '/project/{ref}/database/odd-sequences')
  expect(Object.keys(files)).toEqual([
    'packages/core/src/screens/database/odd-sequences.ts',
    'packages/core/src/screens/database/odd-sequences.test.ts',
    'packages/ui-react/src/screens/database/odd-sequences.tsx',
    'packages/core/src/screens/routes.ts',
    'packages/core/src/screens/screens.ts',
    'packages/ui-react/src/screens/views.ts',
    'packages/core/src/text/page-titles.ts',
    'packages/core/src/index.ts',
  ])
  expect(files['packages/core/src/screens/routes.ts']).toContain(
    "  oddSequences: { path: '/project/{ref}/database/odd-sequences' },\n} as const",
  )
  expect(files['packages/core/src/text/page-titles.ts']).toContain(
    "  oddSequences: 'Odd sequences',\n} as const",
  )
  expect(files['packages/ui-react/src/screens/views.ts']).toContain('.OddSequences })),\n}')
})

test.each([
  ['/odd', 'createOdd,'],
  ['/project/{ref}/odd', 'ofProject((await'],
  ['/org/{slug}/odd', 'ofOrganization((await'],
  ['/project/{ref}/odd/{id}', "createOdd(context, { ref: param(params, 'ref'), id: param(params, 'id') })"],
])('%s hands its parameters on', (path, part) => {
  expect(plan('database/odd', path).files['packages/core/src/screens/screens.ts']).toContain(part)
})

test.each(['/odd', '/project/{ref}/odd', '/project/{ref}/odd/{id}'])(
  'what is written for %s is TypeScript',
  async (path) => {
    for (const [file, text] of Object.entries(plan('database/odd', path).files)) {
      const loader = file.endsWith('.tsx') ? 'tsx' : 'ts'
      const { warnings } = await transform(text, { sourcefile: file, loader })
      expect([file, warnings.map((warning) => warning.text)]).toEqual([file, []])
    }
  },
)

test('nothing that exists is written over', () => {
  expect(plan('database/catalogue-list', '/somewhere/else')).toEqual({
    problem: 'packages/core/src/screens/database/catalogue-list.ts exists already',
  })
  expect(plan('database/tables', '/somewhere/else').problem).toContain('has a tables already')
  expect(plan('database/odd', '/project/{ref}/database/tables').problem).toContain(
    'is the path of another screen',
  )
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
  const reader = (file) => (file.endsWith('routes.ts') ? 'export const nothing = 1' : read(file))
  expect(plan('database/odd', '/odd', reader).problem).toContain('has no place for a new line')
})
