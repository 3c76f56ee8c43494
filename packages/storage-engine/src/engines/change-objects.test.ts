import { expect, test } from 'vitest'
import { moveFiles, removeFiles, renameFolder } from './change-objects.js'

test('a folder is renamed file by file, two at a time', async () => {
  const moved: string[] = []
  let running = 0
  let most = 0
  const outcome = await renameFolder(
    async (from, to) => {
      most = Math.max(most, ++running)
      await Promise.resolve()
      running -= 1
      moved.push(`${from} → ${to}`)
    },
    { folder: 'a/b', to: 'a/c', files: ['a/b/1', 'a/b/x/2', 'a/b/a/b/3'] },
  )
  expect(outcome).toEqual({ changed: 3, failed: [] })
  expect(most).toBe(2)
  expect(moved.sort()).toEqual(['a/b/1 → a/c/1', 'a/b/a/b/3 → a/c/a/b/3', 'a/b/x/2 → a/c/x/2'])
})

test('files that can’t be moved are named, the others are moved', async () => {
  const error = new Error('exists')
  const outcome = await moveFiles(
    async (from) => {
      if (from === 'a/2') throw error
    },
    ['a/1', 'a/2', '3'],
    'b',
  )
  expect(outcome).toEqual({ changed: 2, failed: [{ path: 'a/2', error }] })
})

test('files keep their names in another folder, and in the root', async () => {
  const targets: string[] = []
  await moveFiles(async (_, to) => targets.push(to), ['a/b/1.png'], 'x/y')
  await moveFiles(async (_, to) => targets.push(to), ['a/b/1.png'], '')
  expect(targets).toEqual(['x/y/1.png', '1.png'])
})

test('many are removed by few calls, one after the other', async () => {
  const calls: number[] = []
  await removeFiles(
    async (paths) => calls.push(paths.length),
    Array.from({ length: 401 }, (_, index) => `${index}`),
  )
  expect(calls).toEqual([200, 200, 1])
})
