/** What the mount takes from the line of an endpoint, before the handler. */
import { endpoint, gives, inProject, type EndpointData } from '@basedeck/platform-client/contract'
import { Hono } from 'hono'
import { pino } from 'pino'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import type { Caller } from '../access/caller.js'
import { DomainError } from '../kernel/domain-error.js'
import type { AppEnv } from '../routes/app-env.js'
import type { Gate } from './gate.js'
import { createMount, type MountDeps } from './mount.js'
import { createOnError } from './on-error.js'

const caller = { id: 'ada' } as Caller
const openGate: Gate = {
  identify: async () => caller,
  visit: async () => undefined,
  admit: async () => ({ caller }),
}
const line = {
  method: 'POST',
  path: '/things/{ref}/{bucket}',
  params: { bucket: v.pipe(v.string(), v.regex(/^[a-z ]+$/)) },
  access: inProject('update', 'storage'),
  body: v.object({ text: v.string() }),
  response: gives<object>(),
} as const satisfies EndpointData

function mounted(data: EndpointData, given: Partial<MountDeps> = {}) {
  const app = new Hono<AppEnv>()
  app.onError(createOnError(pino({ level: 'silent' })))
  const free = async () => {}
  const handler = vi.fn(() => ({}))
  createMount(app, {
    control: { selectOften: async () => [] },
    gate: openGate,
    originOf: () => ({ ip: null, userAgent: '', requestId: '' }),
    isHosted: true,
    spend: { runs: free, questions: free },
    ...given,
  }).on(endpoint(data), handler)
  const call = async (path: string, text = 'x') => {
    const answer = await app.request(path, { method: data.method, body: JSON.stringify({ text }) })
    const { code } = (await answer.json()) as { code?: string }
    return [answer.status, code]
  }
  return { call, handler }
}

test.each([
  ['/things/shop/my%20files', 200, undefined],
  ['/things/shop/MY', 404, 'not_found'],
  ['/things/shop/a%00', 404, 'not_found'],
  ['/things/..%2f/avatars', 404, 'project_not_found'],
])('a parameter that does not match its schema is not found: %s', async (path, status, code) => {
  const { call, handler } = mounted(line)
  expect(await call(path)).toEqual([status, code])
  expect(handler).toHaveBeenCalledTimes(status === 200 ? 1 : 0)
})

test('the body limit is that of the endpoint, 1 MB by default', async () => {
  const large = 'x'.repeat(1024 * 1024)
  expect(await mounted(line).call('/things/shop/a', large)).toEqual([413, 'body_too_large'])
  const wide = mounted({ ...line, maxBody: 2 * 1024 * 1024 })
  expect(await wide.call('/things/shop/a', large)).toEqual([200, undefined])
  const narrow = mounted({ ...line, maxBody: 100 })
  expect(await narrow.call('/things/shop/a', 'x'.repeat(100))).toEqual([413, 'body_too_large'])
})

test('a hosted-only endpoint is refused when self-hosted', async () => {
  const data = { ...line, hostedOnly: true } as const
  const { call, handler } = mounted(data, { isHosted: false })
  expect(await call('/things/shop/a')).toEqual([403, 'hosted_only'])
  expect(handler).not.toHaveBeenCalled()
  expect(await mounted(data).call('/things/shop/a')).toEqual([200, undefined])
})

test('a limited endpoint is counted per caller, and refused at the limit', async () => {
  const spent: string[] = []
  const runs = async (person: string) => {
    if (spent.length === 1) throw new DomainError('too_many_runs')
    spent.push(person)
  }
  const { call, handler } = mounted({ ...line, limit: 'runs' }, { spend: { runs, questions: runs } })
  expect(await call('/things/shop/a')).toEqual([200, undefined])
  expect(await call('/things/shop/a')).toEqual([429, 'too_many_runs'])
  expect([spent, handler.mock.calls.length]).toEqual([['ada'], 1])
})
