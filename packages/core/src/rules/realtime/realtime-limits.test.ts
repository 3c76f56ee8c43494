import { expect, test } from 'vitest'
import { REALTIME_LIMITS, realtimeLimit, type RealtimeLimit } from './realtime-limits.js'

test.each(Object.entries(REALTIME_LIMITS))(
  '%s takes whole numbers within its ends',
  (name, [least, most]) => {
    const read = (typed: string) => realtimeLimit(name as RealtimeLimit, typed)
    expect(read(String(least))).toBe(least)
    expect(read(` ${most} `)).toBe(most)
    for (const typed of [String(least - 1), String(most + 1), '', ' ', '1.5', '1e3', '-1', '0x10', 'ten'])
      expect(read(typed)).toBeNull()
  },
)
