import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js'
import { createTemplates } from './database-templates.js'

let directory: TemporaryDirectory
beforeEach(async () => {
  directory = await temporaryDirectory()
})
afterEach(() => directory.remove())

const path = (...names: string[]) => join(directory.path, ...names)
const templates = () => createTemplates(path('templates'))
const copied = (name: string) => readFile(path(name, 'inner', 'file'), 'utf8')

async function fill(draft: string): Promise<void> {
  await mkdir(join(draft, 'inner'))
  await writeFile(join(draft, 'inner', 'file'), 'made', { mode: 0o600 })
}

test('a template is made once, and copied with its modes', async () => {
  let made = 0
  const make = (draft: string) => {
    made++
    return fill(draft)
  }
  const own = templates()
  await Promise.all([own.copyTo(path('a'), 'one', make), own.copyTo(path('b'), 'one', make)])
  await templates().copyTo(path('c'), 'one', make)
  expect(await Promise.all(['a', 'b', 'c'].map(copied))).toEqual(['made', 'made', 'made'])
  expect(made).toBe(1)
  expect((await stat(path('c', 'inner', 'file'))).mode & 0o777).toBe(0o600)
})

test('copies that begin while the template is put on the disk are whole', async () => {
  const own = templates()
  let made = 0
  // The file system decides which of them comes first.
  const make = (draft: string) => {
    made += 1
    return fill(draft)
  }
  const names = Array.from({ length: 31 }, (_, at) => String(at))
  const copies: Promise<void>[] = []
  // One more in each turn of the event loop: before, while and after it is published.
  for (const name of names) {
    copies.push(own.copyTo(path(name), 'one', make))
    await nextTurn()
  }
  await Promise.all(copies)
  expect(await Promise.all(names.map(copied))).toEqual(names.map(() => 'made'))
  expect(made).toBe(1)
  expect(await readdir(path('templates'))).toEqual(['one'])
})

test('where making takes no longer than copying, they are made in their place, and a template once it was missed again', async () => {
  const waiting: (() => void)[] = []
  const own = createTemplates(path('templates'), (act) => void waiting.push(act))
  const drafts: string[] = []
  const make = (draft: string) => {
    drafts.push(draft)
    return fill(draft)
  }
  await Promise.all([own.makeOrCopy(path('a'), 'one', make), own.makeOrCopy(path('b'), 'one', make)])
  expect(waiting).toEqual([])
  await own.makeOrCopy(path('c'), 'one', make)
  // The first two are made at once, in either order.
  expect(drafts.toSorted()).toEqual([path('a'), path('b'), path('c')])
  expect(await readdir(directory.path)).toEqual(['a', 'b', 'c'])

  expect(waiting).toHaveLength(1)
  for (const act of waiting) act()
  await vi.waitFor(async () => expect(await readdir(path('templates'))).toEqual(['one']))
  await own.makeOrCopy(path('d'), 'one', make)
  expect(drafts).toHaveLength(4)
  expect(await copied('d')).toBe('made')
})

test('a template that can’t be made later is told by nobody, and tried again', async () => {
  const waiting: (() => void)[] = []
  const own = createTemplates(path('templates'), (act) => void waiting.push(act))
  const makeInPlace = (draft: string) =>
    draft.includes('templates') ? Promise.reject(new Error('no room')) : fill(draft)
  await own.makeOrCopy(path('a'), 'one', makeInPlace)
  await own.makeOrCopy(path('b'), 'one', makeInPlace)
  for (const act of waiting.splice(0)) act()
  await vi.waitFor(async () => expect(await readdir(path('templates'))).toEqual([]))
  await own.makeOrCopy(path('c'), 'one', makeInPlace)
  expect(await copied('c')).toBe('made')
  expect(waiting).toHaveLength(1)
})

test('writes to one copy don’t appear in another', async () => {
  await templates().copyTo(path('a'), 'one', fill)
  await writeFile(path('a', 'inner', 'file'), 'changed')
  await templates().copyTo(path('b'), 'one', fill)
  expect(await copied('b')).toBe('made')
})

test('two processes that make it at once end with one', async () => {
  await Promise.all([templates().copyTo(path('a'), 'one', fill), templates().copyTo(path('b'), 'one', fill)])
  expect(await Promise.all(['a', 'b'].map(copied))).toEqual(['made', 'made'])
  expect(await readdir(path('templates'))).toEqual(['one'])
})

test('a failed template leaves no files, and is tried again', async () => {
  const own = templates()
  const broken = own.copyTo(path('a'), 'one', () => Promise.reject(new Error('no room')))
  await expect(broken).rejects.toThrow('no room')
  expect(await readdir(path('templates'))).toEqual([])
  await own.copyTo(path('a'), 'one', fill)
  expect(await copied('a')).toBe('made')
})

test('the end of a large file that holds only zeros is not written, and reads as it was', async () => {
  const bytes = Buffer.alloc(3 * 1024 * 1024)
  bytes.fill(7, 0, 5000)
  await templates().copyTo(path('a'), 'one', (draft) => writeFile(join(draft, 'log'), bytes))
  expect((await readFile(path('a', 'log'))).equals(bytes)).toBe(true)
  expect((await stat(path('a', 'log'))).blocks * 512).toBeLessThan(bytes.length)
})

test('what a killed process left is removed when it is old', async () => {
  await mkdir(path('templates', 'one.left.new'), { recursive: true })
  await mkdir(path('templates', 'two.at-work.new'))
  const longAgo = new Date(Date.now() - 3_600_000)
  await utimes(path('templates', 'one.left.new'), longAgo, longAgo)
  await templates().copyTo(path('a'), 'three', fill)
  expect((await readdir(path('templates'))).sort()).toEqual(['three', 'two.at-work.new'])
})
