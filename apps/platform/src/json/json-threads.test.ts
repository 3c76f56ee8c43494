import { expect, test, vi } from 'vitest'
import { parseJson } from './json-threads.js'

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text))
const long = 'x'.repeat(70_000)

test('long JSON is parsed in another thread, short JSON here', async () => {
  const here = vi.spyOn(JSON, 'parse')
  expect(await parseJson(bytesOf(JSON.stringify({ text: long })))).toEqual({ text: long })
  expect(here).not.toHaveBeenCalled()
  expect(await parseJson(bytesOf('{"a":[1,null,"ü"]}'))).toEqual({ a: [1, null, 'ü'] })
  expect(here).toHaveBeenCalledOnce()
  here.mockRestore()
})

test('many at once are each answered with their own value', async () => {
  const texts = Array.from({ length: 12 }, (_, index) => `${index}${long}`)
  expect(await Promise.all(texts.map((text) => parseJson(bytesOf(JSON.stringify(text)))))).toEqual(texts)
})

test.each([
  ['is cut off', `{"text":"${long}`],
  ['is none', `${long}`],
])('long JSON that %s is refused, and the next is answered', async (_, text) => {
  await expect(parseJson(bytesOf(text))).rejects.toThrow()
  expect(await parseJson(bytesOf(JSON.stringify([long])))).toEqual([long])
})

test('long bytes that are not UTF-8 are refused', async () => {
  const bytes = bytesOf(JSON.stringify(long))
  bytes[100] = 0xff
  await expect(parseJson(bytes)).rejects.toThrow()
})
