import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryDirectory, type TemporaryDirectory } from '../engines/testing/temporary-directory.js'
import { readFunctionFolder } from './function-folder.js'
import { serveFolder } from './serve-folder.js'
import { watchFolder, type WatchedFolder } from './watch-folder.js'

let directory: TemporaryDirectory
let watched: WatchedFolder | undefined
beforeEach(async () => {
  directory = await temporaryDirectory()
})
afterEach(async () => {
  watched?.close()
  await directory.remove()
})

test('a folder is deployed at once and after each change, and what is refused is told', async () => {
  const folder = join(directory.path, 'hello')
  const write = (name: string, content: string) => writeFile(join(folder, name), content)
  await mkdir(join(folder, 'lib'), { recursive: true })
  await write('index.ts', 'one')
  const said: string[] = []
  const sent: string[] = []
  let runs = true
  watched = watchFolder(folder)
  const served = serveFolder({
    read: () => readFunctionFolder(folder, null),
    async deploy({ files }) {
      const text = files.map(({ name, content }) => `${name}=${content}`).join(' ')
      sent.push(text)
      if (!runs) return undefined
      return text.includes('wrong') ? { error: 'index.ts:1:1: wrong' } : { lines: [text] }
    },
    changed: watched.changed,
    async follow(slug) {
      said.push(`follows ${slug}`)
    },
    show: (line) => said.push(line),
    complain: (sentence) => said.push(`! ${sentence}`),
    report: (line) => [line],
  })
  const hears = async (line: string) => await expect.poll(() => said.at(-1), { timeout: 10_000 }).toBe(line)
  await hears('follows hello')
  await write('index.ts', 'wrong')
  await hears('! index.ts:1:1: wrong')
  await write('lib/more.ts', 'x')
  await write('index.ts', 'two')
  await hears('index.ts=two lib/more.ts=x')
  // The same content again, and a hidden file of an editor.
  await write('.index.ts.swp', 'x')
  await write('index.ts', 'two')
  runs = false
  await write('index.ts', 'three')
  await served
  expect(sent.at(-1)).toBe('index.ts=three lib/more.ts=x')
  expect(sent.filter((text) => text === 'index.ts=two lib/more.ts=x')).toHaveLength(1)
  expect(said.filter((line) => line.startsWith('follows'))).toHaveLength(1)
})
