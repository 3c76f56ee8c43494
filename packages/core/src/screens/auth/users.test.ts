import type { StatementResult } from '@basedeck/platform-client'
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { incomingReferencesStatement } from '../../sql/deletion-impact.js'
import {
  banStatement,
  createUserStatement,
  deleteUserStatement,
  metadataStatement,
} from '../../sql/auth/user-changes.js'
import {
  referringStatement,
  USER_TABLES_STATEMENT,
  userEntriesStatement,
  userStatement,
} from '../../sql/auth/user-detail.js'
import { usersCountStatement, usersPageStatement, type UserRequest } from '../../sql/auth/users.js'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { UsersScreen, UsersView } from './users.js'

let opened: OpenedScreen<UsersScreen> | undefined
afterEach(() => opened?.end())

const result = (rows: (string | null)[][]): { results: StatementResult[] } => ({
  results: [{ command: 'SELECT', rowCount: rows.length, fields: [], notices: [], rows }],
})
const ADA = '11111111-1111-4111-8111-111111111111'
const ALL: UserRequest = { search: '', by: 'email', provider: '', state: null }
const row = (id: string, email: string | null, more: (string | null)[] = []) => [
  id,
  email,
  null,
  'Ada',
  'google',
  '2026-01-01T00:00:00.000000Z',
  null,
  '2026-01-01T00:00:00.000000Z',
  more[0] ?? null,
  more[1] ?? null,
  'false',
  '2026-01-01 00:00:00+00',
  id,
]

function answerUser(fake: FakePlatform): void {
  fake.answer(
    userStatement(ADA).query,
    result([
      [
        '{"email": "ada@example.com", "confirmed_at": null}',
        '{"a": 1}',
        '{}',
        'ada@example.com',
        null,
        'authenticated',
        'false',
      ],
    ]),
  )
  fake.answer(USER_TABLES_STATEMENT.query, result([['sessions'], ['77']]))
  fake.answer(
    userEntriesStatement('sessions', ADA).query,
    result([['{"user_agent": "Firefox", "ip": "10.0.0.1"}']]),
  )
  fake.answer(
    incomingReferencesStatement('77').query,
    result([['public', 'notes', '["user_id"]', '["id"]', '1', '78', '1']]),
  )
  const reference = {
    tableId: '78',
    schema: 'public',
    table: 'notes',
    columns: ['user_id'],
    targetColumns: ['id'],
    onDelete: 'no action',
    onUpdate: 'no action',
  } as const
  fake.answer(referringStatement(reference, ADA)?.query ?? '', result([['3']]))
}

async function open(path = '/project/default/auth/users', prepare: (fake: FakePlatform) => void = () => {}) {
  opened = await openScreen('users', path, (fake) => {
    fake.answer(
      usersPageStatement(ALL).query,
      result([row(ADA, 'ada@example.com'), row('2', null, ['infinity'])]),
    )
    fake.answer(usersCountStatement(ALL).query, result([['2']]))
    answerUser(fake)
    prepare(fake)
  })
  const { screen, watch, until, fake } = opened
  watch(screen.gate.$gate, screen.$mayChange, screen.$panel, screen.$request, screen.$count)
  const view = watch<UsersView>(screen.$view)
  const sent = (query: string) =>
    fake.requests
      .map(({ body }) => body as { query?: string; parameters?: unknown } | undefined)
      .filter((body) => body?.query === query)
  const panel = async () => {
    const now = screen.$panel.get()
    if (!now) throw new Error('No panel is open')
    watch(now.$user, now.$title, now.$actions, now.userMetadata.$values, now.ban.$state, now.deletion.$state)
    await until(() => expect(now.$user.get()).toMatchObject({ status: 'ready' }))
    return now
  }
  return { ...opened, view, sent, panel }
}

test('users are shown by their address and state, and counted', async () => {
  const { view, until, screen } = await open()
  await until(() =>
    expect(view()).toMatchObject({
      status: 'ready',
      users: [
        { address: 'ada@example.com', provider: 'Google', stateLabel: 'Confirmed' },
        { address: 'No address', stateLabel: 'Banned' },
      ],
      hasMore: false,
    }),
  )
  await until(() => expect(screen.$count.get()).toBe('2 users'))
})

