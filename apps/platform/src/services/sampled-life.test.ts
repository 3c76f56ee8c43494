import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import type { ControlStatement } from '../control/control-database.js'
import type { Database } from '../engines/engine.js'
import type { ProjectLife } from '../project-life/project-life.js'
import { createSampledLife } from './sampled-life.js'

function setUp(run: () => Promise<unknown>) {
  let now = Date.parse('2026-01-01T00:00:00Z')
  const written: ControlStatement[] = []
  const batch = async () => ({ type: 'committed', results: [{ rows: [['5']] }] })
  /** Opens it, where it is closed. */
  const ask = vi.fn(async () => ({ run, batch }) as unknown as Database)
  const life = createSampledLife({
    life: { database: ask } as unknown as ProjectLife,
    control: {
      write: async (statements) => {
        // The first claims the work for this process.
        written.push(...statements.slice(1))
        return { ok: true, rows: [] }
      },
    },
    log: pino({ level: 'silent' }),
    now: () => new Date(now),
  })
  return { life, ask, written, pass: (ms: number) => void (now += ms) }
}

const facts = async () => ({ results: [{ rows: [['{"size_bytes": 10, "connections": 2}']] }] })

test('a database is measured when it is used, and then not before ten minutes have passed', async () => {
  const { life, written, pass } = setUp(facts)
  await life.database('a')
  await life.database('a')
  await vi.waitFor(() =>
    expect(written.map(({ parameters }) => parameters)).toEqual([
      ['a', '2026-01-01T00:00:00.000Z', 10, 2, 5],
      ['a', 'DATABASE_SIZE', '2026-01-01', 10, '2026-01-01T00:00:00.000Z'],
      ['a', 'STORAGE_SIZE', '2026-01-01', 5, '2026-01-01T00:00:00.000Z'],
    ]),
  )
  pass(599_999)
  await life.database('a')
  expect(written).toHaveLength(3)
  pass(1)
  await life.database('a')
  await vi.waitFor(() => expect(written).toHaveLength(6))
  await life.database('b')
  await vi.waitFor(() => expect(written).toHaveLength(9))
})

test('a database that can’t be measured can still be used', async () => {
  const { life, written } = setUp(() => Promise.reject(new Error('busy')))
  await expect(life.database('a')).resolves.toBeDefined()
  expect(written).toEqual([])
})

test('what was written last is measured when the use pauses', async () => {
  vi.useFakeTimers()
  try {
    const { life, ask, written } = setUp(facts)
    await life.database('a')
    await vi.advanceTimersByTimeAsync(0)
    expect(written).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(19_999)
    await life.database('a')
    await vi.advanceTimersByTimeAsync(19_999)
    expect(written).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(1)
    expect(written).toHaveLength(6)
    // It was asked for by its two uses, and never by what measures: a closed one stays closed.
    expect(ask).toHaveBeenCalledTimes(2)
    // Measuring is no use: a week without any measures nothing.
    await vi.advanceTimersByTimeAsync(7 * 24 * 3600 * 1000)
    expect(written).toHaveLength(6)
  } finally {
    vi.useRealTimers()
  }
})
