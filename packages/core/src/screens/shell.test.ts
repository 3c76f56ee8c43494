import { createFakePlatform, type FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test, vi } from 'vitest'
import type { Deck } from '../deck.js'
import { testDeck } from '../testing/test-deck.js'
import { createMemoryHost } from '../testing/memory-host.js'
import { grantOnly } from '../testing/open-screen.js'

let end = () => {}
afterEach(() => {
  end()
  vi.useRealTimers()
})

function setUp(start: string, prepare: (fake: FakePlatform) => void = () => undefined) {
  const host = createMemoryHost(start)
  const fake = createFakePlatform()
  fake.project.name = 'Orders'
  prepare(fake)
  const deck = testDeck(host, fake)
  // As the frame does.
  const { $sidebar, $sideMenu, $breadcrumbs, $routeError, $homeHref, $exceeding, $partner } = deck.shell
  const stops = [$sidebar, $sideMenu, $breadcrumbs, $routeError, $homeHref, $exceeding, $partner].map(
    ($store) => ($store as typeof $homeHref).subscribe(() => undefined),
  )
  end = () => {
    for (const stop of stops) stop()
    deck.dispose()
  }
  return { host, fake, deck }
}

const hosted = (fake: FakePlatform) => {
  fake.runtime.isPlatform = true
}
const labels = (deck: Deck) => deck.shell.$breadcrumbs.get().map(({ label }) => label)
const sidebarItems = (deck: Deck) => deck.shell.$sidebar.get()?.flatMap(({ items }) => items)
const sidebar = (deck: Deck) => sidebarItems(deck)?.map(({ label }) => label)
const sideMenu = (deck: Deck) => deck.shell.$sideMenu.get()
const sideMenuItems = (deck: Deck) => {
  const menu = sideMenu(deck)
  return menu === null ? [] : menu.sections.flatMap(({ items }) => items)
}

test('the sidebar marks where one is', () => {
  const { deck } = setUp('/project/default')
  const active = () => sidebarItems(deck)?.flatMap((item) => (item.active ? [item.label] : []))
  expect(active()).toEqual(['Project overview'])
  deck.router.open('/project/default/sql/1')
  expect(active()).toEqual(['SQL Editor'])
  deck.router.open('/project/default/settings/api-keys')
  expect(active()).toEqual(['Settings'])
  deck.router.open('/org/default/audit')
  expect(active()).toEqual(['Organization settings'])
})

test('the sidebar of an organization, and of a project', async () => {
  const { deck } = setUp('/org/default', hosted)
  await vi.waitFor(() =>
    expect(sidebar(deck)).toEqual([
      'Projects',
      'Team',
      'Integrations',
      'Usage',
      'Billing',
      'Organization settings',
    ]),
  )
  deck.router.open('/project/default')
  expect(deck.shell.$sidebar.get()?.map(({ items }) => items.map(({ label }) => label))).toEqual([
    ['Project overview'],
    ['Table Editor', 'SQL Editor'],
    ['Database', 'Authentication', 'Storage', 'Edge Functions', 'Realtime'],
    ['Advisors', 'Reports', 'Logs', 'API', 'Integrations'],
    ['Settings'],
  ])
})

test('what the caller may not see is not offered', async () => {
  const { deck } = setUp('/project/default', (fake) => {
    hosted(fake)
    grantOnly(fake, ['read', 'projects'], ['read', 'organization'], ['read', 'storage'])
  })
  await vi.waitFor(() => expect(sidebar(deck)).not.toContain('Authentication'))
  expect(sidebar(deck)).toContain('Storage')
  expect(sidebar(deck)).not.toContain('Reports')
  deck.router.open('/org/default')
  expect(sidebar(deck)).not.toContain('Billing')
})

test.each([
  ['/project/default/reports', 'Your role does not allow seeing reports.'],
  ['/project/default/auth/users', 'Your role does not allow seeing the project’s users and sign-in.'],
  ['/org/default/billing', 'Your role does not allow seeing the plan and the bills.'],
  ['/org/default/audit', 'Your role does not allow seeing the audit log.'],
  ['/new/default', 'Your role does not allow creating projects'],
])('the address %s says why the caller may not see it', async (path, body) => {
  const { deck } = setUp(path, (fake) => {
    hosted(fake)
    grantOnly(fake, ['read', 'projects'], ['read', 'organization'], ['read', 'storage'])
  })
  await vi.waitFor(() => expect(deck.shell.$routeError.get()).toMatchObject({ reason: 'closed', body }))
  deck.router.open('/project/default/storage/buckets')
  await vi.waitFor(() => expect(deck.shell.$routeError.get()).toBeNull())
})

