import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BLOCK_BYTES, readTar, tarEnd, tarHeader, tarPadding, type TarEntry } from './tar.js'

const LONG_NAME = `${'folder/'.repeat(20)}${'n'.repeat(90)}`

function archive(files: Record<string, string>): Buffer {
  return Buffer.concat([
    tarHeader({ name: 'folder', type: 'directory', size: 0, mode: 0o700 }, 0),
    ...Object.entries(files).flatMap(([name, text]) => {
      const size = Buffer.byteLength(text)
      return [tarHeader({ name, type: 'file', size, mode: 0o600 }, 0), Buffer.from(text), tarPadding(size)]
    }),
    tarEnd(),
  ])
}

/** In chunks that don't match the block size. */
async function* sliced(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function entries(bytes: Buffer, size = 7): Promise<(Omit<TarEntry, 'content'> & { text: string })[]> {
  const all = []
  for await (const { content, ...header } of readTar(sliced(bytes, size))) {
    const parts: Buffer[] = []
    for await (const part of content) parts.push(part)
    all.push({ ...header, text: Buffer.concat(parts).toString() })
  }
  return all
}

const files = {
  empty: '',
  a: 'x',
  full: 'y'.repeat(BLOCK_BYTES),
  [LONG_NAME]: 'ünï',
  'folder/b': 'z'.repeat(1300),
}

test('an archive can be read back, whatever the chunk size', async () => {
  const read = await entries(archive(files))
  expect(read[0]).toEqual({ name: 'folder', type: 'directory', size: 0, mode: 0o700, text: '' })
  expect(Object.fromEntries(read.slice(1).map(({ name, text }) => [name, text]))).toEqual(files)
  expect(await entries(archive(files), 1_000_000)).toEqual(read)
})

test('unread contents are skipped', async () => {
  const names = []
  for await (const { name } of readTar(sliced(archive(files), 100))) names.push(name)
  expect(names).toEqual(['folder', ...Object.keys(files)])
})

test('the system’s tar reads the archive', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'basedeck-tar-'))
  await writeFile(join(directory, 'a.tar'), archive(files))
  execFileSync('tar', ['xf', 'a.tar'], { cwd: directory })
  for (const [name, text] of Object.entries(files))
    expect(await readFile(join(directory, name), 'utf8')).toBe(text)
  await rm(directory, { recursive: true })
})

test.each([
  ['cut off in a header', archive(files).subarray(0, 100), 'ends too early'],
  ['cut off in a content', archive({ a: 'x'.repeat(2000) }).subarray(0, 2000), 'ends too early'],
  ['without its end', archive({ a: 'x' }).subarray(0, -2 * BLOCK_BYTES), 'ends too early'],
  ['with a changed header', archive({ a: 'x' }).fill('b', 512, 513), 'wrong checksum'],
  ['of something else', Buffer.alloc(2048, 'no archive'), 'wrong checksum'],
])('an archive that %s is refused', async (_, bytes, reason) => {
  await expect(entries(bytes)).rejects.toThrow(reason)
})

test('a link is refused: it could lead out of the directory', async () => {
  const link = tarHeader({ name: 'l', type: 'file', size: 0, mode: 0o777 }, 0)
  link.write('2', 156)
  const sum = link.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 32 : byte), 0)
  link.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  await expect(entries(Buffer.concat([link, tarEnd()]))).rejects.toThrow('more than files and directories')
})

test('a name or a size that does not fit is refused when it is written', () => {
  const header = { type: 'file', mode: 0, size: 0 } as const
  expect(() => tarHeader({ ...header, name: 'n'.repeat(101) }, 0)).toThrow('too long')
  expect(() => tarHeader({ ...header, name: 'a', size: 8 ** 11 }, 0)).toThrow('too large')
})
