import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { GitHostRow, OrganizationIntegrationsScreen } from './organization-integrations.js'

let opened: OpenedScreen<OrganizationIntegrationsScreen> | undefined
afterEach(() => opened?.end())

async function open(prepare?: (fake: FakePlatform) => void) {
  opened = await openScreen('organizationIntegrations', '/org/default/integrations', prepare)
  const { screen, watch, until } = opened
  watch(screen.$hosts, screen.$mayConnect, screen.$mayCheck, screen.$mayDisconnect)
  const hosts = (): GitHostRow[] => {
    const remote = screen.$hosts.get()
    return remote.status === 'ready' ? remote.data : []
  }
  await until(() => {
    expect(screen.$hosts.get().status).toBe('ready')
    expect(screen.$mayDisconnect.get()).not.toEqual({ disabled: true })
  })
  return { ...opened, hosts }
}

test('a host is connected, checked and disconnected after a question', async () => {
  const { screen, hosts, until, host } = await open()
  screen.connect()
  screen.form.set('token', 'wrong')
  expect(await screen.form.submit()).toEqual({ type: 'failed', field: 'token' })
  screen.form.set('token', 'right')
  screen.form.set('address', 'https://gone.example')
  expect(await screen.form.submit()).toEqual({ type: 'failed', field: 'address' })
  screen.form.set('address', '')
  expect(await screen.form.submit()).toEqual({ type: 'done' })
  await until(() =>
    expect(hosts()).toMatchObject([
      { kindLabel: 'GitHub', address: 'https://api.github.com', badge: { label: 'Connected' } },
    ]),
  )
  expect(JSON.stringify(hosts())).not.toContain('right')
  await screen.check(hosts()[0]!)
  screen.disconnection.ask(hosts()[0]!)
  await screen.disconnection.confirm()
  await until(() => expect(hosts()).toEqual([]))
  expect(host.notes.map(({ kind }) => kind)).toEqual(['success', 'success', 'success'])
})

test('who may only read sees the hosts, and is told why the rest is off', async () => {
  const { screen } = await open((fake) => grantOnly(fake, ['read', 'organization'], ['read', 'integrations']))
  screen.connect()
  expect(screen.$isConnecting.get()).toBe(false)
  for (const $may of [screen.$mayConnect, screen.$mayCheck, screen.$mayDisconnect])
    expect($may.get()).toMatchObject({ disabled: true, hint: expect.any(String) })
})
