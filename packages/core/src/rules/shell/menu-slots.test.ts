import { expect, test } from 'vitest'
import { MENU_KNOWLEDGE } from '../../testing/menu-knowledge.js'
import { menuFlags } from './menu-flags.js'
import { menuOfPages, type AnyMenuSlot, type MenuKnowledge, type MenuPage } from './menu-slots.js'

const known: MenuKnowledge = { ...MENU_KNOWLEDGE, ref: 'a', pathname: '/project/a/storage/buckets' }
const slot = (more: Partial<AnyMenuSlot> = {}): AnyMenuSlot =>
  ({ menu: 'storage', group: 'storage', order: 10, ...more }) as AnyMenuSlot
const entry = (
  more: Partial<AnyMenuSlot>,
  state: Partial<MenuKnowledge> = {},
  page: Partial<MenuPage> = {},
  menu: 'storage' | 'command' | 'organization' = 'storage',
) =>
  menuOfPages(
    menu,
    [{ name: 'buckets', path: '/project/{ref}/storage/buckets', title: 'Files', slot: slot(more), ...page }],
    { ...known, ...state },
  )[0]?.entries[0]

test('a page leads to itself, and is marked while it is open', () => {
  const href = '/project/a/storage/buckets'
  expect(entry({})).toEqual({ key: 'buckets', label: 'Files', href, active: true })
  expect(entry({}, { pathname: '/project/a/storage' })?.active).toBe(false)
  const below = { pathname: `${href}/x` }
  expect([entry({}, below)?.active, entry({ isExact: true }, below)?.active]).toEqual([true, false])
})

test('what is not known of the open page is left out of an address', () => {
  expect(entry({}, { ref: null })?.href).toBe('/project//storage/buckets')
  expect(entry({ path: '/org/{slug}/x' }, { organizationSlug: undefined })?.href).toBe('/org//x')
})

test.each<[string, Partial<AnyMenuSlot>, Partial<MenuKnowledge>]>([
  ['its flag is off', { flag: 'logDrains' }, { flags: menuFlags({ logDrains: false }) }],
  ['only a hosted platform shows it', { hosted: true }, { isPlatform: false }],
  ['its own condition says no', { shown: ({ pitr }) => pitr }, {}],
  ['the menu is another one', { menu: 'advisors', group: 'advisors' } as Partial<AnyMenuSlot>, {}],
])('a page is not there when %s', (_why, more, state) => {
  expect(entry(more, state)).toBeUndefined()
})

test('a page that only a hosted platform has needs not say it again', () => {
  expect(entry({}, { isPlatform: false }, { hostedOnly: true })).toBeUndefined()
  expect(entry({}, { isPlatform: true }, { hostedOnly: true })).toBeDefined()
  expect(entry({}, { isPlatform: false })).toBeDefined()
})

test('while the project comes up an entry may lead to its overview, and may be disabled', () => {
  const early = { status: 'COMING_UP' } as const
  expect(entry({ whileComingUp: 'disabled' }, early)).toMatchObject({
    href: '/project/a',
    disabled: 'coming-up',
    active: true,
  })
  expect(entry({ whileComingUp: 'overview' }, early)).toEqual({
    key: 'buckets',
    label: 'Files',
    href: '/project/a',
    active: true,
  })
  expect(entry({}, early)?.href).toBe('/project/a/storage/buckets')
  const stopped = entry({ whileComingUp: 'disabled' }, { status: 'INACTIVE' })
  expect([stopped?.disabled, stopped?.href]).toEqual([undefined, '/project/a/storage/buckets'])
})

test('without its permission a page is in no menu, and in the command menu with what is lacking', () => {
  const page = { permission: 'storage' } as const
  const may = (storage: boolean | undefined) => ({ may: { ...known.may, storage } })
  const command = { menu: 'command', group: 'help' } as Partial<AnyMenuSlot>
  expect(entry({}, may(false), page)).toBeUndefined()
  expect(entry({}, may(undefined), page)).toBeDefined()
  expect(entry(command, may(false), page, 'command')?.disabled).toBe('storage')
  expect(entry(command, may(undefined), page, 'command')?.disabled).toBeUndefined()
  expect(entry(command, may(true), page, 'command')?.disabled).toBeUndefined()
})

test('an organization whose second factor is missing opens none of its sidebar', () => {
  const team = { menu: 'organization', group: 'organization', icon: 'team' } as Partial<AnyMenuSlot>
  expect(entry(team, { mfaMissing: true }, {}, 'organization')?.disabled).toBe('mfa-required')
  expect(entry(team, {}, {}, 'organization')).toMatchObject({ icon: 'team' })
  expect(entry({}, { mfaMissing: true })?.disabled).toBeUndefined()
})

test('an entry is named by its slot, else by its page; the name may depend on what is known', () => {
  expect(entry({ label: 'Buckets' })?.label).toBe('Buckets')
  expect(entry({ label: ({ organizationName = '' }) => `Of ${organizationName}` })?.label).toBe('Of Acme')
  expect(entry({ key: 'files' })?.key).toBe('files')
})

test('where it leads, its badge and what belongs to it may depend on what is known', () => {
  const path = ({ pitr }: MenuKnowledge) => (pitr ? '/project/{ref}/pitr' : '/org/{slug}/x')
  expect(entry({ path })?.href).toBe('/org/acme/x')
  expect(entry({ path }, { pitr: true })?.href).toBe('/project/a/pitr')
  const badge = ({ pitr }: MenuKnowledge) => (pitr ? 'beta' : undefined)
  expect([entry({ badge })?.badge, entry({ badge }, { pitr: true })?.badge]).toEqual([undefined, 'beta'])
  expect(entry({ also: ['/project/{ref}/files'] }, { pathname: '/project/a/files/1' })?.active).toBe(true)
})

test('entries are in the order of their groups, then by number', () => {
  const page = (name: string, more: Partial<AnyMenuSlot>) => ({
    name,
    title: name,
    path: `/project/{ref}/${name}`,
    slot: slot(more),
  })
  const groups = menuOfPages(
    'auth',
    [
      page('third', { menu: 'auth', group: 'configuration', order: 20 } as Partial<AnyMenuSlot>),
      page('second', { menu: 'auth', group: 'configuration', order: 10 } as Partial<AnyMenuSlot>),
      page('first', { menu: 'auth', group: 'manage', order: 30 } as Partial<AnyMenuSlot>),
      page('elsewhere', { menu: 'database', group: 'configuration' } as Partial<AnyMenuSlot>),
    ],
    known,
  )
  expect(groups.map(({ key, entries }) => [key, entries.map((one) => one.key)])).toEqual([
    ['manage', ['first']],
    ['configuration', ['second', 'third']],
  ])
})

test('a hostile ref stays one word of the address', () => {
  expect(entry({}, { ref: '../b' })?.href).toBe('/project/..%2Fb/storage/buckets')
})
