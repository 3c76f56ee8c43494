import { expect, test } from 'vitest'
import { keptRequestId } from './kept-request-id.js'

test.each(['', '3f2c8e62-1d3e-4c62-9d5e-b53b8d6b4a5e', '4BF92F3577B34DA6A3CE929D0E0E4736'])(
  '%s is kept',
  (id) => {
    expect(keptRequestId(id)).toBe(id)
  },
)

test.each(['hunter2', 'my-request', '4bf92f3577b34da6a3ce929d0e0e473', 'sb_secret_abc', 'x'.repeat(43)])(
  '%s is kept as its hash',
  (id) => {
    expect(keptRequestId(id)).toMatch(/^sha256-[\da-f]{32}$/)
    expect(keptRequestId(id)).toBe(keptRequestId(id))
  },
)
