/** What every store of bytes promises. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { holdBytes } from '../src/objects/byte-hold.js'
import type { ByteStore } from '../src/objects/byte-store.js'

const PROJECT = 'project'
const LIMIT = 100 * 1024 * 1024

export interface StoreUnderTest {
  bytes: ByteStore
  dataDir: string
}

/** @param large more bytes than the store sends at once */
export function describeByteStore(open: () => StoreUnderTest, large: number): void {
  const soon = () => new Date(Date.now() + 1000)

  test.each([0, 1, 1000, large])('%i bytes come back as they were put there', async (size) => {
    const { bytes } = open()
    const [id, content] = [randomUUID(), randomBytes(size)]
    const stored = await bytes.put(PROJECT, id, inPieces(content), LIMIT)
    expect(stored).toEqual({ size, sha256: createHash('sha256').update(content).digest('hex') })
    expect(content.equals(await whole(await bytes.read(PROJECT, id)))).toBe(true)
  })

  test('a range is read alone', async () => {
    const { bytes } = open()
    const id = randomUUID()
    await bytes.put(PROJECT, id, inPieces(Buffer.from('0123456789')), LIMIT)
    expect(String(await whole(await bytes.read(PROJECT, id, { start: 3, end: 5 })))).toBe('345')
  })

  test('a whole file of this disk is taken, and can be taken again', async () => {
    const { bytes, dataDir } = open()
    const [id, content, path] = [randomUUID(), randomBytes(large), join(dataDir, 'whole')]
    const stored = { size: large, sha256: createHash('sha256').update(content).digest('hex') }
    for (const _time of [1, 2]) {
      await writeFile(path, content)
      await bytes.take(PROJECT, id, path, stored)
    }
    expect(content.equals(await whole(await bytes.read(PROJECT, id)))).toBe(true)
  })

  test('what is larger than the limit, or breaks off, is not there', async () => {
    const { bytes } = open()
    const [id, other] = [randomUUID(), randomUUID()]
    await expect(bytes.put(PROJECT, id, inPieces(Buffer.alloc(11)), 10)).rejects.toMatchObject({
      code: 'object_too_large',
    })
    await expect(bytes.put(PROJECT, other, broken(), LIMIT)).rejects.toThrow('broke off')
    for (const one of [id, other])
      await expect(bytes.read(PROJECT, one)).rejects.toMatchObject({ code: 'bytes_missing' })
  })

  test('a copy outlives its original; of nothing there is no copy', async () => {
    const { bytes } = open()
    const [from, to] = [randomUUID(), randomUUID()]
    await bytes.put(PROJECT, from, inPieces(Buffer.from('same')), LIMIT)
    await bytes.copy(PROJECT, from, to)
    await bytes.remove(PROJECT, [from])
    expect(String(await whole(await bytes.read(PROJECT, to)))).toBe('same')
    await expect(bytes.copy(PROJECT, from, randomUUID())).rejects.toMatchObject({ code: 'bytes_missing' })
  })

  test('several are deleted at once; what is not there is passed over', async () => {
    const { bytes } = open()
    const ids = Array.from({ length: 5 }, () => randomUUID())
    for (const id of ids) await bytes.put(PROJECT, id, inPieces(Buffer.from('x')), LIMIT)
    await bytes.remove(PROJECT, [...ids, randomUUID()])
    for (const id of ids)
      await expect(bytes.read(PROJECT, id)).rejects.toMatchObject({ code: 'bytes_missing' })
    await bytes.remove(PROJECT, [])
  })

  test('while a dump is written nothing is deleted', async () => {
    const { bytes, dataDir } = open()
    const id = randomUUID()
    await bytes.put(PROJECT, id, inPieces(Buffer.from('held')), LIMIT)
    const release = await holdBytes(dataDir)
    await bytes.remove(PROJECT, [id])
    expect(String(await whole(await bytes.read(PROJECT, id)))).toBe('held')
    await release()
    await bytes.remove(PROJECT, [id])
    await expect(bytes.read(PROJECT, id)).rejects.toMatchObject({ code: 'bytes_missing' })
  })

  test('those older than a moment are listed, of this project alone', async () => {
    const { bytes } = open()
    const ids = Array.from({ length: 7 }, () => randomUUID())
    for (const id of ids) await bytes.put('listed', id, inPieces(Buffer.from('x')), LIMIT)
    await bytes.put('listed-too', randomUUID(), inPieces(Buffer.from('x')), LIMIT)
    expect((await all(bytes.olderThan('listed', soon()))).toSorted()).toEqual(ids.toSorted())
    expect(await all(bytes.olderThan('listed', new Date(Date.now() - 60_000)))).toEqual([])
    expect(await all(bytes.olderThan('never-used', soon()))).toEqual([])
  })

  test.each(['../other', '', 'x'])('%j is not an id', async (id) => {
    await expect(open().bytes.read(PROJECT, id)).rejects.toThrow('not an id')
  })
}

async function* inPieces(content: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += 100_000) yield content.subarray(at, at + 100_000)
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('some')
  throw new Error('broke off')
}

export async function whole(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

export async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}
