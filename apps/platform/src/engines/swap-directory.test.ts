import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endSwaps, swapDirectory } from './swap-directory.js'
import { temporaryDirectory, type TemporaryDirectory } from './testing/temporary-directory.js'

let temporary: TemporaryDirectory
let folder: string
const at = (name: string) => join(folder, name)
beforeEach(async () => {
  temporary = await temporaryDirectory()
  folder = join(temporary.path, 'projects')
  for (const name of ['shop', 'draft']) {
    await mkdir(at(name), { recursive: true })
    await writeFile(join(at(name), 'made'), name)
  }
})
afterEach(() => temporary.remove())

const contentOf = (name: string) => readFile(join(at(name), 'made'), 'utf8')

test('the draft takes the place, the former directory goes aside, and no note stays', async () => {
  await swapDirectory(at('shop'), at('draft'), at('aside'))
  expect([await contentOf('shop'), await contentOf('aside')]).toEqual(['draft', 'shop'])
  expect((await readdir(folder)).toSorted()).toEqual(['aside', 'shop'])
})

test('where nothing was before, the draft takes the place', async () => {
  await swapDirectory(at('new'), at('draft'), at('aside'))
  expect(await contentOf('new')).toBe('draft')
})

test('a draft that is gone leaves everything as it was', async () => {
  await expect(swapDirectory(at('shop'), at('nowhere'), at('aside'))).rejects.toThrow('ENOENT')
  expect(await contentOf('shop')).toBe('shop')
  expect((await readdir(folder)).toSorted()).toEqual(['draft', 'shop'])
})

test('a program that was killed after the first step puts the directory back at its next start', async () => {
  await writeFile(`${at('shop')}.swapping`, at('aside'))
  await rename(at('shop'), at('aside'))
  expect(await endSwaps(folder)).toEqual(['shop'])
  expect(await contentOf('shop')).toBe('shop')
  expect((await readdir(folder)).toSorted()).toEqual(['draft', 'shop'])
})

test('one that was killed before the first or after the second step leaves what is there', async () => {
  await writeFile(`${at('shop')}.swapping`, at('aside'))
  expect(await endSwaps(folder)).toEqual([])
  await swapDirectory(at('shop'), at('draft'), at('aside'))
  await writeFile(`${at('shop')}.swapping`, at('aside'))
  expect(await endSwaps(folder)).toEqual([])
  expect([await contentOf('shop'), await contentOf('aside')]).toEqual(['draft', 'shop'])
  expect(await endSwaps(join(temporary.path, 'nowhere'))).toEqual([])
})
