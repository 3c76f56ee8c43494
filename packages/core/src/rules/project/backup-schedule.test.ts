import { expect, test } from 'vitest'
import fc from 'fast-check'
import { isBackupDue, isProofDue, outdatedBackups } from './backup-schedule.js'

const at = (text: string) => new Date(`2026-${text}:00Z`)

test.each<['off' | 'hourly' | 'daily', string | undefined, string, boolean]>([
  ['off', undefined, '03-10T12:00', false],
  ['daily', undefined, '03-10T12:00', true],
  ['daily', '03-09T03:00', '03-10T02:59', false],
  ['daily', '03-09T03:00', '03-10T03:00', true],
  ['daily', '03-10T03:00', '03-10T23:59', false],
  ['daily', '03-01T03:00', '03-10T00:00', true],
  ['daily', '03-10T02:00', '03-10T03:01', true],
  ['hourly', '03-10T11:05', '03-10T11:59', false],
  ['hourly', '03-10T11:59', '03-10T12:00', true],
])('%s, the last at %s: due at %s is %s', (schedule, last, now, due) => {
  expect(isBackupDue({ schedule, hour: 3 }, last === undefined ? undefined : at(last), at(now))).toBe(due)
})

const daily = Array.from({ length: 70 }, (_, day) => ({
  id: `d${day}`,
  begunAt: new Date(at('03-31T03:00').getTime() - day * 86_400_000),
}))
const kept = (keep_days: number, keep_weeks: number, keep_months: number) => {
  const gone = new Set(outdatedBackups(daily, { keep_days, keep_weeks, keep_months }, at('03-31T12:00')))
  return daily.filter(({ id }) => !gone.has(id)).map(({ begunAt }) => begunAt.toISOString().slice(5, 10))
}

test('days keep each backup, weeks and months the last one', () => {
  expect(kept(3, 0, 0)).toEqual(['03-31', '03-30', '03-29'])
  expect(kept(0, 3, 0)).toEqual(['03-31', '03-29', '03-22'])
  expect(kept(0, 0, 3)).toEqual(['03-31', '02-28', '01-31'])
  expect(kept(2, 2, 2)).toEqual(['03-31', '03-30', '03-29', '02-28'])
})

test('the newest one stays, however old it is', () => {
  expect(kept(0, 0, 0)).toEqual(['03-31'])
  const old = [{ id: 'old', begunAt: at('01-01T00:00') }]
  expect(outdatedBackups(old, { keep_days: 1, keep_weeks: 0, keep_months: 0 }, at('12-01T00:00'))).toEqual([])
})

test('more is never kept by keeping less, and what is kept once stays kept while time stands', () => {
  const settings = fc.record({
    keep_days: fc.nat(40),
    keep_weeks: fc.nat(10),
    keep_months: fc.nat(4),
  })
  fc.assert(
    fc.property(settings, settings, (a, b) => {
      const most = {
        keep_days: Math.max(a.keep_days, b.keep_days),
        keep_weeks: Math.max(a.keep_weeks, b.keep_weeks),
        keep_months: Math.max(a.keep_months, b.keep_months),
      }
      const goneOf = (one: typeof a) => outdatedBackups(daily, one, at('03-31T12:00'))
      const gone = new Set(goneOf(a))
      expect(goneOf(most).every((id) => gone.has(id))).toBe(true)
      const left = daily.filter(({ id }) => !gone.has(id))
      expect(outdatedBackups(left, a, at('03-31T12:00'))).toEqual([])
    }),
  )
})

test('a proof is due once a week, where it is wanted', () => {
  expect(isProofDue({ proves_weekly: false }, undefined, at('03-10T00:00'))).toBe(false)
  expect(isProofDue({ proves_weekly: true }, undefined, at('03-10T00:00'))).toBe(true)
  expect(isProofDue({ proves_weekly: true }, at('03-04T00:00'), at('03-10T00:00'))).toBe(false)
  expect(isProofDue({ proves_weekly: true }, at('03-03T00:00'), at('03-10T00:00'))).toBe(true)
})
