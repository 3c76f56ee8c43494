import { afterEach, expect, test } from 'vitest'
import { openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { OrganizationsScreen } from './organizations.js'

let opened: OpenedScreen<OrganizationsScreen> | undefined
afterEach(() => opened?.end())

async function open(prepare?: Parameters<typeof openScreen>[2]) {
  opened = await openScreen('organizations', '/organizations', prepare)
  const { screen, watch, until } = opened
  const cards = watch(screen.$cards, screen.$create, screen.$isSearchable)
  await until(() => expect(cards().status).toBe('ready'))
  const ready = () => {
    const remote = cards()
    if (remote.status !== 'ready') throw new Error(remote.status)
    return remote.data
  }
  return { ...opened, cards, ready }
}

test('each organization is named with its plan and leads to its projects', async () => {
  const { ready, screen, until } = await open()
  expect(ready()).toEqual([
    {
      slug: 'default',
      name: 'Default organization',
      plan: 'Enterprise plan',
      href: '/org/default',
    },
  ])
  await until(() => expect(screen.$create.get()).toEqual({ disabled: false }))
  expect(screen.createHref).toBe('/new')
})

test('one that requires a second factor is closed to who has none, and says where to get it', async () => {
  const { ready, until } = await open((fake) => {
    fake.world.organizations[0]!.organization_requires_mfa = true
  })
  await until(() =>
    expect(ready()[0]).toMatchObject({ locked: { href: '/account/security', linkLabel: 'Set it up' } }),
  )
})

test('one that a partner manages says so', async () => {
  const { ready } = await open((fake) => {
    fake.world.organizations[0]!.managed_by = 'cloud-marketplace'
  })
  expect(ready()[0]?.partner).toBe('This organization is managed by a cloud marketplace')
})

test('many can be searched by name and slug', async () => {
  const { ready, screen } = await open((fake) => {
    const [first] = fake.world.organizations
    for (let id = 2; id <= 8; id += 1)
      fake.world.organizations.push({ ...first!, id, slug: `team-${id}`, name: `Équipe ${id}` })
  })
  expect(screen.$isSearchable.get()).toBe(true)
  screen.search(' éQUIPE 7 ')
  expect(ready().map(({ slug }) => slug)).toEqual(['team-7'])
  screen.search('team-3')
  expect(ready().map(({ slug }) => slug)).toEqual(['team-3'])
  screen.search('nobody')
  expect(ready()).toEqual([])
})

test('who may not make organizations is told so', async () => {
  const { screen, until } = await open((fake) => {
    fake.accounts.profile.can_create_organizations = false
  })
  await until(() =>
    expect(screen.$create.get()).toEqual({
      disabled: true,
      hint: 'Your account may not create organizations',
    }),
  )
})
