import { expect, test } from 'vitest'
import { eventsIn, textIn, type ByteStream } from './server-sent-events.js'

/** The bytes in pieces of a size, as a network may cut them. */
function streamOf(text: string, size: number): ByteStream & { isCancelled: boolean } {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  const stream = {
    isCancelled: false,
    getReader: () => ({
      async read() {
        const value = bytes.subarray(at, (at += size))
        return value.length === 0 ? { done: true } : { done: false, value }
      },
      async cancel() {
        stream.isCancelled = true
      },
    }),
  }
  return stream
}

async function all(text: string, size: number): Promise<string[]> {
  const events: string[] = []
  for await (const data of eventsIn(streamOf(text, size))) events.push(data)
  return events
}

test.each([1, 2, 3, 7, 1000])('events are whole however the bytes are cut: %i at a time', async (size) => {
  const text = 'data: {"a":"é😀"}\n\n: a comment\n\ndata: one\ndata: two\n\nevent: x\r\ndata:three\r\n\r\n'
  expect(await all(text, size)).toEqual(['{"a":"é😀"}', 'one\ntwo', 'three'])
})

test('an incomplete event at the end is dropped', async () => {
  expect(await all('data: one\n\ndata: tw', 4)).toEqual(['one'])
  expect(await all('', 4)).toEqual([])
})

test('the stream ends when its reader stops', async () => {
  const stream = streamOf('data: one\n\ndata: two\n\n', 4)
  for await (const data of eventsIn(stream)) {
    expect(data).toBe('one')
    break
  }
  expect(stream.isCancelled).toBe(true)
})

test('what never ends is not kept', async () => {
  await expect(all(`data: ${'x'.repeat(2 * 1024 * 1024)}`, 65_536)).rejects.toThrow('too long')
})

test('a stream as text', async () => {
  expect(await textIn(streamOf('é😀', 1))).toBe('é😀')
})
