import { AUTH_PROVIDERS } from '@basedeck/platform-client'
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import { AUTH_FORMS, type AuthFormPage } from './auth-forms.js'
import type { AuthSettingsScreen } from './auth-settings.js'

let opened: OpenedScreen<AuthSettingsScreen>
afterEach(() => opened.end())

const PATHS: Readonly<Record<AuthFormPage, string>> = {
  authProviders: 'providers',
  authSessions: 'sessions',
  authRateLimits: 'rate-limits',
  authSmtp: 'smtp',
  authMfa: 'mfa',
  authUrls: 'url-configuration',
  authProtection: 'protection',
  authHooks: 'hooks',
  authAdvanced: 'advanced',
}

const ownOf = (fake: FakePlatform) => {
  const [own] = fake.world.projects
  if (!own) throw new Error('There is no project')
  return own
}

async function open(name: AuthFormPage, prepare: (fake: FakePlatform) => void = () => undefined) {
  opened = (await openScreen(name, `/project/default/auth/${PATHS[name]}`, prepare)) as typeof opened
  const { screen, watch, until } = opened
  const view = watch(screen.$view, screen.$mayChange)
  for (const { edit, $secretsSet } of screen.sections)
    watch(edit.form.$values, edit.form.$problems, edit.$conflicts, $secretsSet)
  await until(() => expect(view().status).toBe('ready'))
  const section = (title: string) => {
    const found = screen.sections.find((one) => one.title === title)
    if (!found) throw new Error(`There is no section ${title}`)
    return found
  }
  return { ...opened, view, section }
}

const sent = (fake: FakePlatform) =>
  fake.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)

test.each(Object.keys(AUTH_FORMS) as AuthFormPage[])(
  '%s shows each setting with its name, and is not changed by looking',
  async (name) => {
    const { screen, fake } = await open(name)
    expect(screen.lead).not.toBe('')
    for (const { fields, edit, title } of screen.sections) {
      expect(title).toMatch(/ |[A-Z]/)
      for (const { label, name: field } of fields) {
        expect(label).not.toBe(field)
        expect(edit.form.$values.get()[field]).toBeDefined()
      }
      expect(edit.form.$isChanged.get()).toBe(false)
    }
    expect(sent(fake)).toEqual([])
  },
)

test('what is typed is sent with the version that was seen, and holds', async () => {
  const { section, fake, host } = await open('authUrls')
  const { form } = section('Addresses').edit
  form.set('site_url', ' https://app.example ')
  form.set('uri_allow_list', 'https://app.example/**\n\nmyapp://open')
  expect(await form.submit()).toEqual({ type: 'done' })
  expect(sent(fake)).toMatchObject([
    {
      site_url: 'https://app.example',
      uri_allow_list: ['https://app.example/**', 'myapp://open'],
      expected_version: JSON.stringify({ enabled: true, disable_signup: false }),
    },
  ])
  expect(host.notes).toEqual([{ kind: 'success', message: 'The settings were saved' }])
  expect(form.$isChanged.get()).toBe(false)
})

test.each([
  ['authUrls', 'Addresses', 'site_url', 'here', 'Site URL must be an address such as https://example.com'],
  ['authAdvanced', 'Access tokens', 'jwt_exp', '5', 'Enter a whole number from 60 to 604,800'],
  [
    'authSmtp',
    'Mail server of the project',
    'smtp_admin_email',
    'me',
    'Sender’s address must be an email address',
  ],
] as const)(
  '%s, %s: %s %j is refused at its field, and nothing is sent',
  async (page, title, field, value, problem) => {
    const { section, fake } = await open(page)
    const { form } = section(title).edit
    form.set(field, value)
    expect(await form.submit()).toEqual({ type: 'invalid', field })
    expect(form.$problems.get()).toEqual({ [field]: problem })
    expect(sent(fake)).toEqual([])
  },
)

test('a secret begins empty, is sent once, and can be removed', async () => {
  const { section, fake, until } = await open('authSmtp')
  const smtp = section('Mail server of the project')
  smtp.edit.form.set('smtp_pass', 'hush')
  await smtp.edit.form.submit()
  await until(() => expect(smtp.$secretsSet.get()).toEqual(['smtp_pass']))
  expect(smtp.edit.form.$values.get()).toMatchObject({ smtp_pass: '' })
  smtp.edit.form.set('smtp_host', 'smtp.example.com')
  await smtp.edit.form.submit()
  expect(sent(fake).at(-1)).not.toHaveProperty('smtp_pass')
  expect(ownOf(fake).auth).toMatchObject({ smtp_pass: 'hush', smtp_host: 'smtp.example.com' })
  await smtp.removeSecret('smtp_pass')
  await until(() => expect(smtp.$secretsSet.get()).toEqual([]))
})

