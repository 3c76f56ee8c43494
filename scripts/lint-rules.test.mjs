/** The rules that oxlint holds for single folders: a file that breaks each of them is refused, and one that does not is not. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './workspace.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'basedeck-lint-'))
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function lint(file, text) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/oxlint/bin/oxlint'), '--deny-warnings', '--format=json', '.'],
    { cwd: folder, encoding: 'utf8' },
  )
  return JSON.parse(stdout).diagnostics.map(({ code }) => code)
}

const restrictedImport = ['eslint(no-restricted-imports)']
const restrictedGlobal = ['eslint(no-restricted-globals)']
const restrictedProperty = ['eslint(no-restricted-properties)']
const effect = `import { useEffect } from 'react'\nexport const use = () => useEffect(() => undefined, [])\n`
const wholeReact = (name) =>
  `import ${name} from 'react'\nexport const use = () => React.useEffect(() => undefined, [])\n`

test.each([
  ['packages/core/src/rules/a.ts', 'export const a = () => Date.now()\n', restrictedProperty],
  ['packages/core/src/rules/a.ts', 'export const a = () => Math.random()\n', restrictedProperty],
  ['packages/core/src/text/a.ts', 'export const a = () => window.name\n', restrictedGlobal],
  ['packages/core/src/rules/a.ts', 'export const a = () => globalThis.crypto\n', restrictedGlobal],
  ['packages/core/src/rules/a.ts', 'export const a = () => crypto.randomUUID()\n', restrictedGlobal],
  ['packages/core/src/sessions/a.ts', 'export const a = () => localStorage.length\n', restrictedGlobal],
  ['packages/core/src/screens/sql/a.ts', 'export const a = () => Date.now()\n', restrictedProperty],
  ['packages/ui-react/src/screens/a.tsx', effect, restrictedImport],
  ['packages/ui-react/src/elements/a.tsx', effect, restrictedImport],
  ['packages/ui-react/src/screens/a.tsx', wholeReact('React'), restrictedImport],
  ['packages/ui-react/src/screens/a.tsx', wholeReact('* as React'), restrictedImport],
  ['packages/ui-react/src/shell/a.tsx', wholeReact('React'), restrictedImport],
  ['packages/ui-react/src/shell/a.tsx', wholeReact('* as React'), restrictedImport],
  [
    'packages/ui-react/src/screens/a.tsx',
    `import { Menu } from '@base-ui/react/menu'\nexport const a = Menu\n`,
    restrictedImport,
  ],
  [
    'packages/ui-react/src/screens/a.tsx',
    `import { editor } from 'monaco-editor'\nexport const a = editor\n`,
    restrictedImport,
  ],
])('%s with %j is refused', (file, text, codes) => {
  expect(lint(file, text)).toEqual(codes)
})

test.each([
  ['packages/core/src/rules/a.ts', 'export const a = (now: number) => new Date(now)\n'],
  ['packages/core/src/browser/a.ts', 'export const a = () => window.name\n'],
  ['packages/ui-react/src/widgets/a.tsx', effect],
  ['packages/ui-react/src/bind/a.ts', effect],
  [
    'packages/ui-react/src/elements/a.tsx',
    `import { Menu } from '@base-ui/react/menu'\nexport const a = Menu\n`,
  ],
])('%s with %j is taken', (file, text) => {
  expect(lint(file, text)).toEqual([])
})
