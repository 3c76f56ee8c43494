/** Mails of auth on a real control plane: which way they go, what is stored of them, and what the queue does with them. */
import { randomBytes, createSecretKey } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendAgain } from '../src/control/deliveries.js'
import { authMailById, authMailPurpose, listAuthMails } from '../src/control/auth-mails.js'
import { authConfigOf, authSecretOf, changeAuth } from '../src/control/auth-settings.js'
import { fillControl } from '../src/control/testing/control-rows.js'
import { CONTROL_MIGRATIONS } from '../src/control/migrations/index.js'
import { createAuthMails, sendAuthMail, type AuthMailRequest } from '../src/mail/auth/auth-mails.js'
import { exampleMailVariables } from '@basedeck/core/rules'
import type { Mail } from '../src/mail/mailer.js'
import { keepDelivering } from '../src/outgoing/keep-delivering.js'
import { createOutgoing } from '../src/outgoing/outgoing.js'
import { createSecretBox } from '../src/secrets/secret-box.js'
import { testControl, type TestControl } from './test-control.js'

const box = createSecretBox(createSecretKey(randomBytes(32)))
const log = pino({ level: 'silent' })
let control: TestControl
let mails: Mail[] = []
let isAccepted = true
const mailer = {
  isConfigured: true,
  async send(mail: Mail) {
    mails.push(mail)
    return isAccepted
  },
}

beforeAll(async () => {
  control = await testControl()
  await fillControl(control, CONTROL_MIGRATIONS.at(-1)?.id ?? 0)
})
afterAll(() => control.remove())
beforeEach(async () => {
  mails = []
  isAccepted = true
  await control.script(
    `delete from control.auth_mails; delete from control.deliveries; update control.projects set auth = null`,
  )
})

const mailFor = (to: string): AuthMailRequest => ({
  kind: 'recovery',
  to,
  variables: exampleMailVariables(to, 'https://shop.example'),
})
const auth = ({ isPlatform = false, hasServer = true } = {}) =>
  createAuthMails({ control, box, mailer: { isConfigured: hasServer }, isPlatform, onAdded() {} })
const change = (changes: Parameters<typeof changeAuth>[2]) =>
  control.write([changeAuth(box, 'shop', changes, undefined)])

async function deliver(): Promise<void> {
  const outgoing = createOutgoing({ userAgent: 'test', allowed: [] })
  const sending = { control, box, mailer, outgoing }
  const now = () => new Date()
  const deliveries = keepDelivering({ ...sending, sendMail: (mail) => sendAuthMail(sending, mail), log, now })
  await deliveries.look()
  await deliveries.close()
}

test('secrets are sealed in the control plane, and bound to their project', async () => {
  await change({ smtp_pass: 'hush-hush', smtp_host: 'smtp.example' })
  expect(JSON.stringify(await control.select('select auth from control.projects'))).not.toContain('hush')
  expect(await authSecretOf(control, box, 'shop', 'smtp_pass')).toBe('hush-hush')
  await control.script(
    `update control.projects set auth = (select auth from control.projects where ref = 'shop') where ref = 'shoptrial'`,
  )
  await expect(authSecretOf(control, box, 'shoptrial', 'smtp_pass')).rejects.toThrow()
})

test('what was there before has its service on and takes no sign-ups', async () => {
  const before = CONTROL_MIGRATIONS.findIndex(({ name }) => name === 'auth')
  await fillControl(control, before)
  const { migrateControl } = await import('../src/control/migrate.js')
  await migrateControl(control, CONTROL_MIGRATIONS)
  expect(await authConfigOf(control, 'shop')).toMatchObject({
    enabled: true,
    disable_signup: true,
    secrets_set: [],
  })
})

