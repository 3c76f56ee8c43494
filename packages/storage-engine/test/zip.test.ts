import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { blobOf, zipStream } from '../src/zip/index.js'

const streamOf = (...pieces: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })

test('a zip holds each file under its name, however its bytes came', async () => {
  const told: number[] = []
  const zip = await blobOf(
    zipStream([
      { name: 'a.txt', body: streamOf('one', ' two'), modified: new Date('2026-01-02T03:04:06Z') },
      { name: 'ü/b c.txt', body: new TextEncoder().encode('three') },
    ]),
    { type: 'application/zip', onBytes: (bytes) => told.push(bytes) },
  )
  expect(zip.type).toBe('application/zip')
  expect(told.at(-1)).toBe(zip.size)
  const files = unzipSync(new Uint8Array(await zip.arrayBuffer()))
  const texts = Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)])
  expect(texts).toEqual([
    ['a.txt', 'one two'],
    ['ü/b c.txt', 'three'],
  ])
})

test('names that a system would refuse, or unpack elsewhere, are changed and told', async () => {
  const body = new Uint8Array([1])
  const names = [
    'ok.txt',
    '../up',
    '/root',
    'a\\b',
    'C:\\x',
    'CON.txt',
    'nul',
    'a\tb',
    'end.',
    'Same',
    'same',
  ]
  const told: string[] = []
  const stream = zipStream(
    names.map((name) => ({ name, body })),
    { onRenamed: (name) => told.push(name) },
  )
  const zip = await blobOf(stream, { type: 'application/zip' })
  const inZip = Object.keys(unzipSync(new Uint8Array(await zip.arrayBuffer())))
  expect(inZip).toEqual([
    'ok.txt',
    '__/up',
    'root',
    'a_b',
    'C__x',
    '_CON.txt',
    '_nul',
    'a_b (1)',
    'end_',
    'Same',
    'same (1)',
  ])
  expect(told).toEqual(names.filter((name) => name !== 'ok.txt' && name !== 'Same'))
})

test('a body that fails ends the zip with its error', async () => {
  const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('gone')) })
  await expect(blobOf(zipStream([{ name: 'a', body: broken }]), { type: 'x' })).rejects.toThrow('gone')
})
