import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FileSink } from './file-sink.js'
import { atRest } from './files-at-rest.js'
import { sendDirectory } from './send-directory.js'
import { temporaryDirectory, type TemporaryDirectory } from './testing/temporary-directory.js'

let directory: TemporaryDirectory
beforeEach(async () => {
  directory = await temporaryDirectory()
})
afterEach(() => directory.remove())

/** Names and texts of what was sent; directories end in a slash. */
function recording(): { sink: FileSink; sent: string[] } {
  const sent: string[] = []
  const sink: FileSink = {
    directory: async (name) => void sent.push(`${name}/`),
    file: async (name, path) => void sent.push(`${name} ${await readFile(path, 'utf8')}`),
    bytes: async (name, content) => void sent.push(`${name} ${content.toString()}`),
  }
  return { sink, sent }
}

async function write(path: string): Promise<void> {
  const target = join(directory.path, path)
  await mkdir(join(target, '..'), { recursive: true })
  await writeFile(target, 'x')
}

test('a directory comes before its contents; excluded entries are left out', async () => {
  for (const path of ['a/b/c', 'a/no', 'e/inside']) await write(path)
  const { sink, sent } = recording()
  const choose = (path: string) => (path === 'a/no' ? 'nothing' : path === 'e' ? 'empty' : 'whole')
  await sendDirectory(sink, 'top', directory.path, choose)
  expect(sent).toEqual(['top/', 'top/a/', 'top/a/b/', 'top/a/b/c x', 'top/e/'])
})

test('a missing directory sends nothing', async () => {
  const { sink, sent } = recording()
  await sendDirectory(sink, 'top', join(directory.path, 'missing'))
  expect(sent).toEqual([])
})

test('a link, as of a tablespace, is refused by its name: its files would be missing', async () => {
  await mkdir(join(directory.path, 'pg_tblspc'))
  await symlink('/tmp', join(directory.path, 'pg_tblspc', '16384'))
  await expect(sendDirectory(recording().sink, 'top', directory.path)).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining('pg_tblspc/16384 is a link'),
  })
})

test.each([
  ['run', 'nothing'],
  ['spool', 'nothing'],
  ['pg.log', 'nothing'],
  ['pg.log.1', 'nothing'],
  ['pg.5f0c.new', 'nothing'],
  ['pglite.new', 'nothing'],
  ['pg/postmaster.pid', 'nothing'],
  ['pg', 'whole'],
  ['pglite', 'whole'],
  ['engine.json', 'whole'],
  ['pg/base/5/2619', 'whole'],
  ['pg/pg_wal/000000010000000000000001', 'whole'],
])('of a project at rest, %s: %s', (path, sending) => {
  expect(atRest(path)).toBe(sending)
})
