import { expect, test } from 'vitest'
import { sentLine } from './sent-line.js'
import { createWaitingLines } from './waiting-lines.js'

const line = (project: string, message = 'm') =>
  sentLine({ time: 1, project, source: 'data', level: 'info', message })
const limits = { lines: 10, characters: 1000 }

test('lines come in their order, as many as are asked for', () => {
  const waiting = createWaitingLines(limits)
  for (const message of ['a', 'b', 'c']) waiting.add(line('one', message), 0)
  expect(waiting.take(2).map((one) => one[5])).toEqual(['a', 'b'])
  expect(waiting.count).toBe(1)
  expect(waiting.take(2).map((one) => one[5])).toEqual(['c'])
  expect(waiting.take(2)).toEqual([])
})

test('a flood of one project leaves half of the room to the others, and its gap is a line', () => {
  const waiting = createWaitingLines(limits)
  const kept = Array.from({ length: 100_000 }, (_, at) => waiting.add(line('flood'), at)).filter(Boolean)
  expect(kept).toHaveLength(5)
  expect(Array.from({ length: 5 }, () => waiting.add(line('calm'), 7))).not.toContain(false)
  expect(waiting.add(line('third'), 7)).toBe(false)
  const [gap, third, ...lines] = waiting.take(100)
  expect(gap?.slice(1, 6)).toEqual([
    'flood',
    'log',
    'warn',
    '',
    '99995 lines were not kept: too many came at once',
  ])
  expect(JSON.parse(gap?.[6] ?? '')).toEqual({
    dropped: 99_995,
    from: '1970-01-01T00:00:00.005Z',
    to: '1970-01-01T00:01:39.999Z',
  })
  expect(third?.[5]).toBe('1 line was not kept: too many came at once')
  expect(lines).toHaveLength(10)
  expect(waiting.take(100)).toEqual([])
  expect(waiting.add(line('flood'), 8)).toBe(true)
})

test('long lines are bounded by their characters', () => {
  const waiting = createWaitingLines({ lines: 1000, characters: 1000 })
  const long = line('one', 'x'.repeat(239))
  expect([waiting.add(long, 0), waiting.add(long, 0), waiting.add(long, 0)]).toEqual([true, true, false])
  waiting.take(1)
  expect(waiting.add(long, 0)).toBe(true)
})