test('a page that this platform does not have is missing, whatever the caller may do', async () => {
  const { deck } = setUp('/project/default', (fake) => grantOnly(fake, ['read', 'projects']))
  await vi.waitFor(() => expect(sidebar(deck)).not.toContain('Reports'))
  deck.router.open('/new/default')
  expect(deck.shell.$routeError.get()).toBeNull()
})

test('flags of the platform decide, and unknown flags do nothing', async () => {
  const { deck } = setUp('/project/default/auth/users', (fake) => {
    hosted(fake)
    fake.runtime.flags = { unifiedLogs: false, authHooks: false, brandNew: true }
  })
  const logs = () => sidebarItems(deck)?.find(({ key }) => key === 'logs')?.href
  await vi.waitFor(() => expect(logs()).toBe('/project/default/logs/explorer'))
  await vi.waitFor(() => expect(sideMenuItems(deck)).not.toEqual([]))
  expect(sideMenuItems(deck).map(({ label }) => label)).not.toContain('Auth Hooks')
  expect(sideMenuItems(deck).find(({ label }) => label === 'Audit Logs')?.badge).toBe('BETA')
})

test.each(['/organizations', '/new', '/new/default', '/support/new', '/account/me'])(
  '%s stands without the sidebar',
  (path) => {
    const { deck } = setUp(path, hosted)
    expect(deck.shell.$sidebar.get()).toBeNull()
  },
)

test('the subject of a page with several pages has a side menu', async () => {
  const { deck } = setUp('/org/default/security', hosted)
  await vi.waitFor(() =>
    expect(deck.shell.$sideMenu.get()).toEqual({
      title: 'Organization settings',
      sections: [
        {
          key: 'settings',
          items: [
            { key: 'organizationSettings', label: 'General', href: '/org/default/general', active: false },
            { key: 'organizationSecurity', label: 'Security', href: '/org/default/security', active: true },
            { key: 'organizationApps', label: 'Authorized apps', href: '/org/default/apps', active: false },
            { key: 'audit', label: 'Audit log', href: '/org/default/audit', active: false },
            {
              key: 'organizationDocuments',
              label: 'Documents',
              href: '/org/default/documents',
              active: false,
            },
          ],
        },
      ],
    }),
  )
})

test.each([
  ['/org/default', null],
  ['/org/default/team', null],
  ['/project/default', null],
  ['/project/default/sql/1', null],
  ['/project/default/reports', null],
  ['/account/security', null],
  ['/project/default/auth/policies', 'Authentication'],
  ['/project/default/database/tables', 'Database'],
  ['/project/default/settings/jwt/signing-keys', 'Settings'],
  ['/project/default/storage/buckets', null],
  ['/project/default/functions/secrets', 'Edge Functions'],
  ['/project/default/advisors/performance', 'Advisors'],
])('the side menu of %s is %s', (path, title) => {
  const { deck } = setUp(path, hosted)
  expect(sideMenu(deck)?.title ?? null).toBe(title)
  expect(sideMenuItems(deck).filter(({ active }) => active)).toHaveLength(title === null ? 0 : 1)
})

test('the settings of a project: groups, badges, and what waits until it is up', async () => {
  const { deck } = setUp('/project/default/settings/general', (fake) => {
    hosted(fake)
    fake.project.status = 'COMING_UP'
  })
  await vi.waitFor(() => expect(sideMenuItems(deck).some(({ refusal }) => refusal)).toBe(true))
  expect(sideMenu(deck)?.sections.map(({ title }) => title)).toEqual([
    'Project Settings',
    'Configuration',
    'Billing',
  ])
  const infrastructure = sideMenuItems(deck).find(({ key }) => key === 'infrastructure')
  expect(infrastructure).toMatchObject({
    href: '/project/default',
    refusal: 'This opens when the project is up.',
  })
  expect(sideMenuItems(deck).find(({ key }) => key === 'apiKeys')?.badge).toBe('NEW')
})