test('without a server a self-hosted platform keeps the mail, with its code sealed and blanked', async () => {
  const id = await auth({ hasServer: false }).send('shop', mailFor('eve@example.com'))
  const row = await authMailById(control, 'shop', id)
  expect(row).toMatchObject({ way: 'kept', kind: 'recovery', status: null })
  expect(row?.content).not.toContain('eve')
  const { kept, to } = JSON.parse(box.open(row?.content ?? '', authMailPurpose(id)))
  expect([to, kept.open.text.includes('123456'), kept.blanked.text.includes('123456')]).toEqual([
    'eve@example.com',
    true,
    false,
  ])
  expect(await control.select('select id from control.deliveries')).toEqual([])
  expect(await authMailById(control, 'shoptrial', id)).toBeUndefined()
  await control.script(`update control.auth_mails set created_at = now() - interval '25 hours'`)
  expect(await listAuthMails(control, 'shop')).toEqual([])
})

test('by the platform’s server it is sent once, and what it says is kept nowhere in clear text', async () => {
  const id = await auth().send('shop', mailFor('eve@example.com'))
  expect(await authMailById(control, 'shop', id)).toMatchObject({ way: 'platform', status: 'waiting' })
  expect(JSON.stringify(await control.select('select * from control.deliveries'))).not.toMatch(/eve@|123456/)
  await deliver()
  expect(mails).toMatchObject([
    { to: 'eve@example.com', subject: 'Reset your password', html: expect.stringContaining('123456') },
  ])
  expect(await authMailById(control, 'shop', id)).toMatchObject({
    status: 'delivered',
    attempts: 1,
    reason: null,
  })
})

test('a mail that could not be handed over waits, with the reason', async () => {
  isAccepted = false
  const id = await auth().send('shop', mailFor('eve@example.com'))
  await deliver()
  expect(await authMailById(control, 'shop', id)).toMatchObject({
    status: 'waiting',
    attempts: 1,
    reason: 'mail-platform',
  })
})

test('a project’s own server in the private network is not reached, and the mail waits for settings that are mended', async () => {
  await change({ smtp_host: '127.0.0.1', smtp_admin_email: 'app@example.com' })
  const id = await auth().send('shop', mailFor('eve@example.com'))
  await deliver()
  expect(await authMailById(control, 'shop', id)).toMatchObject({
    way: 'project',
    status: 'waiting',
    reason: 'address-refused',
  })
  await change({ smtp_host: '' })
  await control.script('update control.deliveries set due_at = now()')
  await deliver()
  expect(await authMailById(control, 'shop', id)).toMatchObject({
    status: 'failed',
    reason: 'mail-no-server',
  })
})

test('a mail that failed is sent again once its server is there', async () => {
  await change({ smtp_host: '127.0.0.1', smtp_admin_email: 'app@example.com' })
  const id = await auth().send('shop', mailFor('eve@example.com'))
  await change({ smtp_host: '' })
  await deliver()
  expect(await authMailById(control, 'shop', id)).toMatchObject({ status: 'failed' })
  expect((await control.write([sendAgain('shoptrial', id)])).ok).toBe(false)
  await control.script(`update control.auth_mails set way = 'platform'`)
  expect((await control.write([sendAgain('shop', id)])).ok).toBe(true)
  expect(await authMailById(control, 'shop', id)).toMatchObject({ status: 'waiting', attempts: 0 })
})

test('a hosted platform writes in its operator’s name to members alone, with its own texts, 30 an hour', async () => {
  await change({ mailer_subjects_recovery: 'Buy now', mailer_templates_recovery_content: 'Buy' })
  const { send } = auth({ isPlatform: true })
  await expect(send('shop', mailFor('eve@example.com'))).rejects.toMatchObject({
    code: 'email_address_not_authorized',
  })
  for (let count = 0; count < 30; count++) await send('shop', mailFor('ADA@example.com'))
  await expect(send('shop', mailFor('ada@example.com'))).rejects.toMatchObject({ code: 'too_many_requests' })
  await deliver()
  expect(new Set(mails.map(({ subject }) => subject))).toEqual(new Set(['Reset your password']))
  expect(mails).toHaveLength(30)
})

test('a hosted platform without a server asks for one of the project', async () => {
  const { way, send } = auth({ isPlatform: true, hasServer: false })
  expect(await way('shop')).toBe('none')
  await expect(send('shop', mailFor('ada@example.com'))).rejects.toMatchObject({
    code: 'auth_mail_unavailable',
  })
  await expect(send('nobody', mailFor('ada@example.com'))).rejects.toMatchObject({
    code: 'project_not_found',
  })
})
