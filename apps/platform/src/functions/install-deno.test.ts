import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DENO_VERSION, denoPackage } from './find-deno.js'
import { DENO_CHECKSUMS, installDeno } from './install-deno.js'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'basedeck-install-deno-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** A program that says it is the pinned version, where npm would put it. */
async function fakeNpm(_given: readonly string[], folder: string): Promise<void> {
  const place = join(folder, 'node_modules', denoPackage())
  await mkdir(place, { recursive: true })
  await writeFile(join(place, 'deno'), `#!/bin/sh\necho "deno ${DENO_VERSION} (stable)"\n`)
}

test('the pinned checksums are those of the lock file', async () => {
  const lock = JSON.parse(
    await readFile(new URL('../../../../package-lock.json', import.meta.url), 'utf8'),
  ) as { packages: Record<string, { version: string; integrity: string }> }
  for (const [name, checksum] of Object.entries(DENO_CHECKSUMS))
    expect(lock.packages[`node_modules/${name}`]).toMatchObject({
      version: DENO_VERSION,
      integrity: checksum,
    })
})

test.skipIf(process.platform === 'win32')(
  'it is installed to run, and a second time it is there',
  async () => {
    const first = await installDeno({ dataDir, npm: fakeNpm })
    expect(first).toMatchObject({ type: 'installed', deno: { version: DENO_VERSION } })
    if (first.type === 'failed') throw new Error(first.message)
    expect((await stat(first.deno.path)).mode & 0o111).toBe(0o111)
    const again = await installDeno({ dataDir, npm: () => Promise.reject(new Error('asked npm')) })
    expect(again).toEqual({ type: 'there', deno: first.deno })
    expect(await readdir(dataDir)).toEqual(['deno'])
  },
)

test('npm is given the checksum', async () => {
  let lock = ''
  await installDeno({
    dataDir,
    npm: async (given, folder) => {
      expect(given.slice(0, 2)).toEqual(['ci', '--ignore-scripts'])
      lock = await readFile(join(folder, 'package-lock.json'), 'utf8')
      throw new Error('no')
    },
  })
  expect(lock).toContain(DENO_CHECKSUMS[denoPackage()])
})

test.each([
  [{ code: 'ENOENT' }, /npm is not on this machine/],
  [{ code: 1, stderr: 'npm error code EINTEGRITY\n' }, /checksum is another/],
  [{ code: 1, stderr: 'npm error code ENOTFOUND\nnpm error network is away\n' }, /network is away/],
])('%j is said, and nothing is left', async (failure, sentence) => {
  const outcome = await installDeno({
    dataDir,
    npm: () => Promise.reject(Object.assign(new Error('failed'), failure)),
  })
  expect(outcome).toEqual({ type: 'failed', message: expect.stringMatching(sentence) as string })
  expect(await readdir(dataDir)).toEqual([])
})

test('a system without a package is told what to do', async () => {
  expect(await installDeno({ dataDir, name: '@deno/aix-ppc64' })).toEqual({
    type: 'failed',
    message: expect.stringContaining('Put a deno on PATH') as string,
  })
})
