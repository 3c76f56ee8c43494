import { DATA_API_DEFAULTS } from '@basedeck/platform-client'
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { serviceLoginStatement } from '../../sql/data-api-reach.js'
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

async function open(prepare: (fake: FakePlatform) => void = () => undefined) {
  opened = await openScreen('dataApi', '/project/default/settings/api', (fake) => {
    ownOf(fake).project.services = ['storage', 'data']
    ownOf(fake).dataApi = { enabled: true, schemas: ['shop'] }
    answerReach(fake, ['shop'])
    prepare(fake)
  })
  const { screen, watch } = opened
  const { form } = screen.edit
  watch(form.$values, form.$problems, screen.edit.$conflicts, screen.$mayChange)
  watch(screen.exposed.$chosen, screen.searchPath.$chosen, screen.exposed.$others, screen.gate.$gate)
  return { ...opened, form, view: watch(screen.$view) }
}

async function ready(prepare?: (fake: FakePlatform) => void) {
  const all = await open(prepare)
  await all.until(() => expect(all.view().status).toBe('ready'))
  await all.until(() => expect(all.form.$values.get().max_rows).not.toBe(''))
  await all.until(() => expect(all.screen.exposed.$others.get()).not.toEqual([]))
  return all
}

const sent = (fake: FakePlatform) => fake.requests.filter(({ method }) => method === 'PATCH')

test('the page says whether it is on, and where, and copies the address', async () => {
  const { view, screen, host } = await ready()
  expect(view()).toMatchObject({
    data: { isOn: true, badge: 'On', address: 'http://127.0.0.1:8788/default/rest/v1/' },
  })
  expect(await screen.copyAddress()).toBe(true)
  expect(host.copied).toEqual(['http://127.0.0.1:8788/default/rest/v1/'])
  expect(screen.documentationHref).toBe('/project/default/api')
})

test('what was typed is sent in the units of the platform, with the version that was seen', async () => {
  const { form, fake, host } = await ready()
  expect(form.$values.get()).toMatchObject({ max_body_bytes: '50 MB', anon_timeout_ms: '3' })
  form.set('max_body_bytes', '1.5 mb')
  form.set('anon_timeout_ms', '0,5')
  form.set('pre_request', ' public.check ')
  const { version: expected_version, ...body } = {
    version: JSON.stringify({ enabled: true, schemas: ['shop'] }),
    max_body_bytes: 1_572_864,
    anon_timeout_ms: 500,
    pre_request: 'public.check',
  }
  expect(await form.submit()).toEqual({ type: 'done' })
  expect(sent(fake)).toMatchObject([{ body: { ...body, expected_version } }])
  expect(form.$isChanged.get()).toBe(false)
  expect(host.notes).toEqual([{ kind: 'success', message: 'The settings of the data API were saved' }])
})

test.each([
  ['max_rows', '0', 'Enter a whole number from 1 to 1,000,000'],
  ['pool_size', '51', 'Enter a whole number from 1 to 50'],
  ['service_timeout_ms', 'long', 'Enter seconds from 0.1 to 600'],
  ['max_url_bytes', '1 GB', 'Enter a size from 1 KB to 64 KB, such as 16 KB'],
  ['max_embed_depth', '21', 'Enter a whole number from 0 to 20'],
  ['pre_request', 'check', 'Enter the schema and the function, such as public.check_request'],
  ['schemas', '[]', 'Choose at least one schema'],
] as const)('%s %j is refused at its field, and nothing is sent or lost', async (field, value, problem) => {
  const { form, fake } = await ready()
  form.set(field, value)
  expect(await form.submit()).toEqual({ type: 'invalid', field })
  expect(form.$problems.get()).toEqual({ [field]: problem })
  expect(form.$values.get()[field]).toBe(value)
  expect(sent(fake)).toEqual([])
})