test('what is looked for is in the address and in the statement', async () => {
  const { screen, host, until, view, fake } = await open()
  const asked: UserRequest = { search: 'grace', by: 'anywhere', provider: 'google', state: 'banned' }
  fake.answer(usersPageStatement(asked).query, result([]))
  screen.search('grace')
  screen.searchBy('anywhere')
  screen.filter({ provider: 'google' })
  screen.filter({ state: 'banned' })
  await until(() => expect(view()).toEqual({ status: 'empty', isNarrowed: true }))
  expect(host.navigation.current().search).toBe('?search=grace&by=anywhere&provider=google&state=banned')
  screen.clear()
  await until(() => expect(view().status).toBe('ready'))
})

test('a database without users says so', async () => {
  const { view, until } = await open('/project/default/auth/users', (fake) =>
    fake.answer(usersPageStatement(ALL).query, {
      error: { message: 'relation "auth.users" does not exist', formattedError: 'ERROR', code: '42P01' },
    }),
  )
  await until(() => expect(view()).toEqual({ status: 'absent' }))
})

test('a user has sessions where the table is there, and rows that refer to them', async () => {
  const { screen, panel, host } = await open()
  screen.open(ADA)
  expect(host.navigation.current().search).toBe(`?user=${ADA}`)
  const { $user, $title } = await panel()
  const remote = $user.get()
  const user = remote.status === 'ready' ? remote.data : null
  expect($title.get()).toBe('ada@example.com')
  expect(user?.entries).toEqual({ sessions: [{ user_agent: 'Firefox', ip: '10.0.0.1' }] })
  expect(user?.references).toMatchObject([{ table: 'notes', count: 3, onDelete: 'no action' }])
})

test('metadata is sent as it was typed, and no other text than an object', async () => {
  const { screen, panel, sent } = await open()
  screen.open(ADA)
  const { userMetadata } = await panel()
  expect(userMetadata.$values.get()).toEqual({ json: '{"a": 1}' })
  userMetadata.set('json', '[1]')
  expect(await userMetadata.submit()).toMatchObject({ type: 'invalid' })
  const typed = '{"big": 9007199254740993}'
  userMetadata.set('json', typed)
  await userMetadata.submit()
  const statement = metadataStatement(ADA, 'user', typed)
  expect(sent(statement.query)).toMatchObject([{ parameters: [ADA, typed] }])
})

test('a ban and a deletion are asked about, and the deletion lists what refers to the user', async () => {
  const { screen, panel, sent, until } = await open()
  screen.open(ADA)
  const now = await panel()
  const run = (id: string) =>
    now.$actions
      .get()
      .find((one) => one.id === id)
      ?.run()
  await until(() => expect(now.$actions.get().every(({ hint }) => hint === undefined)).toBe(true))
  run('ban')
  now.chooseBan('week')
  await now.ban.confirm()
  expect(sent(banStatement(ADA, 'week').query)).toMatchObject([{ parameters: [ADA, '168 hours'] }])
  run('delete')
  expect(now.deletion.$state.get()).toMatchObject({
    status: 'open',
    subject: { name: 'ada@example.com', references: [{ count: 3 }] },
  })
  await now.deletion.confirm()
  expect(sent(deleteUserStatement(ADA).query)).toHaveLength(1)
  expect(screen.$panel.get()).toBeNull()
})

test('to act as a user is to run as them, with their claims', async () => {
  const { screen, panel, deck, until } = await open()
  screen.open(ADA)
  const now = await panel()
  await until(() => expect(now.$actions.get()[0]?.hint).toBeUndefined())
  now.$actions.get()[0]?.run()
  await until(() => expect(deck.$screen.get().name).toBe('sqlEditor'))
})

test('who may only read sees users and changes none', async () => {
  const { screen, panel, until } = await open('/project/default/auth/users', (fake) =>
    grantOnly(fake, ['read', '*']),
  )
  await until(() => expect(screen.$mayChange.get().hint).toBeDefined())
  screen.newUser.open()
  expect(screen.newUser.$isOpen.get()).toBe(false)
  screen.open(ADA)
  const { $actions } = await panel()
  expect($actions.get().every(({ hint }) => hint !== undefined)).toBe(true)
})

test('a new user needs an address, and is opened', async () => {
  const { screen, watch, fake, until } = await open()
  const { form } = screen.newUser
  watch(form.$problems, form.$values)
  await until(() => expect(screen.$mayChange.get().disabled).toBe(false))
  screen.newUser.open()
  expect(await form.submit()).toMatchObject({ type: 'invalid', field: 'email' })
  form.set('email', 'Grace@Example.com')
  const values = form.$values.get()
  fake.answer(createUserStatement(values).query, result([[ADA]]))
  expect(await form.submit()).toEqual({ type: 'done' })
  expect(createUserStatement(values).parameters[0]).toBe('grace@example.com')
  expect(screen.$panel.get()?.id).toBe(ADA)
})
