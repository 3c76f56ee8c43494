import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLineWriter, STORED, WAIT_MS, type LinePort } from './line-writer.js'
import type { SentLine } from './log-line.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function testPort() {
  const listeners: Record<string, (() => void) | undefined> = {}
  const batches: SentLine[][] = []
  const port = {
    postMessage: (text: string) => batches.push(JSON.parse(text) as SentLine[]),
    on: (event: string, listener: () => void) => void (listeners[event] = listener),
    unref: () => {},
    close: () => {},
  } as unknown as LinePort
  return { port, batches, answer: () => listeners['message']?.(), end: () => listeners['close']?.() }
}

const line = { time: 1, source: 'data', level: 'info', message: 'm' } as const

test('lines wait for each other, and go together', () => {
  const { port, batches } = testPort()
  const writer = createLineWriter({ onWanted: () => {} })
  writer.sendTo(port)
  writer.write(line)
  vi.advanceTimersByTime(WAIT_MS - 1)
  writer.write(line)
  expect(batches).toEqual([])
  vi.advanceTimersByTime(1)
  expect(batches.map((batch) => batch.length)).toEqual([2])
})

test('the next batch goes when the last one is stored; one is 2000 lines at most', () => {
  const { port, batches, answer } = testPort()
  const writer = createLineWriter({ onWanted: () => {} })
  writer.sendTo(port)
  for (let at = 0; at < 4500; at += 1) writer.write(line)
  vi.advanceTimersByTime(WAIT_MS)
  expect(batches.map((batch) => batch.length)).toEqual([2000])
  answer()
  answer()
  expect(batches.map((batch) => batch.length)).toEqual([2000, 2000, 500])
})

test('lines that came while a batch was stored wait for each other, too', () => {
  const { port, batches, answer } = testPort()
  const writer = createLineWriter({ onWanted: () => {} })
  writer.sendTo(port)
  writer.write(line)
  vi.advanceTimersByTime(WAIT_MS)
  writer.write(line)
  answer()
  writer.write(line)
  expect(batches.map((batch) => batch.length)).toEqual([1])
  vi.advanceTimersByTime(WAIT_MS)
  expect(batches.map((batch) => batch.length)).toEqual([1, 2])
})

test('lines whose time was over while a batch was stored go after it', () => {
  const { port, batches, answer } = testPort()
  const writer = createLineWriter({ onWanted: () => {} })
  writer.sendTo(port)
  writer.write(line)
  vi.advanceTimersByTime(WAIT_MS)
  writer.write(line)
  vi.advanceTimersByTime(WAIT_MS)
  expect(batches.map((batch) => batch.length)).toEqual([1])
  answer()
  expect(batches.map((batch) => batch.length)).toEqual([1, 1])
})

test('the first line asks for a thread, and waits for it; so does the first one after its end', () => {
  const onWanted = vi.fn()
  const writer = createLineWriter({ onWanted })
  writer.write(line)
  vi.advanceTimersByTime(WAIT_MS)
  expect(onWanted).toHaveBeenCalledTimes(1)
  const first = testPort()
  writer.sendTo(first.port)
  expect(first.batches).toHaveLength(1)
  first.end()
  writer.write(line)
  vi.advanceTimersByTime(WAIT_MS)
  expect(onWanted).toHaveBeenCalledTimes(2)
  const second = testPort()
  writer.sendTo(second.port)
  expect(second.batches).toHaveLength(1)
})

test('lines that were on their way to a thread that ended are told as missing', () => {
  const first = testPort()
  const writer = createLineWriter({ onWanted: () => {}, now: () => 0 })
  writer.sendTo(first.port)
  writer.write({ ...line, project: 'shop' })
  writer.write({ ...line, project: 'shop' })
  vi.advanceTimersByTime(WAIT_MS)
  first.end()
  const second = testPort()
  writer.write({ ...line, project: 'shop' })
  writer.sendTo(second.port)
  expect(second.batches[0]?.map((sent) => sent[5])).toEqual([
    '2 lines were not kept: they could not be stored',
    'm',
  ])
})

test('a flush resolves when everything is stored, or the thread is gone', async () => {
  const { port, batches, answer, end } = testPort()
  const writer = createLineWriter({ onWanted: () => {} })
  await writer.flush()
  writer.sendTo(port)
  writer.write(line)
  const told = vi.fn()
  const flushed = writer.flush().then(told)
  expect(batches).toHaveLength(1)
  await Promise.resolve()
  expect(told).not.toHaveBeenCalled()
  answer()
  await flushed
  writer.write(line)
  const ended = writer.flush()
  end()
  await ended
})

test('no line makes it throw', () => {
  const writer = createLineWriter({ onWanted: () => {} })
  const circle: Record<string, unknown> = {}
  circle['self'] = circle
  expect(() => writer.write({ ...line, fields: circle })).not.toThrow()
  expect(STORED).toBe('stored')
})
