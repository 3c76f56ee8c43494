import { expect, test } from 'vitest'
import { menuFlags } from './menu-flags.js'
import { menuOfPages, type AnyMenuSlot, type MenuKnowledge } from './menu-slots.js'

const known: MenuKnowledge = {
  pathname: '/project/a/storage/buckets',
  ref: 'a',
  organizationSlug: 'acme',
  status: 'ACTIVE_HEALTHY',
  isPlatform: true,
  flags: menuFlags(),
  may: { auth: true, functions: true, storage: true, realtime: true, reports: true },
  mayBill: true,
  pgNetExists: false,
  pitr: false,
}
const slot = (more: Partial<AnyMenuSlot> = {}): AnyMenuSlot =>
  ({ menu: 'storage', group: 'storage', order: 10, ...more }) as AnyMenuSlot
const entry = (more: Partial<AnyMenuSlot>, state: Partial<MenuKnowledge> = {}, hostedOnly?: true) =>
  menuOfPages(
    'storage',
    [
      {
        key: 'buckets',
        path: '/project/{ref}/storage/buckets',
        slot: slot(more),
        ...(hostedOnly ? { hostedOnly } : {}),
      },
    ],
    { ...known, ...state },
  )[0]?.entries[0]

test('a page leads to itself, and is marked while it is open', () => {
  expect(entry({})).toEqual({ key: 'buckets', href: '/project/a/storage/buckets', active: true })
  expect(entry({}, { pathname: '/project/a/storage' })?.active).toBe(false)
})

test.each<[string, Partial<AnyMenuSlot>, Partial<MenuKnowledge>]>([
  ['its flag is off', { flag: 'logDrains' }, { flags: menuFlags({ logDrains: false }) }],
  ['only a hosted platform shows it', { hosted: true }, { isPlatform: false }],
  ['its own condition says no', { shown: ({ pgNetExists }) => pgNetExists }, {}],
  ['the menu is another one', { menu: 'advisors', group: 'advisors' } as Partial<AnyMenuSlot>, {}],
])('a page is not there when %s', (_why, more, state) => {
  expect(entry(more, state)).toBeUndefined()
})

test('a page that only a hosted platform has needs not say it again', () => {
  expect(entry({}, { isPlatform: false }, true)).toBeUndefined()
  expect(entry({}, { isPlatform: true }, true)).toBeDefined()
})

test('what waits for the database stays at the project’s own page while that comes up', () => {
  const early = { status: 'COMING_UP' } as const
  expect(entry({ waits: true }, early)).toMatchObject({ href: '/project/a', disabled: 'coming-up' })
  expect(entry({}, early)?.disabled).toBeUndefined()
  expect(entry({ waits: true }, { status: 'INACTIVE' })?.disabled).toBeUndefined()
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
  const page = (key: string, more: Partial<AnyMenuSlot>) => ({
    key,
    path: `/project/{ref}/${key}`,
    slot: slot(more),
  })
  const groups = menuOfPages(
    'auth',
    [
      page('third', { menu: 'auth', group: 'configuration', order: 20 } as Partial<AnyMenuSlot>),
      page('second', { menu: 'auth', group: 'configuration', order: 10 } as Partial<AnyMenuSlot>),
      page('first', { menu: 'auth', group: 'manage', order: 30 } as Partial<AnyMenuSlot>),
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
