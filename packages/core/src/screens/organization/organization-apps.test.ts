import { newId } from '@basedeck/platform-client'
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { HeldKeyRow, OrganizationAppsScreen } from './organization-apps.js'

let opened: OpenedScreen<OrganizationAppsScreen> | undefined
afterEach(() => opened?.end())

const token = (name: string, organization_slug: string | null) => ({
  id: newId(),
  name,
  access: 'read' as const,
  organization_slug,
  project_ref: null,
  prefix: 'bdp_abc',
  inserted_at: '2026-01-01T00:00:00.000Z',
  last_used_at: null,
  expires_at: null,
  token: 'bdp_secret',
})

async function open(prepare: (fake: FakePlatform) => void = () => undefined) {
  opened = await openScreen('organizationApps', '/org/default/apps', (fake) => {
    fake.accounts.people[0]?.tokens.push(token('CI', 'default'), token('Laptop', null))
    prepare(fake)
  })
  const { screen, watch, until } = opened
  watch(screen.tokens.$rows, screen.keys.$rows, screen.$temporary, screen.$mayRevoke)
  const rows = <Row>(remote: { status: string; data?: Row[] }): Row[] => remote.data ?? []
  await until(() => {
    expect(screen.tokens.$rows.get().status).toBe('ready')
    expect(screen.$mayRevoke.get()).not.toEqual({ disabled: true })
  })
  return {
    ...opened,
    tokens: () => rows(screen.tokens.$rows.get() as { status: string; data?: never[] }),
    keys: () => rows(screen.keys.$rows.get() as { status: string; data?: never[] }),
  }
}

test('tokens are listed with holder and scope, and taken back after a question', async () => {
  const { screen, tokens, until, host } = await open()
  expect(tokens()).toMatchObject([
    { name: 'CI', scope: 'Read · this organization', holder: { first_name: 'Local user' } },
    { name: 'Laptop', scope: 'Read · all organizations of its holder' },
  ])
  screen.tokenRevocation.ask(tokens()[0]!)
  expect(screen.tokenRevocation.$state.get().status).toBe('open')
  expect(tokens()).toHaveLength(2)
  await screen.tokenRevocation.confirm()
  await until(() => expect(tokens()).toMatchObject([{ name: 'Laptop' }]))
  expect(host.notes).toMatchObject([{ message: expect.stringContaining('CI') }])
})

test('keys of the projects are listed; legacy ones are revoked elsewhere', async () => {
  const { screen, keys, until } = await open()
  const before = keys().length
  expect(keys()).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ typeLabel: 'Publishable', revoke: { disabled: false } }),
      expect.objectContaining({ typeLabel: 'Legacy', revoke: { disabled: true, hint: expect.any(String) } }),
    ]),
  )
  screen.keyRevocation.ask((keys() as HeldKeyRow[]).find(({ type }) => type === 'publishable')!)
  await screen.keyRevocation.confirm()
  await until(() => expect(keys()).toHaveLength(before - 1))
})

test('who may only look is told why nothing is revoked', async () => {
  const { screen } = await open((fake) =>
    grantOnly(fake, ['read', 'organization'], ['read', 'audit_logs'], ['read', 'projects']),
  )
  expect(screen.$mayRevoke.get()).toEqual({
    disabled: true,
    hint: 'Your role does not allow revoking tokens of members',
  })
})
