import { expect, test } from 'vitest'
import { dataOfEvents } from './event-stream.js'

/** A body that comes in pieces of so many bytes. */
function bodyOf(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) controller.close()
      else controller.enqueue(bytes.subarray(at, (at += size)))
    },
  })
}

async function all(text: string, size: number): Promise<string[]> {
  const data: string[] = []
  for await (const one of dataOfEvents(bodyOf(text, size))) data.push(one)
  return data
}

test.each([1, 3, 1000])('events are whole however the bytes are cut: %i at a time', async (size) => {
  const text = ': a comment\n\ndata: {"a":"é😀"}\n\nevent: x\r\ndata: two\r\n\r\ndata: [DONE]\n\n'
  expect(await all(text, size)).toEqual(['{"a":"é😀"}', 'two', '[DONE]'])
})

test('an event that is not whole at the end is left out', async () => {
  expect(await all('data: one\n\ndata: tw', 4)).toEqual(['one'])
})

test('an event without an end is not kept', async () => {
  await expect(all(`data: ${'x'.repeat(2 * 1024 * 1024)}`, 65_536)).rejects.toThrow()
})
