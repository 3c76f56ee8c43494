import { expect, test } from 'vitest'
import { planChange } from './plan-change.js'

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
