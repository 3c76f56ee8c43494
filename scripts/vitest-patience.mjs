/**
 * What a test waits for comes sooner or later: a machine that is busy with something else is slow, not wrong. So a condition
 * is looked at often, and given up only when the test itself would be.
 */
import { afterEach, vi } from 'vitest'

const PATIENCE = { timeout: Number(process.env['BASEDECK_PATIENCE_MS'] ?? 75_000), interval: 10 }

// The files of one process share `vi`.
if (!vi.isPatient) {
  vi.isPatient = true
  for (const name of ['waitFor', 'waitUntil']) {
    const original = vi[name].bind(vi)
    vi[name] = (condition, options = {}) =>
      original(condition, typeof options === 'number' ? options : { ...PATIENCE, ...options })
  }
}

// The next file of this process has the real time, also when a test of this one failed half-way.
afterEach(() => {
  vi.useRealTimers()
})
