import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { OrganizationSettingsScreen } from './organization-settings.js'

let opened: OpenedScreen<OrganizationSettingsScreen> | undefined
afterEach(() => opened?.end())

async function open(prepare?: (fake: FakePlatform) => void) {
  opened = await openScreen('organizationSettings', '/org/default/general', prepare)
  const { screen, watch, until, fake } = opened
  watch(screen.$organization, screen.$mayUpdate, screen.$mayDelete)
  await until(() => expect(screen.$organization.get().status).toBe('ready'))
  return { ...opened, form: screen.edit.form, stored: () => fake.world.organizations[0]! }
}

const byAnother = (fake: FakePlatform, name: string) =>
  Object.assign(fake.world.organizations[0]!, { name, updated_at: '2026-02-02T00:00:00.000Z' })

test('it is renamed', async () => {
  const { form, stored, host } = await open()
  expect(form.$values.get()).toEqual({ name: 'Default organization', billing_email: '' })
  form.set('name', ' Acme ')
  expect(await form.submit()).toEqual({ type: 'done' })
  expect(stored().name).toBe('Acme')
  expect(form.$values.get().name).toBe('Acme')
  expect(host.notes).toEqual([{ kind: 'success', message: 'Saved' }])
})

test('the billing email is set, and taken away by an empty field', async () => {
  const { form, stored } = await open()
  form.set('billing_email', 'money@example.com')
  expect(await form.submit()).toEqual({ type: 'done' })
  expect(stored().billing_email).toBe('money@example.com')
  form.set('billing_email', '')
  expect(await form.submit()).toEqual({ type: 'done' })
  expect(stored()).not.toHaveProperty('billing_email')
})

test.each([
  ['name', '', 'The name of the organization must not be empty'],
  ['name', 'x'.repeat(101), 'The name of the organization must not be longer than 100 characters'],
  ['billing_email', 'nonsense', 'This is not an email address'],
] as const)('the %s %j is refused before anything is sent', async (field, value, sentence) => {
  const { form, fake } = await open()
  form.set(field, value)
  expect(await form.submit()).toEqual({ type: 'invalid', field })
  expect(form.$problems.get()).toEqual({ [field]: sentence })
  expect(fake.requests.some(({ method }) => method === 'PATCH')).toBe(false)
})

test('two rename at once: both names stand beside each other, and mine may be kept', async () => {
  const { form, fake, stored, screen } = await open()
  form.set('name', 'Mine')
  byAnother(fake, 'Theirs')
  expect(await form.submit()).toEqual({ type: 'failed' })
  expect(screen.edit.$conflicts.get()).toEqual([{ field: 'name', mine: 'Mine', theirs: 'Theirs' }])
  expect(stored().name).toBe('Theirs')
  await screen.edit.keepMine()
  expect(stored().name).toBe('Mine')
  expect(form.$isChanged.get()).toBe(false)
})

test('two rename at once: theirs may be taken', async () => {
  const { form, fake, stored, screen } = await open()
  form.set('name', 'Mine')
  byAnother(fake, 'Theirs')
  await form.submit()
  screen.edit.takeTheirs()
  expect(form.$values.get().name).toBe('Theirs')
  expect(stored().name).toBe('Theirs')
})

test('it is deleted when its name was typed, and what was known of it goes', async () => {
  const { screen, host, fake } = await open((fake) => {
    fake.world.projects = []
  })
  screen.askDelete()
  await screen.deletion.confirm('Default')
  expect(screen.deletion.$state.get()).toMatchObject({
    problem: 'The name you typed does not match',
  })
  await screen.deletion.confirm('Default organization')
  expect(fake.world.organizations).toEqual([])
  expect(host.navigation.current().pathname).toBe('/organizations')
  expect(host.notes).toEqual([{ kind: 'success', message: 'Default organization was deleted' }])
})

test('with projects it stays, and the reason is said', async () => {
  const { screen, fake } = await open()
  screen.askDelete()
  await screen.deletion.confirm('Default organization')
  expect(screen.deletion.$state.get()).toMatchObject({
    problem: 'The organization still has projects; delete or transfer them first',
  })
  expect(fake.world.organizations).toHaveLength(1)
})

test('who may only look is told why nothing can be changed', async () => {
  const { screen, until } = await open((fake) => grantOnly(fake, ['read', '%']))
  await until(() => {
    expect(screen.$mayUpdate.get()).toMatchObject({ disabled: true, hint: expect.any(String) })
    expect(screen.$mayDelete.get()).toMatchObject({ disabled: true, hint: expect.any(String) })
  })
})
