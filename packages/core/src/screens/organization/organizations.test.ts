import { afterEach, expect, test } from 'vitest'
import { openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { OrganizationsScreen } from './organizations.js'

let opened: OpenedScreen<OrganizationsScreen> | undefined
afterEach(() => opened?.end())

async function open(prepare?: Parameters<typeof openScreen>[2]) {
  opened = await openScreen('organizations', '/organizations', prepare)
  const { screen, watch, until } = opened
  const rows = watch(screen.$rows, screen.$create, screen.$count)
  await until(() => expect(rows().status).toBe('ready'))
  const ready = () => {
    const remote = rows()
    if (remote.status !== 'ready') throw new Error(remote.status)
    return remote.data
  }
  return { ...opened, rows, ready }
}

test('each organization is named with its plan and leads to its projects', async () => {
  const { ready, screen, until } = await open()
  await until(() =>
    expect(ready()).toEqual([
      {
        slug: 'default',
        name: 'Default organization',
        plan: 'Enterprise plan',
        projects: 1,
        href: '/org/default',
      },
    ]),
  )
  expect(screen.$count.get()).toBe('1 organization')
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
  screen.search(' éQUIPE 7 ')
  expect(ready().map(({ slug }) => slug)).toEqual(['team-7'])
  expect(screen.$count.get()).toBe('1 of 8 organizations')
  screen.search('team-3')
  expect(ready().map(({ slug }) => slug)).toEqual(['team-3'])
  screen.search('nobody')
  expect(ready()).toEqual([])
})

test('they are sorted by each column', async () => {
  const { ready, screen, until } = await open((fake) => {
    const [first] = fake.world.organizations
    fake.world.organizations.push({
      ...first!,
      id: 2,
      slug: 'b',
      name: 'Bakery',
      plan: { id: 'free', name: 'Free' },
    })
  })
  await until(() => expect(ready().map(({ projects }) => projects)).toEqual([0, 1]))
  const slugs = () => ready().map(({ slug }) => slug)
  expect(slugs()).toEqual(['b', 'default'])
  screen.sorting.by('name')
  expect(slugs()).toEqual(['default', 'b'])
  screen.sorting.by('plan')
  expect(slugs()).toEqual(['default', 'b'])
  screen.sorting.by('projects')
  expect(slugs()).toEqual(['default', 'b'])
  screen.sorting.by('projects')
  expect(slugs()).toEqual(['b', 'default'])
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
