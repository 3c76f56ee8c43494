import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { apiObjectsStatement, apiTableStatement, type ApiTable } from '../../sql/api-objects.js'
import { userCandidatesStatement } from '../../sql/impersonation-candidates.js'
import { apiColumn } from '../../testing/api-column.js'
import { queryResult } from '../../testing/query-result.js'
import { answerDocumentedApi } from '../../testing/documented-api.js'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { ApiDocsScreen, ApiListView } from './api-docs.js'

let opened: OpenedScreen<ApiDocsScreen>
afterEach(() => opened.end())

async function open(prepare: (fake: FakePlatform) => void = () => undefined) {
  opened = await openScreen('projectApi', '/project/default/api', (fake) => {
    fake.project.services = ['storage', 'data']
    const [own] = fake.world.projects
    if (own) own.dataApi = { enabled: true, schemas: ['shop', 'api'] }
    answerDocumentedApi(fake, ['shop', 'api'])
    prepare(fake)
  })
  const { screen, watch, until } = opened
  watch(screen.attempt.$control, screen.attempt.$state, screen.$way, screen.$roleNote)
  const notice = watch(screen.$notice)
  const list = watch(screen.$list)
  const detail = watch(screen.$detail)
  const shown = () => {
    const state = detail()
    return state?.status === 'ready' && state.data !== 'gone' ? state.data : undefined
  }
  const entryOf = (name: string) => entriesOf(list()).find((entry) => entry.name === name)?.key ?? ''
  return { ...opened, attempt: screen.attempt, notice, list, detail, shown, entryOf, until }
}

async function ready(prepare?: (fake: FakePlatform) => void) {
  const all = await open(prepare)
  await all.until(() => expect(all.shown()?.name).toBe('shop.orders'))
  await all.until(() => expect(all.attempt.$control.get()).toEqual({ disabled: false }))
  return all
}

const entriesOf = (list: ApiListView) =>
  list.status === 'ready' ? list.groups.flatMap(({ entries }) => entries) : []

test('tables and functions are listed, and the first is shown with its columns and calls', async () => {
  const { list, shown, notice } = await ready()
  expect(list()).toMatchObject({
    groups: [
      {
        title: 'Tables and views',
        entries: [{ name: 'shop.orders', isChosen: true }, { name: 'api.inbox' }],
      },
      { title: 'Functions', entries: [{ name: 'shop.total()' }] },
    ],
  })
  expect(shown()).toMatchObject({
    kind: 'Table',
    comment: 'What was ordered',
    fields: [
      { name: 'id', facts: ['primary key', 'filled by PostgreSQL'] },
      { name: 'customer', facts: ['refers to shop.customers.id', 'required'] },
      { name: 'note', comment: 'What was said', facts: ['nullable', `default ''::text`] },
    ],
  })
  expect(shown()?.calls.map(({ title }) => title)).toEqual([
    'Begin',
    'Read rows',
    'Read one row by a filter',
    'Insert a row',
    'Update',
  ])
  expect(notice()).toBeNull()
})

