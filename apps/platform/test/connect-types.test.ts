import { CONNECT_FRAMEWORKS, connectFiles, type ChosenFramework } from '@basedeck/core/rules'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const values = { address: 'http://127.0.0.1:8788/abc', key: 'the-key', databaseUrl: 'postgresql://a:b@c:1/d' }
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const root = here('../../..')

const CHOICES = Object.values(CONNECT_FRAMEWORKS).flatMap((entries) =>
  entries.flatMap(({ key, children }) =>
    children.flatMap((child): ChosenFramework[] =>
      child.children.length === 0
        ? [{ framework: key, with: child.key }]
        : child.children.map((library) => ({ framework: key, using: child.key, with: library.key })),
    ),
  ),
)

/** Strict, as new applications are. */
const OPTIONS = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    jsx: 'react-jsx',
    module: 'ESNext',
    moduleResolution: 'bundler',
    target: 'ES2022',
    lib: ['ES2022', 'DOM'],
    types: ['node', 'react'],
    skipLibCheck: true,
    experimentalDecorators: true,
  },
}

test('the compiler takes every file in TypeScript that is shown', () => {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'connect-types-'))
  try {
    let count = 0
    for (const choice of CHOICES)
      for (const { name, language, code } of connectFiles(choice, values)) {
        if (language !== 'ts' && language !== 'tsx') continue
        const path = join(folder, Object.values(choice).join('-'), name)
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, code)
        count += 1
      }
    copyFileSync(here('connect-libraries.d.txt'), join(folder, 'shims.d.ts'))
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(OPTIONS))
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const { stdout, stderr, status } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
    expect([status, stdout, stderr]).toEqual([0, '', ''])
    expect(count).toBeGreaterThan(60)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
