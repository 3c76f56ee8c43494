import { expect, test } from 'vitest'
import type { ControlStatement, Written } from '../control/control-database.js'
import { createKeyUse, oncePerMinute } from './key-use.js'

const MINUTE_MS = 60_000

test('each key is told once a minute', () => {
  let now = 0
  const told: string[] = []
  const used = oncePerMinute(
    (id) => void told.push(id),
    () => now,
  )
  for (const id of ['a', 'a', 'b', 'a']) used(id)
  expect(told).toEqual(['a', 'b'])
  now = MINUTE_MS
  used('a')
  expect(told).toEqual(['a', 'b', 'a'])
})

test('a thousand uses are one write, to the minute; a failed one is done again', async () => {
  const written: ControlStatement[] = []
  let isAway = true
  const append = async (statements: readonly ControlStatement[]): Promise<Written> => {
    if (isAway) throw new Error('away')
    written.push(...statements)
    return { ok: true, rows: [] }
  }
  const use = createKeyUse({
    control: () => ({ append }),
    log: { warn: () => {} },
    now: () => new Date('2026-01-01T10:20:59Z'),
  })
  for (let count = 0; count < 1000; count++) use.used(count % 2 === 0 ? 'a' : 'b')
  await use.write()
  expect(written).toEqual([])
  isAway = false
  await use.close()
  expect(written).toHaveLength(1)
  expect(JSON.parse(String(written[0]?.parameters?.[0]))).toEqual([
    { hash: 'a', at: '2026-01-01T10:20:00.000Z' },
    { hash: 'b', at: '2026-01-01T10:20:00.000Z' },
  ])
  await use.close()
  expect(written).toHaveLength(1)
})