test('calls have the address and the publishable key, and are copied as they are shown', async () => {
  const { screen, shown, host } = await ready()
  const [start] = shown()?.calls ?? []
  expect(start?.code).toMatch(/createClient\('http:\/\/127\.0\.0\.1:8788\/default', '[^']+'\)/)
  expect(start?.code).not.toContain('your-anon-key')
  expect(await screen.copy(start?.code ?? '')).toBe(true)
  expect(host.copied).toEqual([start?.code])
})

test('another language shows the same calls', async () => {
  const { screen, shown } = await ready()
  screen.chooseWay('sql')
  expect(shown()?.calls[0]).toMatchObject({
    title: 'Read rows',
    code: 'select * from "shop"."orders" limit 10;\n',
  })
})

test('a function has its arguments, and a call', async () => {
  const { screen, shown, until, entryOf } = await ready()
  screen.choose(entryOf('shop.total()'))
  await until(() => expect(shown()?.name).toBe('shop.total'))
  expect(shown()).toMatchObject({
    isFunction: true,
    returns: 'Returns numeric',
    fields: [{ name: 'customer', type: 'bigint', facts: ['required'] }],
  })
  expect(shown()?.calls[1]?.code).toContain(`.rpc('total', { customer: 1 }, { get: true })`)
})

test('a schema that is not the default is named in the calls', async () => {
  const { screen, shown, until, entryOf } = await ready()
  screen.choose(entryOf('api.inbox'))
  await until(() => expect(shown()?.name).toBe('api.inbox'))
  expect(shown()?.calls.map(({ title }) => title)).toEqual(['Begin', 'Insert a row'])
  expect(shown()?.calls[1]?.code).toContain(`.schema('api')`)
  await until(() =>
    expect(screen.attempt.$control.get()).toEqual({ disabled: true, hint: 'The role may not read it' }),
  )
})

test('the list is searched in names and comments', async () => {
  const { screen, list } = await ready()
  screen.search('ORDERED')
  expect(entriesOf(list()).map(({ name }) => name)).toEqual(['shop.orders'])
  screen.search('nothing')
  expect(list()).toMatchObject({ isNoneFound: true, groups: [] })
})

test('a read is sent with the publishable key, and the answer is shown as it came', async () => {
  const { attempt, host } = await ready()
  host.apiAnswer = {
    status: 200,
    type: 'application/json',
    headers: {},
    text: '[{"id":9007199254740993}]',
    isCut: false,
  }
  await attempt.send()
  const [asked] = host.asked
  expect(asked).toMatchObject({
    url: 'http://127.0.0.1:8788/default/rest/v1/orders?select=*&limit=10',
    method: 'GET',
  })
  expect(Object.keys(asked?.headers ?? {})).toEqual(['apikey'])
  expect(attempt.$state.get()).toEqual({
    status: 'answered',
    summary: 'Status 200, 0 ms',
    isRefused: false,
    text: '[\n  {\n    "id": 9007199254740993\n  }\n]',
    isCut: false,
  })
})

test('an answer that is cut, or no JSON whatever it says, stays as it is', async () => {
  const { attempt, host } = await ready()
  for (const [type, isCut] of [
    ['application/json', true],
    ['text/html', false],
    ['application/json', false],
  ] as const) {
    host.apiAnswer = { status: 200, type, headers: {}, text: '[{', isCut }
    await attempt.send()
    expect(attempt.$state.get()).toMatchObject({ text: '[{', isCut })
  }
})

test('the types of what is exposed are saved as a file; a failure says why', async () => {
  const { screen, host, fake } = await ready()
  await screen.downloadTypes()
  expect(host.saved).toMatchObject([{ name: 'database.types.ts', text: expect.stringContaining('Database') }])
  fake.intercept = ({ path }) =>
    path.endsWith('/types/typescript') ? { status: 400, body: { message: 'Not now', code: 'x' } } : undefined
  await screen.downloadTypes()
  expect(host.notes.at(-1)).toMatchObject({ message: 'The types could not be made', detail: 'Not now' })
})

test('a refusal is shown as it came, and no answer is told plainly', async () => {
  const { attempt, host, screen, entryOf } = await ready()
  host.apiAnswer = {
    status: 401,
    type: 'application/json',
    headers: {},
    text: '{"code":"42501"}',
    isCut: false,
  }
  await attempt.send()
  expect(attempt.$state.get()).toMatchObject({
    isRefused: true,
    text: expect.stringContaining('"code": "42501"'),
  })
  host.apiAnswer = null
  await attempt.send()
  expect(attempt.$state.get()).toMatchObject({ message: expect.stringMatching(/^No answer came/) })
  screen.choose(entryOf('api.inbox'))
  expect(attempt.$state.get()).toEqual({ status: 'idle' })
})

test('as service_role a read is sent with a key that lasts a minute, by who may see secret keys', async () => {
  const { screen, attempt, host, until, fake } = await ready()
  screen.chooseRole('service_role')
  await until(() => expect(attempt.$control.get()).toEqual({ disabled: false }))
  await attempt.send()
  expect(Object.keys(host.asked[0]?.headers ?? {})).toEqual(['apikey', 'authorization'])
  expect(fake.requests.some(({ path }) => path.endsWith('/api-keys/temporary'))).toBe(true)
})

test('who may not see secret keys is told so, and sends nothing', async () => {
  const { screen, attempt, host, until } = await ready((fake) =>
    grantOnly(fake, ['read', 'projects'], ['read', 'database'], ['read', 'api_keys']),
  )
  screen.chooseRole('service_role')
  await until(() =>
    expect(attempt.$control.get()).toEqual({
      disabled: true,
      hint: 'Your role does not allow seeing the project’s secret keys',
    }),
  )
  await attempt.send()
  expect(host.asked).toEqual([])
})

/** The role `authenticated` reaches the orders, and one user can be found. */
const USER = '11111111-1111-4111-8111-111111111111'
function answerUser(fake: FakePlatform): void {
  const table: ApiTable = { readsAll: true, mayDelete: false, columns: [apiColumn('id')] }
  const objects = apiObjectsStatement(['shop', 'api'], 'authenticated')
  const order = ['1', 'table', 'shop', 'orders', null, null]
  fake.answer(objects.query, queryResult([order]), objects.parameters)
  const detail = apiTableStatement('1', 'authenticated')
  fake.answer(detail.query, queryResult([[JSON.stringify(table)]]), detail.parameters)
  const users = userCandidatesStatement('')
  fake.answer(
    users.query,
    queryResult([[USER, 'ada@example.com', null, 'authenticated', '{}', '{}', 'false']]),
  )
  fake.world.projects[0]?.authUsers.push({ id: USER, email: 'ada@example.com', phone: undefined, parts: [] })
}

test('as authenticated a read is sent with the token of the user who is chosen, which serves again', async () => {
  const { screen, attempt, host, until, fake, watch } = await ready(answerUser)
  const { user } = screen
  watch(user.$isAsked, user.finder.$users, user.$chosen, user.$id)
  screen.chooseRole('authenticated')
  await until(() =>
    expect(attempt.$control.get()).toEqual({ disabled: true, hint: 'Choose the user as whom it is sent' }),
  )
  await until(() =>
    expect(user.finder.$users.get()).toMatchObject({ users: [{ id: USER, label: 'ada@example.com' }] }),
  )
  user.choose(USER)
  expect(user.$chosen.get()).toBe('As ada@example.com')
  await until(() => expect(attempt.$control.get()).toEqual({ disabled: false }))
  await attempt.send()
  await attempt.send()
  expect(host.asked.map(({ headers }) => headers['authorization'])).toEqual(
    Array.from({ length: 2 }, () => 'Bearer e30.e30.fake'),
  )
  const made = () => fake.requests.filter(({ path }) => path.endsWith('/act')).length
  expect(made()).toBe(1)
  host.clock.advance(600_000)
  await attempt.send()
  expect(made()).toBe(2)
})

test('who may not act as users is told so, and finds none', async () => {
  const { screen, attempt, until, host } = await ready((fake) => {
    answerUser(fake)
    grantOnly(fake, ['read', 'projects'], ['read', 'database'], ['read', 'api_keys'])
  })
  screen.chooseRole('authenticated')
  await until(() =>
    expect(attempt.$control.get()).toEqual({
      disabled: true,
      hint: 'Your role may not act as a user of this project',
    }),
  )
  expect(screen.user.$isAsked.get()).toBe(false)
  await attempt.send()
  expect(host.asked).toEqual([])
})

test('a role that reaches nothing is told so', async () => {
  const { screen, list, until, detail } = await ready()
  screen.chooseRole('authenticated')
  await until(() =>
    expect(list()).toMatchObject({ status: 'empty', title: 'The role authenticated reaches nothing' }),
  )
  expect(detail()).toBeNull()
})

test('while it is off, the page says so and leads to the settings', async () => {
  const { notice, until, attempt, shown } = await open((fake) => {
    const [own] = fake.world.projects
    if (own) own.dataApi = { enabled: false, schemas: ['shop', 'api'] }
  })
  await until(() =>
    expect(notice()).toMatchObject({
      title: 'The data API is off',
      link: { href: '/project/default/settings/api' },
    }),
  )
  await until(() => expect(shown()).toBeDefined())
  await until(() => expect(attempt.$control.get()).toMatchObject({ hint: 'The data API is off' }))
})

test('of a paused project nothing is asked of its database', async () => {
  const { fake, until, list } = await open((fake) => {
    fake.project.status = 'INACTIVE'
  })
  const gate = opened.watch(opened.screen.gate.$gate)
  await until(() => expect(gate().status).toBe('closed'))
  expect(list().status).toBe('loading')
  expect(fake.requests.filter(({ path }) => path.endsWith('/query'))).toEqual([])
})

test('a table that was dropped meanwhile is gone', async () => {
  const { screen, detail, until, fake, entryOf } = await ready()
  fake.intercept = ({ body }) =>
    JSON.stringify(body ?? '').includes('"parameters":["3"]')
      ? { status: 200, body: { results: [], durationMs: 1 } }
      : undefined
  screen.choose(entryOf('shop.total()'))
  await until(() => expect(detail()).toMatchObject({ data: 'gone' }))
})
