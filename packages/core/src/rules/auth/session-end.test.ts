import { expect, test } from 'vitest'
import { sessionEnd } from './session-end.js'

const HOUR = 3600
const FREE = { timebox: 0, inactivity: 0 }
const begun = { createdAt: 0, refreshedAt: undefined, notAfter: undefined }

test.each([
  [begun, FREE, 1e9, undefined],
  [{ ...begun, notAfter: 10 }, FREE, 9, undefined],
  [{ ...begun, notAfter: 10 }, FREE, 10, 'not-after'],
  [begun, { ...FREE, timebox: 2 }, 2 * HOUR - 1, undefined],
  [{ ...begun, refreshedAt: 2 * HOUR - 1 }, { ...FREE, timebox: 2 }, 2 * HOUR, 'timebox'],
  [begun, { ...FREE, inactivity: 1 }, HOUR - 1, undefined],
  [begun, { ...FREE, inactivity: 1 }, HOUR, 'inactivity'],
  [{ ...begun, refreshedAt: 10 }, { ...FREE, inactivity: 1 }, HOUR, undefined],
  [{ ...begun, refreshedAt: 10 }, { ...FREE, inactivity: 1 }, HOUR + 10, 'inactivity'],
] as const)('%j with %j at %i: %s', (times, limits, now, end) =>
  expect(sessionEnd(times, limits, now)).toBe(end),
)
