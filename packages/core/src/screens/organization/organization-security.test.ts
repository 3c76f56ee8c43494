import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { OrganizationSecurityScreen } from './organization-security.js'

let opened: OpenedScreen<OrganizationSecurityScreen> | undefined
afterEach(() => opened?.end())

async function open(prepare?: (fake: FakePlatform) => void) {
  opened = await openScreen('organizationSecurity', '/org/default/security', prepare)
  const { screen, watch, until } = opened
  watch(screen.$required, screen.$mayChange, screen.$setUpFirst, screen.$lockedOut)
  await until(() => {
    expect(screen.$required.get().status).toBe('ready')
    expect(screen.$lockedOut.get().status).not.toBe('loading')
  })
  return opened
}

/** The caller has a second factor, and so does everybody but `others`. */
const withFactor =
  (...others: string[]) =>
  (fake: FakePlatform) => {
    fake.accounts.profile.is_mfa_enabled = true
    const [you] = fake.world.members['default'] ?? []
    if (!you) throw new Error('no member')
    you.is_mfa_enabled = true
    for (const first_name of others)
      fake.world.members['default']?.push({
        ...you,
        profile_id: first_name,
        first_name,
        is_mfa_enabled: false,
        is_you: false,
      })
  }

test('who has no second factor sets it up first, else they would lock themselves out', async () => {
  const { screen, until } = await open()
  await until(() => expect(screen.$mayChange.get()).toMatchObject({ disabled: true }))
  expect(screen.$setUpFirst.get()).toMatchObject({ href: '/account/security' })
})

test('whom it would lock out is named before it is required', async () => {
  const { screen, fake, until, host } = await open(withFactor('Bo', 'Dee'))
  await until(() => expect(screen.$mayChange.get()).toEqual({ disabled: false }))
  expect(screen.$lockedOut.get()).toMatchObject({
    status: 'known',
    note: expect.stringContaining('2 members'),
    members: [{ name: 'Bo' }, { name: 'Dee' }],
  })
  screen.require(true)
  expect(screen.requiring.$state.get().status).toBe('open')
  expect(fake.world.organizations[0]?.organization_requires_mfa).toBe(false)
  await screen.requiring.confirm()
  expect(fake.world.organizations[0]?.organization_requires_mfa).toBe(true)
  await until(() => expect(screen.$required.get()).toMatchObject({ data: true }))
  expect(screen.$lockedOut.get()).toMatchObject({ note: expect.stringContaining('are locked out') })
  expect(host.notes).toMatchObject([{ message: 'Two-factor authentication is now required' }])
})

test('where everybody has it nothing is asked', async () => {
  const { screen, fake, until } = await open(withFactor())
  await until(() => expect(screen.$mayChange.get()).toEqual({ disabled: false }))
  expect(screen.$lockedOut.get()).toMatchObject({ note: 'Every member has it.', members: [] })
  screen.require(true)
  await until(() => expect(fake.world.organizations[0]?.organization_requires_mfa).toBe(true))
  await until(() => expect(screen.$isBusy.get()).toBe(false))
  screen.require(false)
  await until(() => expect(fake.world.organizations[0]?.organization_requires_mfa).toBe(false))
})

test('a member may not change it, and is told so', async () => {
  const { screen, until } = await open((fake) => grantOnly(fake, ['read', '%']))
  await until(() =>
    expect(screen.$mayChange.get()).toEqual({ disabled: true, hint: 'Only an owner may change this' }),
  )
  expect(screen.$setUpFirst.get()).toBeNull()
})

test('what the platform refuses is said', async () => {
  const { screen, fake, until } = await open(withFactor())
  fake.world.organizations = []
  screen.require(true)
  await until(() => expect(screen.$problem.get()).toBe('Organization not found'))
})
