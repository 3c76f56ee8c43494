import { expect, test } from 'vitest'
import { planBeginsAt, planChange } from './plan-change.js'

test.each([
  ['free', 'free', 'none'],
  ['free', 'pro', 'upgrade'],
  ['free', 'team', 'upgrade'],
  ['free', 'enterprise', 'upgrade'],
  ['pro', 'free', 'downgrade'],
  ['pro', 'pro', 'none'],
  ['pro', 'team', 'upgrade'],
  ['pro', 'enterprise', 'upgrade'],
  ['team', 'free', 'downgrade'],
  ['team', 'pro', 'downgrade'],
  ['team', 'team', 'none'],
  ['team', 'enterprise', 'upgrade'],
  ['enterprise', 'free', 'downgrade'],
  ['enterprise', 'pro', 'downgrade'],
  ['enterprise', 'team', 'downgrade'],
  ['enterprise', 'enterprise', 'none'],
] as const)('from %s to %s: %s', (from, to, change) => {
  expect(planChange(from, to)).toBe(change)
})

test('a plan that is scheduled for the end of a month begins on the first day of the next', () => {
  expect(new Date(planBeginsAt('2026-11-30T23:59:59.999Z')).toISOString()).toBe('2026-12-01T00:00:00.000Z')
})
