import { expect, test } from 'vitest'
import { PLACEHOLDER, WALK_PAGE } from '../rules/object-listing.js'
import { walkFolder, type WalkedItem } from './walk-folder.js'

/** A store of paths, listed a level at a time. */
function listOf(paths: readonly string[]) {
  const asked: string[] = []
  const list = async (folder: string, { limit, offset }: { limit: number; offset: number }) => {
    asked.push(`${folder}@${offset}`)
    const prefix = folder === '' ? '' : `${folder}/`
    const level = new Map<string, WalkedItem>()
    for (const path of paths) {
      if (!path.startsWith(prefix)) continue
      const [name = '', ...more] = path.slice(prefix.length).split('/')
      level.set(name, { name, id: more.length > 0 ? null : path })
    }
    return [...level.values()].slice(offset, offset + limit)
  }
  return { list, asked }
}

async function all(paths: readonly string[], folder = '', withPlaceholders = false) {
  const found: string[] = []
  for await (const { path } of walkFolder(listOf(paths).list, folder, { withPlaceholders })) found.push(path)
  return found.sort()
}

test('every file below the folder, however deep', async () => {
  const paths = ['a.png', 'x/b.png', 'x/y/z/c.png', 'xy/d.png']
  expect(await all(paths)).toEqual(paths)
  expect(await all(paths, 'x')).toEqual(['x/b.png', 'x/y/z/c.png'])
})

test('the files that keep empty folders are left out, unless they are asked for', async () => {
  const paths = [`x/${PLACEHOLDER}`, 'x/a']
  expect(await all(paths)).toEqual(['x/a'])
  expect(await all(paths, '', true)).toEqual(paths)
})

test('a full page is followed by another', async () => {
  const { list, asked } = listOf(Array.from({ length: WALK_PAGE + 1 }, (_, index) => `f/${index}`))
  let count = 0
  for await (const _ of walkFolder(list, 'f')) count += 1
  expect(count).toBe(WALK_PAGE + 1)
  expect(asked).toEqual(['f@0', `f@${WALK_PAGE}`])
})

test('an aborted walk ends before its next page', async () => {
  const { list, asked } = listOf(['a/1', 'b/2'])
  const ending = new AbortController()
  const walk = async () => {
    for await (const _ of walkFolder(list, '', { signal: ending.signal })) ending.abort()
  }
  await expect(walk()).rejects.toThrow()
  expect(asked).toHaveLength(2)
})

test('a page that can’t be read ends the walk with its error', async () => {
  const walk = async () => {
    for await (const _ of walkFolder(() => Promise.reject(new Error('gone')), '')) continue
  }
  await expect(walk()).rejects.toThrow('gone')
})