test('the menu of the database: replication is announced, webhooks are there', async () => {
  const { deck } = setUp('/project/default/database/tables')
  await vi.waitFor(() => expect(sideMenuItems(deck)).not.toEqual([]))
  expect(sideMenuItems(deck).find(({ key }) => key === 'replication')?.badge).toBe('Coming soon')
  expect(sideMenuItems(deck).map(({ key }) => key)).toContain('webhooks')
  expect(sideMenuItems(deck).map(({ key }) => key)).not.toContain('backups')
})

test('backups lead to what the project itself may go back to', async () => {
  const hrefOf = (deck: Deck) => sideMenuItems(deck).find(({ key }) => key === 'backups')?.href
  const { deck } = setUp('/project/default/database/tables', (fake) => {
    fake.runtime.isPlatform = true
  })
  await vi.waitFor(() => expect(hrefOf(deck)).toBe('/project/default/database/backups/scheduled'))
  const variant = { identifier: 'pitr_7', name: '7 days', price: 100 }
  const other = setUp('/project/default/database/tables', (fake) => {
    fake.runtime.isPlatform = true
    fake.insight.addons['default'] = [
      { type: 'pitr', variant: { ...variant, price_interval: 'monthly', price_type: 'fixed' } },
    ]
  })
  await vi.waitFor(() => expect(hrefOf(other.deck)).toBe('/project/default/database/backups/pitr'))
})

test('self-hosted, authentication has its pages too', async () => {
  const { deck } = setUp('/project/default/auth/users')
  await vi.waitFor(() =>
    expect(sideMenuItems(deck).map(({ key }) => key)).toEqual(
      expect.arrayContaining(['users', 'policies', 'authProviders', 'authAdvanced']),
    ),
  )
})

test('a second factor that is missing closes every link into the organization, with the reason', async () => {
  const { deck } = setUp('/org/default', (fake) => {
    hosted(fake)
    fake.world.organizations[0]!.organization_requires_mfa = true
  })
  await vi.waitFor(() =>
    expect(sidebarItems(deck)?.every(({ refusal }) => refusal?.includes('two-factor'))).toBe(true),
  )
})

test('self-hosted, the breadcrumbs name the project, then the page', async () => {
  const { deck } = setUp('/project/default/sql/1')
  await vi.waitFor(() =>
    expect(deck.shell.$breadcrumbs.get()).toEqual([
      { label: 'Orders', href: '/project/default', part: 'project' },
      { label: 'SQL Editor', href: '/project/default/sql/1', part: 'page' },
    ]),
  )
})

test('hosted, they begin with the organization', async () => {
  const { deck, host } = setUp('/project/default/settings/general', hosted)
  await vi.waitFor(() => expect(labels(deck)).toEqual(['Default organization', 'Orders', 'General']))
  deck.router.open('/org/default')
  expect(labels(deck)).toEqual(['Default organization'])
  // The page before is about a thing, the next one is not, and may be on its way still.
  await vi.waitFor(() => expect(host.navigation.title).toContain('Default organization'))
  deck.router.open('/org/default/apps')
  expect(labels(deck)).toEqual(['Default organization', 'Authorized apps'])
  deck.router.open('/organizations')
  expect(labels(deck)).toEqual(['Organizations'])
})

test('while a project comes up, the SQL editor leads to its overview', async () => {
  const { deck } = setUp('/project/default', (fake) => {
    fake.project.status = 'COMING_UP'
  })
  const href = () => sidebarItems(deck)?.find(({ key }) => key === 'sql')?.href
  await vi.waitFor(() => expect(href()).toBe('/project/default'))
})

test('the logo leads to the organization visited last, by itself or by a project of it', async () => {
  const { deck } = setUp('/organizations', (fake) => {
    hosted(fake)
    fake.world.organizations.push({ ...fake.world.organizations[0]!, id: 2, slug: 'acme' })
  })
  await vi.waitFor(() => expect(deck.shell.$homeHref.get()).toBe('/org/default'))
  deck.router.open('/org/acme/team')
  deck.router.open('/organizations')
  expect(deck.shell.$homeHref.get()).toBe('/org/acme')
  deck.router.open('/project/default')
  await vi.waitFor(() => expect(deck.shell.$homeHref.get()).toBe('/org/default'))
})

