/** What the generator of pages writes is compiled, linted and opened, in a copy of the core and its view. */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './workspace.mjs'

/** A page of each kind: with a gate and a menu, of an organization, with a parameter, with neither. */
const PAGES = [
  ['database/odd-sequences', '/project/{ref}/database/odd-sequences'],
  ['organization/odd-rules', '/org/{slug}/odd-rules'],
  ['sql/odd-plan', '/project/{ref}/sql/{id}/odd-plan'],
  ['help/odd-guide', '/odd-guide'],
]
const WRITTEN = PAGES.flatMap(([name]) => [
  `packages/core/src/screens/${name}.ts`,
  `packages/core/src/screens/${name}.test.ts`,
  `packages/ui-react/src/screens/${name}.tsx`,
])
/** It lists the entries of menus, and must take a page more. */
const MENUS = 'packages/core/src/screens/shell/side-menus.test.ts'
const SETTINGS = [
  'package.json',
  'tsconfig.base.json',
  'universal.d.ts',
  '.oxlintrc.json',
  '.oxfmtrc.json',
  'scripts',
  'packages/core',
  'packages/ui-react',
]

let copy

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'basedeck-new-screen-'))
  for (const part of SETTINGS)
    cpSync(join(root, part), join(copy, part), {
      recursive: true,
      filter: (path) => !/\/(node_modules|dist|\.turbo)$/.test(path),
    })
  // What a package has in another version than the others.
  for (const name of ['core', 'ui-react'])
    if (existsSync(join(root, 'packages', name, 'node_modules')))
      symlinkSync(join(root, 'packages', name, 'node_modules'), join(copy, 'packages', name, 'node_modules'))
  for (const name of ['sql-guard', 'storage-engine', 'platform-client'])
    symlinkSync(join(root, 'packages', name), join(copy, 'packages', name))
  mkdirSync(join(copy, 'node_modules/@basedeck'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@basedeck') symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  for (const name of ['core', 'ui-react', 'sql-guard', 'storage-engine', 'platform-client'])
    symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules/@basedeck', name))
  for (const [name, path] of PAGES) run('scripts/new-screen.mjs', name, path)
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function run(program, ...args) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
  return status === 0 ? stdout : `failed: ${stdout}${stderr}`
}

test('the compiler takes what is written, and the two lists of each area agree', () => {
  // The view reaches all of the core but its tests.
  const include = ['src', ...WRITTEN.map((file) => join(copy, file))]
  const config = JSON.stringify({ extends: './tsconfig.json', include })
  writeFileSync(join(copy, 'packages/ui-react/tsconfig.written.json'), config)
  expect(run('node_modules/typescript/bin/tsc', '-p', 'packages/ui-react/tsconfig.written.json')).toBe('')
})

test('it is laid out and linted as everything else', () => {
  expect(run('node_modules/oxfmt/bin/oxfmt', '--check', ...WRITTEN)).not.toContain('failed')
  expect(run('node_modules/oxlint/bin/oxlint', '--deny-warnings', ...WRITTEN)).toContain('0 errors')
})

test('each page opens at its address, the menu of its area leads there, and the menus of the specification stay', () => {
  const tests = [...WRITTEN.filter((file) => file.endsWith('.test.ts')), MENUS]
  const told = run(
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'scripts/new-screen.config.ts',
    ...tests,
  )
  expect(told).toMatch(/Test Files {2}5 passed/)
  // The pages of the database and of the organization are in menus: each of their tests has one more.
  for (const [name, count] of [
    ['database/odd-sequences', 2],
    ['organization/odd-rules', 2],
    ['sql/odd-plan', 1],
    ['help/odd-guide', 1],
  ])
    expect(told).toContain(`screens/${name}.test.ts (${count} test`)
})
