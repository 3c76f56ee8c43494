/** The answer for a caller when the process that holds a database fails in the middle of a call. */
import {
  deleteProject,
  getProject,
  listRunning,
  queryTyped,
  type EndpointData,
} from '@basedeck/platform-client/contract'
import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import type { ControlDatabase } from '../control/control-database.js'
import { createOnError } from '../http/on-error.js'
import type { Gate } from '../http/gate.js'
import type { AppEnv } from '../routes/app-env.js'
import { createForwarding } from './forwarding.js'
import { PeerError, type Send } from './send.js'

const HOLDER = '00000000-0000-4000-8000-000000000001'

async function answerTo(
  endpoint: EndpointData,
  { failure, holder = {} }: { failure: PeerError; holder?: { address?: null; is_lost?: boolean } },
) {
  const row = { installation_id: HOLDER, address: 'http://127.0.0.1:1', is_lost: false, ...holder }
  const send = vi.fn<Send>().mockRejectedValue(failure)
  const forwarding = createForwarding({
    control: { select: async () => [row] } as unknown as ControlDatabase,
    gate: { visit: async () => ({ caller: { isAdministrator: false }, ref: 'shop' }) } as unknown as Gate,
    installationId: '00000000-0000-4000-8000-000000000002',
    send,
    originOf: () => ({ ip: null, userAgent: '', requestId: '' }),
  })
  const app = new Hono<AppEnv>()
  app.onError(createOnError(pino({ level: 'silent' })))
  app.all(
    '*',
    (c) => forwarding(c, endpoint, async () => c.json({ answeredHere: true })) as Promise<Response>,
  )
  const answer = await app.request('/x', { method: endpoint.method })
  return { status: answer.status, again: answer.headers.get('retry-after'), body: await answer.json() }
}

const brokeOff = new PeerError(true, new Error('hung up'))
const unreached = new PeerError(false, new Error('refused'))
const away = {
  status: 503,
  again: '5',
  body: { code: 'holder_away', message: expect.stringContaining('Try again in a moment') },
}

test('an interrupted read may be retried', async () => {
  expect(await answerTo(listRunning, { failure: brokeOff })).toMatchObject(away)
})

test('an interrupted change may have been made, and the answer says so', async () => {
  expect(await answerTo(queryTyped, { failure: brokeOff })).toMatchObject({
    status: 502,
    again: null,
    body: { code: 'holder_broke_off', message: expect.stringContaining('may have been made') },
  })
})

test('a change that was not received may be made again', async () => {
  expect(await answerTo(queryTyped, { failure: unreached })).toMatchObject(away)
})

test('endpoints that any process can answer are not forwarded', async () => {
  expect(await answerTo(getProject, { failure: brokeOff })).toMatchObject({ body: { answeredHere: true } })
})

test('a project is deleted here only when its holder is lost', async () => {
  const gone = (is_lost: boolean) =>
    answerTo(deleteProject, { failure: unreached, holder: { address: null, is_lost } })
  expect(await gone(false)).toMatchObject(away)
  expect(await gone(true)).toMatchObject({ body: { answeredHere: true } })
})