test('self-hosted, the logo leads to the project', () => {
  const { deck } = setUp('/project/default')
  expect(deck.shell.$homeHref.get()).toBe('/project/default')
})

test.each([
  ['/project/nobody', 'This project does not exist', '/org/default'],
  ['/project/nobody/sql/1', 'This project does not exist', '/org/default'],
  ['/org/nobody', 'This organization does not exist', '/organizations'],
  ['/org/nobody/team', 'This organization does not exist', '/organizations'],
  ['/org/%2e%2e%2fdefault', 'This organization does not exist', '/organizations'],
])('%s: %s', async (path, title, href) => {
  const { deck } = setUp(path, hosted)
  await vi.waitFor(() => expect(deck.shell.$routeError.get()).toMatchObject({ title, href }))
  expect(deck.shell.$sidebar.get()).toBeNull()
})

test('a project that is gone while it is open says so, with a way back', async () => {
  vi.useFakeTimers()
  const { deck, fake } = setUp('/project/default/settings/general', hosted)
  await vi.advanceTimersByTimeAsync(100)
  expect(deck.shell.$routeError.get()).toBeNull()
  fake.world.projects = []
  await vi.advanceTimersByTimeAsync(30_000)
  expect(deck.shell.$routeError.get()).toMatchObject({
    reason: 'deleted',
    title: 'Orders is gone',
    href: '/organizations',
  })
})

test('an organization that requires a second factor is closed, and says where to get one', async () => {
  const { deck } = setUp('/org/default', (fake) => {
    hosted(fake)
    fake.world.organizations[0]!.organization_requires_mfa = true
  })
  await vi.waitFor(() =>
    expect(deck.shell.$routeError.get()).toMatchObject({ reason: 'closed', href: '/account/security' }),
  )
})

test('an organization over its limits says so, and leads to its usage', async () => {
  const { deck } = setUp('/org/default', (fake) => {
    hosted(fake)
    fake.world.organizations[0]!.usage_billing_enabled = false
    fake.world.usage['default'] = {
      usage_billing_enabled: false,
      usages: [
        {
          metric: 'EGRESS',
          capped: true,
          available_in_plan: true,
          unlimited: false,
          usage: 2,
          usage_original: 2,
          cost: 0,
          pricing_free_units: 1,
          pricing_strategy: 'NONE',
          unit_price_desc: '',
          project_allocations: [],
        },
      ],
    }
  })
  await vi.waitFor(() =>
    expect(deck.shell.$exceeding.get()).toEqual({
      label: 'Exceeding usage limits',
      href: '/org/default/usage',
    }),
  )
})

test('usage is not asked for where usage is billed', async () => {
  const { deck, fake } = setUp('/org/default', hosted)
  await vi.waitFor(() => expect(labels(deck)).toEqual(['Default organization']))
  expect(fake.requests.some(({ path }) => path.endsWith('/usage'))).toBe(false)
  expect(deck.shell.$exceeding.get()).toBeNull()
})

test.each([
  ['vercel-marketplace', 'the Vercel Marketplace', 'https://partner.example/installations/icfg_1'],
  ['cloud-marketplace', 'a cloud marketplace', 'https://marketplace.example/default'],
] as const)(
  'the pages of an organization that %s manages say so, with a link',
  async (managed_by, who, href) => {
    const { deck } = setUp('/org/default/team', (fake) => {
      hosted(fake)
      Object.assign(fake.world.organizations[0]!, { managed_by, partner_id: 'icfg_1' })
    })
    await vi.waitFor(() =>
      expect(deck.shell.$partner.get()).toEqual({
        title: `This organization is managed by ${who}`,
        body: 'Its resources and its billing are managed there.',
        link: { href, label: 'Manage them there' },
      }),
    )
  },
)

test('what the provider manages shows no notice', async () => {
  const { deck } = setUp('/org/default', (fake) => {
    hosted(fake)
    fake.world.organizations[0]!.managed_by = 'provider'
  })
  await vi.waitFor(() => expect(labels(deck)).toEqual(['Default organization']))
  expect(deck.shell.$partner.get()).toBeNull()
})

test('a chosen theme is kept', () => {
  const { host, deck } = setUp('/')
  deck.shell.setTheme('dark')
  expect(deck.preferences.$theme.get()).toBe('dark')
  expect(host.storage.get('basedeck:theme')).toBe('dark')
})
