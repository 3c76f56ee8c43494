/** The command as a process: its output and its exit code. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
// Below the workspace's node_modules, so that its dependencies are found.
const folder = mkdtempSync(join(root, '../../node_modules/.sql-guard-bin-'))
const bin = join(folder, 'bin/sql-guard.js')

beforeAll(() => {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true })
})

afterAll(() => rmSync(folder, { recursive: true }))

function run(args: string[], input = ''): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { input, encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('before the build it prints what to do', () => {
  expect(run([])).toEqual({
    status: 64,
    stdout: '',
    stderr:
      'sql-guard is not built yet: "npm start" builds it beside the program, "npm run build" builds it at once.\n',
  })
})

test('it reads files and standard input, and exits with the verdict', async () => {
  await build({
    entryPoints: [join(root, 'src/cli/index.ts')],
    outfile: join(folder, 'dist/cli/index.js'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
  })
  const file = join(folder, 'a.sql')
  writeFileSync(file, 'select 1')
  expect(run([file])).toEqual({ status: 0, stdout: `${file}: read-only\n`, stderr: '' })
  expect(run([], 'drop table t').status).toBe(3)
  expect(run([`${file}.missing`]).status).toBe(64)
  // More than a pipe holds arrives whole.
  const long = run(['--json'], 'select f(1);\n'.repeat(1_000))
  expect(JSON.parse(long.stdout)).toHaveLength(1)
  expect(long.status).toBe(2)
})
