import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openRunFolder, sweepRunFolders } from './run-folder.js'

let parent: string
const NOW = Date.now()
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'basedeck-parent-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(parent, { recursive: true })
})

/** As a platform leaves it that is killed. */
async function left(name: string): Promise<string> {
  await mkdir(join(parent, name, '12345678'), { recursive: true })
  await writeFile(join(parent, name, '12345678', 's'), '')
  return name
}
const { pid: ended } = spawnSync('true')

test('what a killed platform left is deleted, and a living one keeps its own', async () => {
  const living = await openRunFolder(parent)
  await left(`basedeck-fn.${ended}.abcdef`)
  await sweepRunFolders(NOW, parent)
  expect(await readdir(parent)).toEqual([living.path.slice(parent.length + 1)])
  await living.remove()
  expect(await readdir(parent)).toEqual([])
})

test('where the kernel locks nothing, the process that is named decides', async () => {
  vi.stubEnv('PATH', '/nonexistent')
  const living = await openRunFolder(parent)
  await left(`basedeck-fn.${ended}.abcdef`)
  await sweepRunFolders(NOW, parent)
  expect(await readdir(parent)).toEqual([living.path.slice(parent.length + 1)])
})

test('a folder of an older program goes once it was not touched for a day', async () => {
  const young = await left('basedeck-fn-abcdef')
  await left('basedeck-fn-ghijkl')
  await utimes(join(parent, 'basedeck-fn-ghijkl'), 0, NOW / 1000 - 25 * 3600)
  await sweepRunFolders(NOW, parent)
  expect(await readdir(parent)).toEqual([young])
})

test('other names are nobody’s business here', async () => {
  const others = ['basedeck-fn', 'basedeck-fn.x', 'basedeck-fnord-abcdef', 'other']
  for (const name of others) await left(name)
  await sweepRunFolders(NOW + 1e12, parent)
  expect((await readdir(parent)).toSorted()).toEqual(others.toSorted())
})
