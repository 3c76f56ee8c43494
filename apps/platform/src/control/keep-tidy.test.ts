/** When the control plane is tidied, and what happens when that fails. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetOldAudit } from './audit.js'
import { claimJob } from './jobs.js'
import { keepTidy, tidyOnce } from './keep-tidy.js'
import { toldControl } from './testing/told-control.js'

const HOUR_MS = 60 * 60 * 1000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the job is claimed first: it is due every six hours, and done by one process', async () => {
  const control = toldControl()
  expect(await tidyOnce(control, 30)).toBe(true)
  const [statements = []] = control.written
  expect(statements[0]).toEqual(claimJob('tidy', 21_600))
  expect(statements[1]).toEqual(forgetOldAudit(30))
  expect(statements.at(-1)?.sql).toBe(`delete from control.jobs where done_at < now() - interval '1 day'`)
  control.answers.push({ ok: false, reason: 'mismatch', statement: 0 })
  expect(await tidyOnce(control, 30)).toBe(false)
})

test('it is tried at once and then each hour, until it is stopped', async () => {
  const control = toldControl()
  const stop = keepTidy(control, { auditRetentionDays: 30, log: { warn() {} } })
  expect(control.written).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(HOUR_MS - 1)
  expect(control.written).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(control.written).toHaveLength(2)
  stop()
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS)
  expect(control.written).toHaveLength(2)
})

test('a failure is logged, and the next hour tries again', async () => {
  const control = toldControl()
  const err = new Error('away')
  const lines: unknown[][] = []
  const warn = (...line: unknown[]) => void lines.push(line)
  const { write } = control
  control.write = () => Promise.reject(err)
  const stop = keepTidy(control, { auditRetentionDays: 30, log: { warn } as never })
  await vi.advanceTimersByTimeAsync(0)
  expect(lines).toEqual([[{ err }, 'the control plane could not be tidied; it is tried again later']])
  control.write = write
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(control.written).toHaveLength(1)
  stop()
})
