/** The queue on a real control plane: attempts, death between claim and answer, the log, and Send again. */
import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ControlDatabase } from '../control/control-database.js'
import { clusterControl } from '../control/testing/cluster-control.js'
import { addDelivery, claimDeliveries, endAttempt, readDeliveries, sendAgain } from '../control/deliveries.js'
import { fillControl } from '../control/testing/control-rows.js'
import { CONTROL_MIGRATIONS } from '../control/migrations/index.js'
import { createSecretBox } from '../secrets/secret-box.js'
import { deliverDue, deliveryPurpose, secondsUntilNext } from './deliver-due.js'
import type { OutgoingCall } from './outgoing.js'
import { OutgoingError } from './outgoing-error.js'
import { newWebhookSecret } from './webhook-signature.js'

let control: ControlDatabase
let end: () => Promise<void>
const box = createSecretBox(createSecretKey(randomBytes(32)))
const secret = newWebhookSecret()
let calls: OutgoingCall[] = []
let status = 200
const call = async (sent: OutgoingCall) => {
  calls.push(sent)
  if (status === 0) throw new OutgoingError('address-refused')
  return { status, headers: {}, body: Buffer.from(`you sent ${secret} token-hush\0`), isCut: false }
}
const deliver = () => deliverDue({ control, box, outgoing: { call }, now: () => new Date() })
const due = () => control.script(`update control.deliveries set due_at = now() where due_at is not null`)

beforeAll(async () => {
  ;({ control, end } = await clusterControl())
  await fillControl(control, CONTROL_MIGRATIONS.at(-1)?.id ?? 0)
})
afterAll(() => end())
beforeEach(async () => {
  calls = []
  status = 200
  await control.script('delete from control.deliveries')
})

async function add(): Promise<string> {
  const id = randomUUID()
  const headers = { authorization: 'token-hush' }
  const request = { url: 'https://hook.example/', headers, body: '{"a":1}', secrets: [secret] }
  await control.write([addDelivery(id, 'shop', box.seal(JSON.stringify(request), deliveryPurpose(id)))])
  return id
}

test('a message is sent once, signed, and its log holds no secret', async () => {
  const id = await add()
  expect([await deliver(), await deliver()]).toEqual([1, 0])
  new Webhook(secret).verify('{"a":1}', calls[0]?.headers as Record<string, string>)
  const log = await readDeliveries(control, 'shop')
  expect(log).toMatchObject([
    { id, status: 'delivered', attempts: 1, log: [{ status: 200, answer: 'you sent ••• •••' }] },
  ])
  expect(JSON.stringify(await control.select('select * from control.deliveries'))).not.toMatch(/hush|whsec/)
})

test('a process that dies after its claim: the message is sent again with the same id, and a late answer changes nothing', async () => {
  const id = await add()
  const [lost] = await claimDeliveries(control, { most: 5, seconds: 60 })
  expect(await deliver()).toBe(0)
  await due()
  expect(await deliver()).toBe(1)
  expect(calls[0]?.headers?.['webhook-id']).toBe(id)
  await control.write(endAttempt(lost!, { tookMs: 1, status: 500 }, 'waiting', 0))
  expect(await readDeliveries(control, 'shop')).toMatchObject([{ status: 'delivered', attempts: 2 }])
})

test('several that look at once send each message once', async () => {
  for (let count = 0; count < 10; count++) await add()
  const tried = await Promise.all([deliver(), deliver(), deliver()])
  expect(tried.reduce((sum, one) => sum + one)).toBe(10)
  expect(new Set(calls.map(({ headers }) => headers?.['webhook-id'])).size).toBe(10)
})

test('what fails is tried again, later and later, until it has failed; then it can be sent again', async () => {
  const id = await add()
  status = 0
  for (let count = 1; count <= 10; count++) {
    expect(await deliver()).toBe(1)
    expect(await deliver()).toBe(0)
    await due()
  }
  expect(await deliver()).toBe(0)
  const [failed] = await readDeliveries(control, 'shop')
  expect(failed).toMatchObject({ status: 'failed', attempts: 10 })
  expect(failed?.log.map(({ reason }) => reason)).toEqual(Array(10).fill('address-refused'))
  status = 204
  expect((await control.write([sendAgain('other', id)])).ok).toBe(false)
  expect((await control.write([sendAgain('shop', id)])).ok).toBe(true)
  await deliver()
  expect(new Set(calls.map(({ headers }) => headers?.['webhook-id']))).toEqual(new Set([id]))
  expect(await readDeliveries(control, 'shop')).toMatchObject([{ status: 'delivered' }])
})

test('the times between attempts', () => {
  expect([1, 2, 3, 8, 9, 10].map(secondsUntilNext)).toEqual([10, 30, 90, 21_870, 43_200, null])
})

test('a message of a project that is not there is not kept; one of the installation is', async () => {
  expect((await control.write([addDelivery(randomUUID(), 'nobody', 'sealed')])).ok).toBe(false)
  expect((await control.write([addDelivery(randomUUID(), null, 'sealed')])).ok).toBe(true)
  expect(await control.select('select project_id from control.deliveries')).toEqual([{ project_id: null }])
})
