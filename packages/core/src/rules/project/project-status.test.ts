import { expect, test } from 'vitest'
import { isChanging, projectActions, statusTone } from './project-status.js'

test.each([
  ['ACTIVE_HEALTHY', 'good', false, 'connect pause rename transfer delete'],
  ['ACTIVE_UNHEALTHY', 'bad', false, 'pause resume rename transfer delete'],
  ['COMING_UP', 'busy', true, 'rename delete'],
  ['RESTORING', 'busy', true, 'rename delete'],
  ['PAUSING', 'busy', true, 'rename delete'],
  ['GOING_DOWN', 'busy', true, ''],
  ['REMOVED', 'quiet', false, ''],
  ['INACTIVE', 'quiet', false, 'resume rename transfer delete'],
  ['INIT_FAILED', 'bad', false, 'resume rename transfer delete'],
  ['DREAMING', 'quiet', false, 'rename transfer delete'],
])('%s is %s, changing %s, and allows: %s', (status, tone, changing, allowed) => {
  expect(statusTone(status)).toBe(tone)
  expect(isChanging(status)).toBe(changing)
  const actions = Object.entries(projectActions(status))
  expect(actions.flatMap(([name, may]) => (may ? [name] : [])).join(' ')).toBe(allowed)
})
