import { BACKUP_DEFAULTS } from '@basedeck/platform-client'
import { expect, test } from 'vitest'
import {
  backupChangesOf,
  backupNumber,
  backupValues,
  exactMomentText,
  momentProblem,
  momentText,
  typedMoment,
} from './backup-values.js'

test('settings go into the form and back', () => {
  const { point_in_time: _, ...rest } = { ...BACKUP_DEFAULTS, schedule: 'daily' as const, hour: 4 }
  expect(backupChangesOf(backupValues({ ...rest, point_in_time: true }))).toEqual(rest)
  expect(backupChangesOf({ keep_days: ' 12 ' })).toEqual({ keep_days: 12 })
  expect(backupChangesOf({})).toEqual({})
})

test.each([
  ['hour', '23', 23],
  ['hour', '24', null],
  ['keep_days', '', null],
  ['keep_days', '-1', null],
  ['keep_days', '1.5', null],
  ['keep_days', '007', 7],
  ['keep_months', '121', null],
  ['keep_weeks', '99999', null],
] as const)('%s typed as "%s" is %s', (field, typed, value) => {
  expect(backupNumber(field, typed)).toBe(value)
})

test.each([
  ['2026-01-31 12:00:00', '2026-01-31T12:00:00.000Z'],
  [' 2026-01-31T12:00Z ', '2026-01-31T12:00:00.000Z'],
  ['2026-01-31 12:00:00.25', '2026-01-31T12:00:00.250Z'],
  ['2026-02-30 12:00:00', null],
  ['2026-01-31 25:00:00', null],
  ['yesterday', null],
  ['', null],
  ['2026-01-31', null],
])('"%s" is the moment %s', (typed, moment) => {
  expect(typedMoment(typed)).toBe(moment)
})

test('a moment is shown as it would be typed', () => {
  expect(momentText('2026-01-31T12:00:05.999Z')).toBe('2026-01-31 12:00:05')
  expect(typedMoment(momentText('2026-01-31T12:00:05.000Z'))).toBe('2026-01-31T12:00:05.000Z')
})

test('both ends of what is kept can be typed as they are shown, also where they are one moment', () => {
  const only = { from: '2026-01-31T12:00:05.999Z', to: '2026-01-31T12:00:05.999Z' }
  expect(momentProblem(exactMomentText(only.from), only)).toBeNull()
  expect(momentProblem(exactMomentText(only.to), only)).toBeNull()
})

test('a moment outside of what is kept is told', () => {
  const range = { from: '2026-01-31T12:00:00.000Z', to: '2026-01-31T13:00:00.500Z' }
  expect(momentProblem('2026-01-31 11:59:59', range)).toBe('too-early')
  expect(momentProblem('2026-01-31 12:00', range)).toBeNull()
  expect(momentProblem('2026-01-31 13:00:00.501', range)).toBe('too-late')
  expect(momentProblem('2026-01-31 13:00:00', range)).toBeNull()
  expect(momentProblem('soon', range)).toBe('not-a-moment')
  expect(momentProblem('2026-01-31 11:59:59', null)).toBeNull()
})
