import { createFakePlatform, type FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test, vi } from 'vitest'
import type { Deck } from '../../deck.js'
import { testDeck } from '../../testing/test-deck.js'
import { createMemoryHost } from '../../testing/memory-host.js'

/** Files that are fetched take their time on a busy machine. */
const eventually: typeof vi.waitFor = (check) => vi.waitFor(check)

let deck: Deck | undefined
afterEach(() => deck?.dispose())

async function open(path: string, prepare: (fake: FakePlatform) => void = () => undefined) {
  const host = createMemoryHost(path)
  const fake = createFakePlatform()
  fake.runtime.isPlatform = true
  prepare(fake)
  const opened = (deck = testDeck(host, fake))
  await eventually(() => expect('screen' in opened.$screen.get()).toBe(true))
  const openMenu = async () => {
    opened.actions.openMenu()
    return eventually(() => {
      const menu = opened.actions.$menu.get()
      if (!menu) throw new Error('no menu yet')
      menu.$groups.subscribe(() => undefined)
      menu.$active.subscribe(() => undefined)
      menu.$status.subscribe(() => undefined)
      return menu
    })
  }
  const menu = await openMenu()
  const labels = (of = menu) => of.$groups.get().flatMap(({ entries }) => entries.map(({ label }) => label))
  const until = (check: () => void) => eventually(check)
  return { host, fake, deck: opened, menu, openMenu, labels, until }
}

test('actions, pages, organizations and projects are found by a few letters, in groups', async () => {
  const { menu, labels, until, host } = await open('/project/default')
  await until(() => expect(labels()).toContain('Project overview'))
  menu.type('table edi')
  expect(labels()[0]).toBe('Table Editor')
  menu.type('copy pr')
  expect(labels()).toEqual(['Copy the project ref'])
  menu.take()
  await until(() => expect(host.copied).toEqual(['default']))
})

test('a new query begins from any page of a project', async () => {
  const { menu, labels, until, host } = await open('/project/default/database/tables')
  await until(() => expect(labels()).toContain('New query'))
  menu.type('new query')
  menu.take()
  await until(() => expect(host.navigation.history.at(-1)).toMatch(/^\/project\/default\/sql\/.+/))
})

test('the arrows go round, the first fit is active again after each letter, and Enter opens it', async () => {
  const { menu, deck, host, until, labels } = await open('/project/default')
  await until(() => expect(labels()).toContain('Project overview'))
  menu.type('theme')
  const keys = menu.$groups.get().flatMap(({ entries }) => entries.map(({ key }) => key))
  expect(menu.$active.get()).toBe(keys[0])
  menu.move('previous')
  expect(menu.$active.get()).toBe(keys.at(-1))
  menu.move('next')
  expect(menu.$active.get()).toBe(keys[0])
  menu.move('last')
  menu.type('theme d')
  expect(menu.$active.get()).toBe('action theme-dark')
  menu.take()
  expect(deck.preferences.$theme.get()).toBe('dark')
  expect(deck.actions.$menu.get()).toBeNull()
  expect(host.navigation.history).toEqual(['/project/default'])
})

test('projects are asked for by name when the typing rests, once', async () => {
  const { menu, fake, host, until, labels } = await open('/organizations', (platform) => {
    for (const name of ['Shop', 'Shipping', 'Newsletter']) platform.addProject({ name })
  })
  await until(() => expect(fake.requests.some(({ path }) => path.endsWith('/projects'))).toBe(true))
  const asked = () =>
    fake.requests.filter(({ path }) => path.endsWith('/projects')).map(({ query }) => query['search'])
  const before = asked().length
  await until(() => expect(labels()).toContain('Newsletter'))
  menu.type('s')
  host.clock.advance(499)
  menu.type('sh')
  host.clock.advance(499)
  expect(asked()).toHaveLength(before)
  host.clock.advance(1)
  await until(() => expect(asked().at(-1)).toBe('sh'))
  expect(asked()).toHaveLength(before + 1)
  await until(() => expect(labels()).toEqual(expect.arrayContaining(['Shop', 'Shipping'])))
  expect(labels()).not.toContain('Newsletter')
})

