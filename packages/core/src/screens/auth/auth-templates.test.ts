import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { NEWEST_USER_STATEMENT } from '../../sql/newest-user.js'
import type { AuthTemplatesScreen } from './auth-templates.js'

let opened: OpenedScreen<AuthTemplatesScreen>
afterEach(() => opened.end())

async function open(prepare?: (fake: FakePlatform) => void) {
  opened = await openScreen('authTemplates', '/project/default/auth/templates', prepare)
  const { screen, watch, until } = opened
  const view = watch(screen.$view, screen.$kind, screen.$mayChange, screen.$mayTest)
  const preview = watch(screen.$preview)
  const section = watch(screen.$section)
  await until(() => expect(view().status).toBe('ready'))
  return { ...opened, preview, section }
}

test('a template is previewed as it is typed, and what breaks it is said before it is saved', async () => {
  const { screen, preview, section, until, fake } = await open()
  await until(() => expect(preview()).toMatchObject({ mail: { subject: 'Confirm your email address' } }))
  screen.choose('reauthentication')
  await until(() => expect(preview()).toMatchObject({ mail: { subject: '123456 is your code' } }))
  const { form } = section().edit
  form.set('mailer_templates_reauthentication_content', '<p>\n{{ .Tokn }}')
  expect(preview()).toEqual({ status: 'broken', problem: 'Line 2: {{ .Tokn }} names no variable' })
  expect(await form.submit()).toMatchObject({ type: 'invalid' })
  form.set('mailer_templates_reauthentication_content', '<b onclick="{{ .Token }}">')
  expect(preview()).toMatchObject({ status: 'broken', problem: expect.stringContaining('can’t stand here') })
  screen.useBuiltIn()
  expect(form.$isChanged.get()).toBe(false)
  form.set('mailer_subjects_reauthentication', 'Code')
  expect(await form.submit()).toEqual({ type: 'done' })
  expect(fake.world.projects[0]?.auth).toMatchObject({ mailer_subjects_reauthentication: 'Code' })
})

test('the preview has the values of the newest user', async () => {
  const { screen, preview, section, until } = await open((fake) => {
    const rows = [['eve@example.com', '{"name": "<b>Eve</b>"}']]
    const result = { command: 'SELECT', rowCount: 1, fields: [], notices: [], rows }
    fake.answer(NEWEST_USER_STATEMENT, { results: [result] })
  })
  screen.choose('invite')
  section().edit.form.set('mailer_templates_invite_content', '{{ .Data.name }} {{ .Email }}')
  await until(() =>
    expect(preview()).toMatchObject({ mail: { html: '&lt;b&gt;Eve&lt;/b&gt; eve@example.com' } }),
  )
})

test('a test mail of the chosen kind is sent to an address', async () => {
  const { screen, fake, host } = await open()
  screen.choose('invite')
  screen.test.set('to', 'nobody')
  expect(await screen.test.submit()).toMatchObject({ type: 'invalid', field: 'to' })
  screen.test.set('to', 'ada@example.com')
  expect(await screen.test.submit()).toEqual({ type: 'done' })
  expect(fake.world.projects[0]?.authMails).toMatchObject([
    { entry: { kind: 'invite', to: 'ada@example.com' } },
  ])
  expect(host.notes).toEqual([{ kind: 'success', message: 'The mail is kept under “Sent mail”' }])
})

test('who may not send mails is told so', async () => {
  const { screen, until } = await open((fake) => grantOnly(fake, ['read', 'projects'], ['read', 'auth']))
  await until(() => expect(screen.$mayTest.get()).toMatchObject({ disabled: true }))
})

test('a notification is turned on with its template, and previewed with an example', async () => {
  const { screen, preview, section, until, fake } = await open()
  expect(screen.kinds.filter(({ isNotification }) => isNotification)).toHaveLength(7)
  screen.choose('mfa_factor_enrolled_notification')
  await until(() => expect(preview()).toMatchObject({ mail: { subject: 'A second factor was added' } }))
  expect(preview()).toMatchObject({ mail: { text: expect.stringContaining('(totp)') } })
  const { form } = section().edit
  form.set('mailer_notifications_mfa_factor_enrolled_enabled', true)
  expect(await form.submit()).toEqual({ type: 'done' })
  expect(fake.world.projects[0]?.auth).toEqual(
    expect.objectContaining({ mailer_notifications_mfa_factor_enrolled_enabled: true }),
  )
})
