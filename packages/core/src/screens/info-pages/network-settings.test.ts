import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { InfoPageScreen } from './info-page.js'

let opened: OpenedScreen<InfoPageScreen>
afterEach(() => opened.end())

async function openNetwork(prepare: (fake: FakePlatform) => void = () => undefined) {
  opened = await openScreen('databaseSettings', '/project/default/database/settings', (fake) => {
    fake.project.engine = 'cluster'
    prepare(fake)
  })
  const settings = opened.screen.parts.find(({ network }) => network)?.network
  if (!settings) throw new Error('The page has no settings of the network')
  const { form } = settings.edit
  opened.watch(form.$values, form.$problems)
  return {
    ...opened,
    settings,
    form,
    shown: opened.watch(settings.$state),
    own: opened.watch(settings.$addOwn),
  }
}

async function ready(prepare?: (fake: FakePlatform) => void) {
  const all = await openNetwork(prepare)
  await all.until(() => expect(all.shown().status).toBe('ready'))
  await all.until(() => expect(all.own()).not.toBeNull())
  return all
}

const storedIn = (fake: FakePlatform) => fake.world.projects[0]?.network

test('the person’s own address is added, saved, and not offered again', async () => {
  const { form, own, fake, until } = await ready()
  expect(own()?.label).toBe('Add my address (192.0.2.7)')
  form.set('allowed_cidrs', '10.1.2.3/8')
  own()?.add()
  expect(form.$values.get().allowed_cidrs).toBe('10.1.2.3/8\n192.0.2.7/32')
  expect(own()).toBeNull()
  expect(await form.submit()).toEqual({ type: 'done' })
  expect(storedIn(fake)?.allowed_cidrs).toEqual(['10.0.0.0/8', '192.0.2.7/32'])
  await until(() => expect(form.$values.get().allowed_cidrs).toBe('10.0.0.0/8\n192.0.2.7/32'))
})

test('a line that is no network is told at the field, and nothing is sent', async () => {
  const { form, fake } = await ready()
  form.set('allowed_cidrs', '10.0.0.0/8\n10.0.0.0/33')
  expect(await form.submit()).toMatchObject({ field: 'allowed_cidrs' })
  expect(form.$problems.get().allowed_cidrs).toContain('Line 2 is no network: 10.0.0.0/33')
  expect(storedIn(fake)).toBeUndefined()
})

test('encryption is enforced, and the certificate is saved as a file', async () => {
  const { form, fake, settings, host } = await ready()
  form.set('enforce_ssl', true)
  expect(await form.submit()).toEqual({ type: 'done' })
  expect(storedIn(fake)).toMatchObject({ enforce_ssl: true, allowed_cidrs: [] })
  settings.saveCertificate()
  expect(host.saved.at(-1)).toMatchObject({
    name: 'default.crt',
    text: expect.stringContaining('BEGIN CERTIFICATE'),
  })
})

test('where the platform does not decide who connects, the page says why', async () => {
  const { shown, until } = await openNetwork((fake) => (fake.project.engine = 'postgres'))
  await until(() =>
    expect(shown()).toEqual({
      status: 'none',
      reason: 'This database runs on another server, whose rules decide who connects.',
    }),
  )
})