test('what was chosen lately stands first', async () => {
  const { menu, openMenu, until, labels, deck } = await open('/project/default')
  await until(() => expect(labels()).toContain('Table Editor'))
  menu.type('table editor')
  menu.take()
  const again = await openMenu()
  expect(again.$groups.get()[0]).toMatchObject({ kind: 'recent', entries: [{ label: 'Table Editor' }] })
  expect(labels(again).filter((label) => label === 'Table Editor')).toHaveLength(1)
  again.type('table edi')
  expect(again.$groups.get()[0]?.kind).toBe('page')
  deck.actions.openMenu()
})

test('broken memories of what was chosen, and an address of another site, count for nothing', async () => {
  for (const stored of ['{', '"x"', '[1,{"key":"page x","label":"Evil","href":"//evil.example"}]']) {
    const host = createMemoryHost('/project/default')
    host.storage.set('basedeck:recent-commands', stored)
    const fake = createFakePlatform()
    const opened = testDeck(host, fake)
    opened.actions.openMenu()
    const menu = await eventually(() => {
      const part = opened.actions.$menu.get()
      if (!part) throw new Error('no menu yet')
      return part
    })
    expect(menu.$groups.get().map(({ kind }) => kind)).not.toContain('recent')
    opened.dispose()
  }
})

test('what can’t be done is found with its reason, and taking it does nothing', async () => {
  const { menu, labels, deck, host } = await open('/organizations')
  menu.type('sql editor')
  expect(labels()[0]).toBe('SQL editor panel')
  expect(menu.$groups.get()[0]?.entries[0]?.refusal).toBe('Open a project first.')
  menu.take()
  expect(deck.actions.$menu.get()).not.toBeNull()
  expect(host.navigation.history).toEqual(['/organizations'])
})

test('nothing found says so with the words', async () => {
  const { menu } = await open('/organizations')
  menu.type('qqqqqq')
  await eventually(() => expect(menu.$status.get()).toBe('No results for “qqqqqq”.'))
})

test.each([
  ['new table', 'New table', 'tableEditor', /\/project\/default\/editor\?schema=public$/],
  ['new bucket', 'New bucket', 'buckets', /\/storage\/buckets$/],
  ['reset the database', 'Reset the database password', 'databaseSettings', /\/database\/settings$/],
] as const)('“%s” opens what it names, from any page', async (typed, label, page, address) => {
  const { menu, labels, until, host, deck: opened } = await open('/project/default/database/tables')
  await until(() => expect(labels()).toContain('Project overview'))
  menu.type(typed)
  await until(() => expect(labels()[0]).toBe(label))
  menu.take()
  await until(() => expect(opened.$screen.get()).toMatchObject({ name: page }))
  // The page has opened it, and the address names the page alone.
  await until(() => expect(host.navigation.history.at(-1)).toMatch(address))
})

test.each([
  [true, '/project/default/database/backups/scheduled'],
  [false, '/docs/operating'],
])('“back up” is found, and opens what says how; hosted: %s', async (isPlatform, address) => {
  const { menu, labels, until, host } = await open('/project/default/database/tables', (fake) => {
    fake.runtime.isPlatform = isPlatform
  })
  await until(() => expect(labels()).toContain('Project overview'))
  menu.type('back up')
  await until(() => expect(labels()[0]).toBe('Back up the database'))
  menu.take()
  await until(() => expect(host.navigation.history.at(-1)).toBe(address))
})

test('a verb that the role does not allow is found, with the reason', async () => {
  const { menu, until } = await open('/project/default', (fake) => {
    const { permissions } = fake.accounts
    permissions.splice(0, permissions.length, {
      actions: ['read'],
      resources: ['%'],
      organization_slug: 'default',
    })
  })
  menu.type('new table')
  await until(() =>
    expect(menu.$groups.get()[0]?.entries[0]).toMatchObject({
      label: 'New table',
      refusal: 'Your role is read-only here.',
    }),
  )
  menu.type('upload')
  await until(() => expect(menu.$groups.get()[0]?.entries[0]?.refusal).toBeDefined())
})
