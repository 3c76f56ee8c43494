import { expect, test } from 'vitest'
import { arrivingFiles, bytesArriving } from './download-files.js'

const files = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ path: `a/${index}`, name: `${index}` }))

test('ten begin at once, and they come in their order', async () => {
  const begun: string[] = []
  const names: string[] = []
  const arriving = arrivingFiles(files(12), async (path) => {
    begun.push(path)
    return path
  })
  const first = await arriving.next()
  expect(first.value).toEqual({ name: '0', body: 'a/0' })
  expect(begun).toHaveLength(10)
  for await (const { name } of arriving) names.push(name)
  expect(names).toEqual(
    files(12)
      .slice(1)
      .map(({ name }) => name),
  )
})

test('a file that fails is told and left out', async () => {
  const failed: string[] = []
  const done: string[] = []
  const names: string[] = []
  const arriving = arrivingFiles(
    files(3),
    async (path) => {
      if (path === 'a/1') throw new Error('gone')
      return path
    },
    { onDone: (path) => done.push(path), onFailed: (path) => failed.push(path) },
  )
  for await (const { name } of arriving) names.push(name)
  expect([names, done, failed]).toEqual([['0', '2'], ['a/0', 'a/2'], ['a/1']])
})

test('a walk is read only as fast as its files are taken', async () => {
  let walked = 0
  const walk = async function* () {
    for (const file of files(100)) {
      walked += 1
      yield file
    }
  }
  const arriving = arrivingFiles(walk(), async (path) => path)
  await arriving.next()
  await arriving.next()
  expect(walked).toBeLessThanOrEqual(11)
})

test('a small file is read whole, a large one and one of unknown size as it arrives', async () => {
  const body = () => new Blob(['abc']).stream()
  expect(await bytesArriving(body(), 3)).toEqual(new TextEncoder().encode('abc'))
  expect(await bytesArriving(body(), 256 * 1024)).toBeInstanceOf(Uint8Array)
  expect(await bytesArriving(body(), 256 * 1024 + 1)).toBeInstanceOf(ReadableStream)
  expect(await bytesArriving(body(), undefined)).toBeInstanceOf(ReadableStream)
})
