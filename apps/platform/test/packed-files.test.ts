/** What npm packs of the program: each file of the dashboard once, as the tarball is compressed itself. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const PACKAGE = new URL('../package.json', import.meta.url)
const BUILT = [
  'bin/basedeck.js',
  'dist/main.js',
  'dist/dashboard/index.html',
  'dist/dashboard/favicon.svg',
  'dist/dashboard/favicon.svg.br',
  'dist/dashboard/favicon.svg.gz',
  'dist/dashboard/assets/index-a1.js',
  'dist/dashboard/assets/index-a1.js.br',
  'dist/dashboard/assets/index-a1.js.gz',
  'dist/prepared/control.gz',
  'src/main.ts',
]

test('a built program is packed without the compressed doubles of its files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'basedeck-packed-'))
  try {
    const { name, version, files } = JSON.parse(await readFile(PACKAGE, 'utf8')) as Record<string, unknown>
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name, version, files }))
    for (const file of BUILT) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), '')
    }
    const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--offline'], {
      cwd: folder,
    })
    const [packed] = JSON.parse(stdout) as { files: { path: string }[] }[]
    expect(packed?.files.map(({ path }) => path).sort()).toEqual([
      'bin/basedeck.js',
      'dist/dashboard/assets/index-a1.js',
      'dist/dashboard/favicon.svg',
      'dist/dashboard/index.html',
      'dist/main.js',
      'dist/prepared/control.gz',
      'package.json',
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
