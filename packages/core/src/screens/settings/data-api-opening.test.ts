import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import { answerReach } from '../../testing/reached-rows.js'
import type { DataApiScreen } from './data-api.js'

let opened: OpenedScreen<DataApiScreen>
afterEach(() => opened.end())

const ownOf = (fake: FakePlatform) => {
  const [own] = fake.world.projects
  if (!own) throw new Error('There is no project')
  return own
}

async function off(prepare: (fake: FakePlatform) => void = () => undefined) {
  opened = await openScreen('dataApi', '/project/default/settings/api', (fake) => {
    ownOf(fake).dataApi = { enabled: false, schemas: ['shop'] }
    answerReach(fake, ['shop'])
    prepare(fake)
  })
  const { screen, watch, until } = opened
  const { opening } = screen
  watch(opening.turningOn.$state, opening.turningOff.$state, opening.$problem)
  watch(opening.$more, opening.$mayTurnOn, opening.$mayEnableRls, screen.edit.form.$values)
  const view = watch(screen.$view)
  const list = watch(opening.$rows)
  await until(() => expect(view().status).toBe('ready'))
  await until(() => expect(opening.$mayTurnOn.get().hint ?? 'known').toBeTruthy())
  const listed = async () => {
    opening.look()
    await until(() => expect(list()?.status).toBe('ready'))
    const state = list()
    return state?.status === 'ready' ? state.data : []
  }
  return { ...opened, opening, view, list, listed }
}

test('what would open is listed with what each role may do and what protects it', async () => {
  const { listed, list, opening } = await off()
  expect(list()).toBeNull()
  const rows = await listed()
  expect(
    rows.map(({ name, kind, anon, authenticated, note }) => [name, kind, anon, authenticated, note]),
  ).toEqual([
    ['shop.orders', 'table', 'read', 'read, change', 'No row-level security'],
    ['shop.all_orders', 'view', 'read', 'read', 'Reads with its owner’s rights'],
    ['shop.safe', 'table', '–', 'read', 'Row-level security decides'],
    ['shop.total(a integer)', 'function', 'call', 'call', 'With the caller’s rights'],
  ])
  expect(rows.map(({ table }) => table !== null)).toEqual([true, false, false, false])
  opening.close()
  expect(list()).toBeNull()
})

test('nothing is turned on before the list was there and the counts were confirmed', async () => {
  const { opening, listed, until, fake, view, host } = await off()
  opening.askToTurnOn()
  expect(opening.turningOn.$state.get().status).toBe('closed')
  await listed()
  await until(() => expect(opening.$mayTurnOn.get()).toEqual({ disabled: false }))
  opening.askToTurnOn()
  expect(opening.turningOn.$state.get()).toMatchObject({
    subject: {
      body: 'Anyone with a publishable key can then reach 2 tables, 1 view and 1 function, as far as the list says.',
      warning: '2 of them are not protected by row-level security or the rights of the caller.',
    },
  })
  expect(ownOf(fake).dataApi?.enabled).toBe(false)
  await opening.turningOn.confirm()
  expect(ownOf(fake).dataApi?.enabled).toBe(true)
  await until(() => expect(view()).toMatchObject({ data: { isOn: true } }))
  expect(host.notes).toEqual([{ kind: 'success', message: 'The data API is on' }])
})

test('row-level security is enabled from the list, which is read again', async () => {
  const { opening, listed, list, fake, until } = await off()
  const [orders] = await listed()
  answerReach(fake, ['shop'], true)
  if (orders) await opening.enableRls(orders)
  expect(
    fake.requests.some(({ body }) =>
      JSON.stringify(body ?? '').includes('alter table \\"shop\\".\\"orders\\" enable row level security'),
    ),
  ).toBe(true)
  await until(() =>
    expect(list()).toMatchObject({ data: [{ note: 'Row-level security decides', table: null }, {}, {}, {}] }),
  )
})

test('row-level security that can’t be enabled says why, and the list stays', async () => {
  const { opening, listed, list, fake } = await off()
  const [orders] = await listed()
  fake.answer('alter table "shop"."orders" enable row level security', {
    error: { message: 'must be owner of table orders', formattedError: '', code: '42501' },
  })
  if (orders) await opening.enableRls(orders)
  expect(opening.$problem.get()).toEqual({
    title: 'Row-level security of shop.orders could not be enabled',
    message: 'must be owner of table orders',
  })
  expect(list()?.status).toBe('ready')
})

test('settings that changed since the look are not turned on unseen', async () => {
  const { opening, listed, fake, until, host } = await off()
  await listed()
  await until(() => expect(opening.$mayTurnOn.get()).toEqual({ disabled: false }))
  opening.askToTurnOn()
  ownOf(fake).dataApi = { enabled: false, schemas: ['public', 'shop'] }
  await opening.turningOn.confirm()
  expect(ownOf(fake).dataApi?.enabled).toBe(false)
  expect(opening.turningOn.$state.get().status).toBe('closed')
  expect(host.notes.at(-1)?.message).toContain('Somebody changed the settings meanwhile')
})

test('it is turned off after a question', async () => {
  const { opening, fake, until } = await off((fake) => {
    ownOf(fake).dataApi = { enabled: true, schemas: ['shop'] }
  })
  await until(() => expect(opening.$mayTurnOn.get()).toEqual({ disabled: false }))
  opening.askToTurnOff()
  await opening.turningOff.confirm()
  expect(ownOf(fake).dataApi?.enabled).toBe(false)
})

test('who may not change the database can’t enable row-level security, and reads why', async () => {
  const { opening, until } = await off((fake) => grantOnly(fake, ['read', 'projects'], ['read', 'database']))
  await until(() =>
    expect(opening.$mayEnableRls.get()).toEqual({
      disabled: true,
      hint: 'Your role does not allow changing the database',
    }),
  )
})