test('providers are listed by name with their state, and one of them is set up in its panel', async () => {
  const { screen, watch, until, host, fake } = await open('authProviders')
  const list = screen.providers
  if (!list) throw new Error('There is no list')
  const rows = watch(list.$rows, list.$opened, list.$callback)
  await until(() => expect(rows()).toMatchObject({ status: 'ready', data: { length: 12 } }))
  const labels = () => {
    const state = rows()
    return state.status === 'ready' ? state.data.map(({ label, isOn }) => [label, isOn]) : []
  }
  expect(labels().slice(0, 2)).toEqual([
    ['Apple', false],
    ['Discord', false],
  ])
  await until(() => expect(list.$callback.get()).toMatch(/\/auth\/v1\/callback$/))
  expect(await list.copyCallback()).toBe(true)
  expect(host.copied.at(-1)).toBe(list.$callback.get())
  list.open('github')
  const section = list.$opened.get()
  if (!section) throw new Error('It is not open')
  watch(section.edit.form.$values, section.$secretsSet)
  const { form } = section.edit
  form.set('external_github_enabled', true)
  expect(await form.submit()).toEqual({ type: 'failed' })
  expect(form.$state.get()).toMatchObject({
    message: '“Client ids” must be set while “Sign in with GitHub” is on',
  })
  expect(sent(fake)).toEqual([])
  form.set('external_github_client_id', 'deck')
  form.set('external_github_secret', 'hush')
  expect(await form.submit()).toEqual({ type: 'done' })
  await until(() => expect(section.$secretsSet.get()).toEqual(['external_github_secret']))
  expect(form.$values.get()).toMatchObject({ external_github_secret: '' })
  expect(ownOf(fake).auth).toMatchObject({ external_github_enabled: true })
  expect(labels()).toContainEqual(['GitHub', true])
  list.close()
  expect(list.$opened.get()).toBeNull()
})

test.each(AUTH_PROVIDERS)('the panel of %s has a name for each setting', async (name) => {
  const { screen } = await open('authProviders')
  screen.providers?.open(name)
  const section = screen.providers?.$opened.get()
  for (const { name: field, label } of section?.fields ?? []) expect(label).not.toBe(field)
  expect(section?.fields.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['switch', 'secret', 'text']),
  )
})

test('an issuer whose address is not one is refused at its field', async () => {
  const { screen, watch } = await open('authProviders')
  screen.providers?.open('oidc')
  const form = screen.providers?.$opened.get()?.edit.form
  if (!form) throw new Error('It is not open')
  watch(form.$values, form.$problems)
  form.set('external_oidc_url', 'http://issuer.example.com')
  expect(await form.submit()).toEqual({ type: 'invalid', field: 'external_oidc_url' })
  expect(form.$problems.get()).toEqual({
    external_oidc_url: 'Issuer must be an address that begins with https://, without a query',
  })
})

test('two who change the same setting are asked whose stays; another setting of theirs is kept', async () => {
  const { section, fake } = await open('authSessions')
  const { form, $conflicts, keepMine } = section('User sessions').edit
  form.set('sessions_timebox_h', '20')
  ownOf(fake).auth = { enabled: true, sessions_timebox_h: 30, jwt_exp: 600 }
  expect(await form.submit()).toEqual({ type: 'failed' })
  expect($conflicts.get()).toEqual([{ field: 'sessions_timebox_h', mine: '20', theirs: '30' }])
  await keepMine()
  expect(ownOf(fake).auth).toMatchObject({ sessions_timebox_h: 20, jwt_exp: 600 })
})

test('who may not change the settings sees them with the reason', async () => {
  const { screen, until } = await open('authUrls', (fake) =>
    grantOnly(fake, ['read', 'projects'], ['read', 'auth']),
  )
  const hint = 'Your role does not allow changing the settings of the project'
  await until(() => expect(screen.$mayChange.get()).toEqual({ disabled: true, hint }))
})

test('a service that is off says so', async () => {
  const { view } = await open('authUrls', (fake) => {
    ownOf(fake).auth = null
  })
  expect(view()).toMatchObject({ data: { isOn: false } })
})
