import { expect, test } from 'vitest'
import { functionsPart, schedulesPart } from './work-parts.js'

const RUNTIME = {
  available: true,
  reason: null,
  command: null,
  deno_version: '2.5.6',
  walls: { network: true, files: true, memory: true, processor: true },
  weak_walls: [],
}

test('what functions run in is told, with the walls that are weaker here, or why none run', async () => {
  expect(await functionsPart({ runtime: async () => RUNTIME })).toEqual({
    part: 'functions',
    state: 'works',
    detail: 'They run in Deno 2.5.6.',
  })
  expect(await functionsPart({ runtime: async () => ({ ...RUNTIME, weak_walls: ['Weak.'] }) })).toMatchObject(
    {
      detail: 'They run in Deno 2.5.6. Weak.',
    },
  )
  expect(
    await functionsPart({ runtime: async () => ({ ...RUNTIME, available: false, reason: 'Not here.' }) }),
  ).toEqual({ part: 'functions', state: 'off', detail: 'Not here.' })
  expect(await functionsPart(undefined)).toEqual({ part: 'functions', state: 'off' })
  expect(await functionsPart({ runtime: () => Promise.reject(new Error('x')) })).toEqual({
    part: 'functions',
    state: 'fails',
  })
})

test.each([
  [[{ enabled: 0, failing: 0 }], { state: 'off' }],
  [[{ enabled: 1, failing: 0 }], { state: 'works', detail: '1 schedule, all well.' }],
  [[{ enabled: 3, failing: 2 }], { state: 'fails', detail: '2 of 3 schedules failed at their last run.' }],
])('%j schedules', async (rows, part) => {
  const control = { select: async () => rows as never[] }
  expect(await schedulesPart(control)).toEqual({ part: 'schedules', ...part })
})

test('a control plane that does not answer fails', async () => {
  const control = { select: () => Promise.reject(new Error('gone')) }
  expect(await schedulesPart(control)).toEqual({ part: 'schedules', state: 'fails' })
})
