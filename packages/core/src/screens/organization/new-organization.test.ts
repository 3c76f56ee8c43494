import { afterEach, expect, test } from 'vitest'
import { openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { NewOrganizationScreen } from './new-organization.js'

let opened: OpenedScreen<NewOrganizationScreen> | undefined
afterEach(() => opened?.end())

async function open() {
  opened = await openScreen('newOrganization', '/new')
  return opened
}

test('a new organization leads to its first project, which its maker may create', async () => {
  const { screen, host, fake, deck, until } = await open()
  screen.form.set('name', '  Acme 🚀 ')
  expect(await screen.form.submit()).toEqual({ type: 'done' })
  expect(fake.world.organizations[1]).toMatchObject({ name: 'Acme 🚀' })
  expect(host.navigation.current().pathname).toBe('/new/organization-2')
  await until(() => expect(deck.$screen.get().name).toBe('newProject'))
  const next = deck.$screen.get()
  if (next.name !== 'newProject') throw new Error(next.name)
  const { $create } = next.screen
  const stop = $create.subscribe(() => undefined)
  await until(() => expect($create.get()).toEqual({ disabled: false }))
  stop()
})

test.each([
  ['', 'The name of the organization must not be empty'],
  ['   ', 'The name of the organization must not be empty'],
  ['x'.repeat(1000), 'The name of the organization must not be longer than 100 characters'],
  ['a\u202eb', 'The name of the organization holds characters that can’t be seen; leave them out'],
])('the name %j is refused before anything is sent', async (name, sentence) => {
  const { screen, fake } = await open()
  screen.form.set('name', name)
  expect(await screen.form.submit()).toEqual({ type: 'invalid', field: 'name' })
  expect(screen.form.$problems.get()).toEqual({ name: sentence })
  expect(fake.world.organizations).toHaveLength(1)
})

test('without a network nothing typed is lost', async () => {
  const { screen, fake, host } = await open()
  screen.form.set('name', 'Acme')
  fake.offline = true
  expect(await screen.form.submit()).toEqual({ type: 'failed' })
  expect(screen.form.$values.get()).toEqual({ name: 'Acme', slug: '' })
  fake.offline = false
  expect(await screen.form.submit()).toEqual({ type: 'done' })
  expect(host.navigation.current().pathname).toBe('/new/organization-2')
})

test('its address is shown while the name is typed, and can be chosen', async () => {
  const { screen, watch, fake } = await open()
  const address = watch(screen.$address)
  expect(address()).toBe('Derived from the name. It can’t be changed later.')
  screen.form.set('name', 'Straßen & Wege')
  expect(address()).toContain('/org/strassen-wege, with a suffix')
  screen.form.set('slug', 'Wege')
  expect(await screen.form.submit()).toEqual({ type: 'invalid', field: 'slug' })
  screen.form.set('slug', 'default')
  expect(await screen.form.submit()).toEqual({ type: 'failed', field: 'slug' })
  expect(screen.form.$problems.get()).toEqual({ slug: 'Another organization already has this address' })
  screen.form.set('slug', 'wege')
  expect(address()).toContain('/org/wege ')
  expect(await screen.form.submit()).toEqual({ type: 'done' })
  expect(fake.world.organizations[1]).toMatchObject({ name: 'Straßen & Wege', slug: 'wege' })
})