test('schemas are chosen among those of the database, and the first is the default', async () => {
  const { screen, form, fake } = await ready((fake) => {
    ownOf(fake).dataApi = { enabled: false, schemas: ['gone'] }
  })
  const { exposed } = screen
  expect(exposed.$chosen.get()).toEqual([{ name: 'gone', isFirst: true, isMissing: true }])
  expect(exposed.$others.get()).toEqual(['public', 'other', 'shop'])
  exposed.add('shop')
  exposed.add('other')
  exposed.moveUp('other')
  exposed.remove('gone')
  expect(exposed.$chosen.get().map(({ name }) => name)).toEqual(['other', 'shop'])
  expect(exposed.$others.get()).toEqual(['public'])
  exposed.remove('other')
  exposed.remove('shop')
  expect(form.$problems.get().schemas).toBe('Choose at least one schema')
  exposed.add('shop')
  await form.submit()
  expect(ownOf(fake).dataApi).toEqual({ enabled: false, schemas: ['shop'] })
})

test('two who change the same setting are asked whose stays; another setting of theirs is kept', async () => {
  const { form, fake, screen } = await ready()
  form.set('max_rows', '20')
  ownOf(fake).dataApi = { enabled: true, schemas: ['shop'], max_rows: 30, pool_size: 4 }
  expect(await form.submit()).toEqual({ type: 'failed' })
  expect(screen.edit.$conflicts.get()).toEqual([{ field: 'max_rows', mine: '20', theirs: '30' }])
  expect(form.$values.get()).toMatchObject({ max_rows: '20' })
  await screen.edit.keepMine()
  expect(ownOf(fake).dataApi).toMatchObject({ max_rows: 20, pool_size: 4 })
})

test('settings that are set back by somebody are followed, although their version was seen before', async () => {
  const { form, fake, until } = await ready()
  form.set('max_rows', '20')
  await form.submit()
  form.set('max_rows', String(DATA_API_DEFAULTS.max_rows))
  await form.submit()
  ownOf(fake).dataApi = { enabled: true, schemas: ['shop'] }
  form.set('pool_size', '9')
  expect(await form.submit()).toEqual({ type: 'done' })
  await until(() => expect(form.$values.get()).toMatchObject({ max_rows: '1000', pool_size: '9' }))
})

test('who may not change the settings sees them with the reason', async () => {
  const { screen, watch, until } = await ready((fake) =>
    grantOnly(fake, ['read', 'projects'], ['read', 'database']),
  )
  const reason = { disabled: true, hint: 'Your role does not allow changing the settings of the project' }
  const { $mayTurnOn, $mayTurnOff } = screen.opening
  const states = [screen.$mayChange, $mayTurnOn, $mayTurnOff].map(($may) => watch($may))
  await until(() => expect(states.map((state) => state())).toEqual([reason, reason, reason]))
})

test('of a paused project the settings are shown, and nothing is asked of its database', async () => {
  const { screen, fake, watch, until, form } = await open((fake) => {
    fake.project.status = 'INACTIVE'
  })
  await until(() => expect(form.$values.get().max_rows).toBe('1000'))
  const mayTurnOn = watch(screen.opening.$mayTurnOn)
  await until(() => expect(mayTurnOn()).toMatchObject({ disabled: true, hint: expect.any(String) }))
  expect(fake.requests.filter(({ path }) => path.endsWith('/query'))).toEqual([])
})

test('a call that fails says why, and can be tried again', async () => {
  let fails = true
  const { view, until } = await open((fake) => {
    fake.intercept = ({ path }) =>
      fails && path.endsWith('/config/postgrest')
        ? { status: 400, body: { message: 'Not today', code: 'x' } }
        : undefined
  })
  await until(() => expect(view()).toMatchObject({ status: 'failed', error: { message: 'Not today' } }))
  fails = false
  const state = view()
  if (state.status === 'failed') state.retry()
  await until(() => expect(view().status).toBe('ready'))
})

test.each([
  ['f', '/project/default/settings/general'],
  ['t', null],
])('a database by URL whose login is there: %s', async (isThere, href) => {
  const { screen, watch, until, fake } = await ready((fake) => {
    ownOf(fake).project.engine = 'postgres'
    const { query } = serviceLoginStatement('default')
    const result = { command: 'SELECT', rowCount: 1, fields: [], notices: [], rows: [[isThere]] }
    fake.answer(query, { results: [result] })
  })
  const prepare = watch(screen.$prepareHref)
  await until(() => expect(JSON.stringify(fake.requests)).toContain('basedeck_service_default'))
  await until(() => expect(prepare()).toBe(href))
})
