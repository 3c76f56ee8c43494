import { createFakePlatform, type FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { testDeck } from '../../testing/test-deck.js'
import { createMemoryHost } from '../../testing/memory-host.js'
import { grantOnly } from '../../testing/open-screen.js'
import type { Picker, PickerKind } from './picker.js'

let end = () => {}
afterEach(() => end())

async function openPicker(
  kind: PickerKind,
  start: string,
  prepare: (fake: FakePlatform) => void = () => undefined,
) {
  const host = createMemoryHost(start)
  const fake = createFakePlatform()
  fake.runtime.isPlatform = true
  prepare(fake)
  const deck = testDeck(host, fake)
  const { pickers, $breadcrumbs, $branch } = deck.shell
  const stops: (() => void)[] = []
  end = () => {
    for (const stop of stops) stop()
    deck.dispose()
  }
  stops.push(
    $breadcrumbs.subscribe(() => undefined),
    $branch.subscribe(() => undefined),
  )
  // Its button appears once the location is known.
  await vi.waitFor(() =>
    expect($breadcrumbs.get().some(({ picker }) => picker === 'organization')).toBe(true),
  )
  pickers.open(kind)
  await vi.waitFor(() => expect(pickers.$open.get()?.kind).toBe(kind))
  const picker = pickers.$open.get()!
  stops.push(
    picker.$list.subscribe(() => undefined),
    picker.$steps.subscribe(() => undefined),
  )
  await vi.waitFor(() => expect(picker.$list.get().status).not.toBe('loading'))
  return { host, fake, deck, picker }
}

const entries = (picker: Picker) => {
  const list = picker.$list.get()
  return list.status === 'ready' ? list.entries : []
}
const labels = (picker: Picker) => entries(picker).map(({ label }) => label)
const steps = (picker: Picker) => picker.$steps.get().map(({ label, refusal }) => [label, refusal])

const organization = (fake: FakePlatform, slug: string, name: string) =>
  fake.world.organizations.push({
    ...fake.world.organizations[0]!,
    id: fake.world.organizations.length + 1,
    slug,
    name,
  })

test('organizations: the open one is marked, typing filters by name and slug', async () => {
  const { picker } = await openPicker('organization', '/org/default/team', (fake) => {
    organization(fake, 'harbour', 'Green Harbour')
    organization(fake, 'nakheel', 'شركة النخيل')
  })
  expect(picker.label).toBe('Find organization...')
  expect(entries(picker).find(({ active }) => active)?.key).toBe('default')
  picker.search('HARB')
  expect(labels(picker)).toEqual(['Green Harbour'])
  expect(entries(picker)[0]?.href).toBe('/org/harbour')
  picker.search('النخيل')
  expect(labels(picker)).toEqual(['شركة النخيل'])
  picker.search('nobody')
  expect(picker.$list.get()).toMatchObject({ status: 'ready', empty: 'No organizations found' })
})

test('organizations: all of them, and a new one when the profile may', async () => {
  const { picker } = await openPicker('organization', '/org/default')
  await vi.waitFor(() =>
    expect(steps(picker)).toEqual([
      ['All Organizations', undefined],
      ['New organization', undefined],
    ]),
  )
})

test('organizations: who may not make one is told', async () => {
  const { picker } = await openPicker('organization', '/org/default', (fake) => {
    fake.accounts.profile.can_create_organizations = false
  })
  await vi.waitFor(() => expect(steps(picker)[1]?.[1]).toContain('may not create organizations'))
})

test('organizations that require a second factor are closed to who has none', async () => {
  const { picker } = await openPicker('organization', '/org/default', (fake) => {
    organization(fake, 'locked', 'Locked')
    fake.world.organizations[1]!.organization_requires_mfa = true
  })
  await vi.waitFor(() => expect(entries(picker)[1]?.refusal).toContain('two-factor'))
  expect(entries(picker)[0]?.refusal).toBeUndefined()
})

test.each([
  ['/project/default/settings/api-keys', '/project/other/settings/api-keys'],
  ['/project/default/sql/12', '/project/other/sql'],
  ['/project/default', '/project/other'],
])('projects: from %s one comes to %s', async (start, href) => {
  const { picker } = await openPicker('project', start, (fake) => {
    fake.addProject({ ref: 'other', name: 'Other' })
  })
  expect(entries(picker).find(({ key }) => key === 'other')?.href).toBe(href)
  expect(entries(picker).find(({ active }) => active)?.key).toBe('default')
})

test('projects are sorted by name, come 96 at a time, and are searched on the server after half a second', async () => {
  const { picker, host, fake } = await openPicker('project', '/project/default', (platform) => {
    for (let index = 0; index < 200; index++) {
      const number = String(index).padStart(3, '0')
      platform.addProject({ ref: `p${number}`, name: `Project ${number}` })
    }
  })
  const asked = () => fake.requests.filter(({ path }) => path.endsWith('/organizations/default/projects'))
  expect(entries(picker)).toHaveLength(96)
  expect(labels(picker)[1]).toBe('Project 000')
  expect(asked()).toHaveLength(1)
  expect(asked()[0]?.query).toMatchObject({ limit: '96', offset: '0', sort: 'name_asc' })
  picker.loadMore()
  await vi.waitFor(() => expect(entries(picker)).toHaveLength(192))
  picker.loadMore()
  await vi.waitFor(() => expect(entries(picker)).toHaveLength(201))
  picker.loadMore()
  expect(asked()).toHaveLength(3)
  picker.search('Project 19')
  host.clock.advance(499)
  expect(asked()).toHaveLength(3)
  host.clock.advance(1)
  await vi.waitFor(() => expect(entries(picker)).toHaveLength(10))
  expect(asked().at(-1)?.query['search']).toBe('Project 19')
  picker.search('nothing like it')
  host.clock.advance(500)
  await vi.waitFor(() =>
    expect(picker.$list.get()).toMatchObject({ empty: 'No projects found based on your search' }),
  )
})

test('projects that can’t be had say so, and are tried again', async () => {
  vi.useFakeTimers()
  try {
    const host = createMemoryHost('/project/default')
    const fake = createFakePlatform()
    fake.runtime.isPlatform = true
    const deck = testDeck(host, fake)
    const stop = deck.shell.$breadcrumbs.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(100)
    fake.offline = true
    deck.shell.pickers.open('project')
    await vi.waitFor(() => expect(deck.shell.pickers.$open.get()).not.toBeNull())
    const picker = deck.shell.pickers.$open.get()!
    const stopList = picker.$list.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(10_000)
    const list = picker.$list.get()
    expect(list).toMatchObject({ status: 'failed', title: 'Failed to retrieve projects' })
    fake.offline = false
    if (list.status === 'failed') list.retry()
    await vi.advanceTimersByTimeAsync(100)
    expect(labels(picker)).toEqual(['Default project'])
    stopList()
    stop()
    deck.dispose()
  } finally {
    vi.useRealTimers()
  }
})

test('a new project needs the right', async () => {
  const { picker } = await openPicker('project', '/project/default', (fake) => grantOnly(fake, ['read', '%']))
  await vi.waitFor(() =>
    expect(steps(picker)).toEqual([['New project', 'Your role does not allow creating projects.']]),
  )
})

test('without branching there is one branch, main, and it is production', async () => {
  const { picker, deck } = await openPicker('branch', '/project/default')
  expect(entries(picker)).toMatchObject([{ label: 'main', active: true, badge: { label: 'Production' } }])
  expect(deck.shell.$branch.get()).toEqual({ name: 'main', badge: { label: 'Production', tone: 'plain' } })
  const stop = picker.$steps.listen(() => undefined)
  await vi.waitFor(() =>
    expect(steps(picker)).toEqual([
      ['Create branch', undefined],
      ['Manage branches', undefined],
    ]),
  )
  stop()
})

test('branches: the default one first, then the newest, each with its kind and the page that stays', async () => {
  const { picker } = await openPicker('branch', '/project/default/settings/api-keys', (fake) => {
    const branch = {
      parent_project_ref: 'default',
      is_default: false,
      status: 'ACTIVE_HEALTHY' as const,
      with_data: false,
      off: [],
      updated_at: '2026-01-01T00:00:00Z',
    }
    fake.world.branches.push(
      {
        ...branch,
        id: '1',
        name: 'old',
        project_ref: 'b1',
        persistent: true,
        created_at: '2026-01-01T00:00:00Z',
      },
      {
        ...branch,
        id: '2',
        name: 'new',
        project_ref: 'b2',
        persistent: false,
        created_at: '2026-02-01T00:00:00Z',
      },
    )
  })
  expect(entries(picker).map(({ label, badge }) => [label, badge?.label])).toEqual([
    ['main', 'Production'],
    ['new', 'Preview'],
    ['old', 'Persistent'],
  ])
  expect(entries(picker)[1]?.href).toBe('/project/b2/settings/api-keys')
})

test('a branch stands after the name of the project that it is a branch of', async () => {
  const { deck } = await openPicker('branch', '/project/b1', (fake) => {
    fake.addProject({ name: 'new look', ref: 'b1', parent_project_ref: 'default' })
  })
  await vi.waitFor(() =>
    expect(deck.shell.$breadcrumbs.get()).toContainEqual(
      expect.objectContaining({ part: 'project', label: 'Default project', href: '/project/default' }),
    ),
  )
})

test('an organization stays the same entry while one types, so that only changes are drawn', async () => {
  const { picker } = await openPicker('organization', '/org/default', (fake) =>
    organization(fake, 'other', 'Other'),
  )
  const before = entries(picker).find(({ key }) => key === 'other')
  picker.search('oth')
  expect(entries(picker)).toEqual([before])
  expect(entries(picker)[0]).toBe(before)
})

test('a picker closes on navigation, and starts empty when it opens again', async () => {
  const { picker, deck } = await openPicker('organization', '/org/default')
  picker.search('words')
  deck.router.open('/org/default/team')
  expect(deck.shell.pickers.$open.get()).toBeNull()
  deck.shell.pickers.open('organization')
  expect(deck.shell.pickers.$open.get()?.$search.get()).toBe('')
})

test('self-hosted there is nothing to switch', async () => {
  const host = createMemoryHost('/project/default')
  const fake = createFakePlatform()
  const deck = testDeck(host, fake)
  const stop = deck.shell.$breadcrumbs.subscribe(() => undefined)
  await vi.waitFor(() => expect(deck.shell.$breadcrumbs.get()[0]?.label).toBe('Default project'))
  expect(deck.shell.$breadcrumbs.get().some(({ picker }) => picker)).toBe(false)
  stop()
  deck.dispose()
})

test('who has feedback on branching finds the operator’s address, where there is one', async () => {
  const { picker } = await openPicker('branch', '/project/default', (fake) => {
    fake.runtime.links = { branching: 'https://example.com/branching' }
  })
  await vi.waitFor(() =>
    expect(picker.$steps.get().at(-1)).toMatchObject({
      label: 'Branching feedback',
      href: 'https://example.com/branching',
      isOutside: true,
    }),
  )
})
