import { expect, test } from 'vitest'
import { settingsTakeEffect } from './settings-take-effect.js'

test.each([
  ['ACTIVE_HEALTHY', 'by-restart'],
  ['ACTIVE_UNHEALTHY', 'by-restart'],
  ['INACTIVE', 'at-start'],
  ['INIT_FAILED', 'at-start'],
  ['COMING_UP', 'never'],
  ['RESTORING', 'never'],
  ['PAUSING', 'never'],
  ['GOING_DOWN', 'never'],
  ['REMOVED', 'never'],
  ['SOMETHING_NEW', 'never'],
] as const)('%s: %s', (status, effect) => {
  expect(settingsTakeEffect(status)).toBe(effect)
})
