import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readConsole } from './console-lines.js'

test('lines are cut at what a function may write, and that is said', async () => {
  const written: string[] = []
  const cut: number[] = []
  const stream = Readable.from([Buffer.from('first\nsec'), Buffer.from(`ond\n${'x\n'.repeat(2000)}`)])
  readConsole(stream, {
    write: (line) => written.push(line),
    onCut: (lines) => cut.push(lines),
    now: () => 0,
  })
  await new Promise((resolve) => stream.once('end', resolve))
  expect(written.slice(0, 3)).toEqual(['first', 'second', 'x'])
  expect([written.length, cut]).toEqual([1000, [1002]])
})

test('a line without an end is cut', async () => {
  const written: string[] = []
  const stream = Readable.from([Buffer.from('y'.repeat(100_000))])
  readConsole(stream, { write: (line) => written.push(line), onCut: () => {}, now: () => 0 })
  await new Promise((resolve) => stream.once('end', resolve))
  expect(written).toEqual(['y'.repeat(8192)])
})
