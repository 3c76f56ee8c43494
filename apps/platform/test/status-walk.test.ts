/**
 * Opens every page of a project without an available database, without a browser: no call is refused, and pages of
 * the database show its state.
 */
import type { ProjectStatus } from '@basedeck/platform-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasGate, INSIDE, isOfProject } from '../../../packages/core/src/testing/walked-pages.js'
import { runDemo, walkRoutes, type Demo } from './walk-routes.js'

let demo: Demo

beforeAll(async () => {
  demo = await runDemo('Warehouse')
})
afterAll(() => demo.running.stop())

test.each<[ProjectStatus, title: string]>([
  ['COMING_UP', 'The database is starting'],
  ['INACTIVE', 'The project is paused'],
  ['INIT_FAILED', 'The database could not be set up'],
])('every page of a project that is %s opens and says so', async (status, title) => {
  await demo.running.control.write([
    {
      sql: `update control.projects set status = $2, status_reason = $3 where ref = $1`,
      parameters: [demo.params['ref'], status, status === 'INIT_FAILED' ? 'The disk is full.' : null],
    },
  ])
  const problems = await walkRoutes(demo, {
    email: 'ada@example.com',
    names: INSIDE.filter(isOfProject),
    look(name, deck) {
      const open = deck.$screen.get()
      const gate = 'screen' in open && 'gate' in open.screen ? open.screen.gate : null
      // Other pages show the status elsewhere.
      if (!gate) return hasGate(name) ? 'it has no gate' : undefined
      const view = gate.$gate.get()
      if (view.status !== 'closed') return `the gate is ${view.status}`
      if (view.title !== title) return view.title
      if (status === 'INIT_FAILED' && view.body !== 'The disk is full.') return view.body
    },
  })
  expect(problems).toEqual([])
})
