import type { StatementResult } from '@basedeck/platform-client'
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { incomingReferencesStatement } from '../../sql/deletion-impact.js'
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
const SESSION = '22222222-2222-4222-8222-222222222222'
const FACTOR = '33333333-3333-4333-8333-333333333333'
const IDENTITY = '44444444-4444-4444-8444-444444444444'
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
  fake.answer(USER_TABLES_STATEMENT.query, result([['identities'], ['sessions'], ['mfa_factors'], ['77']]))
  fake.answer(
    userEntriesStatement('mfa_factors', ADA).query,
    result([[`{"id": "${FACTOR}", "friendly_name": "Phone", "factor_type": "totp"}`]]),
  )
  fake.answer(
    userEntriesStatement('identities', ADA).query,
    result([[`{"id": "${IDENTITY}", "provider": "github", "email": "ada@example.com"}`]]),
  )
  fake.answer(
    userEntriesStatement('sessions', ADA).query,
    result([
      [`{"id": "${SESSION}", "user_agent": "Mozilla/5.0 (X11; Linux) Firefox/130", "ip": "10.0.0.1"}`],
    ]),
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
  const parts = [SESSION, FACTOR, IDENTITY]
  fake.world.projects[0]?.authUsers.push({ id: ADA, email: 'ada@example.com', phone: undefined, parts })
  /** The calls that change users, without the start of their path. */
  const sent = () =>
    fake.requests
      .filter(({ method, path }) => method !== 'GET' && path.includes('/auth/users'))
      .map(({ method, path, body }) => [method, path.replace(/.*\/auth\/users/, ''), body])
  const panel = async () => {
    const now = screen.$panel.get()
    if (!now) throw new Error('No panel is open')
    watch(
      now.$user,
      now.$title,
      now.$actions,
      now.userMetadata.$values,
      now.ban.$state,
      now.deletion.$state,
      now.parts.$parts,
      now.parts.removal.$state,
      now.token.$token,
      now.token.$isMaking,
    )
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
  expect(user?.entries['sessions']).toHaveLength(1)
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
  expect(sent()).toEqual([['PUT', `/${ADA}/metadata`, { of: 'user', json: typed }]])
})

test('a ban and a deletion are asked about, and the deletion lists what refers to the user', async () => {
  const { screen, panel, sent, until, fake } = await open()
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
  expect(sent()).toEqual([['PATCH', `/${ADA}`, { ban_duration: '168h' }]])
  run('delete')
  expect(now.deletion.$state.get()).toMatchObject({
    status: 'open',
    subject: { name: 'ada@example.com', references: [{ count: 3 }] },
  })
  now.setSoft(true)
  await now.deletion.confirm()
  expect(sent().at(-1)?.slice(0, 2)).toEqual(['DELETE', `/${ADA}`])
  expect(fake.requests.findLast(({ method }) => method === 'DELETE')?.query).toEqual({ soft: 'true' })
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
  const { screen, watch, fake, until, sent } = await open()
  const { form } = screen.newUser
  watch(form.$problems, form.$values)
  await until(() => expect(screen.$mayChange.get().disabled).toBe(false))
  screen.newUser.open()
  expect(await form.submit()).toMatchObject({ type: 'invalid', field: 'email' })
  form.set('email', 'Grace@Example.com')
  form.set('password', 'correct horse 1')
  expect(await form.submit()).toEqual({ type: 'done' })
  const body = { email: 'Grace@Example.com', password: 'correct horse 1', is_confirmed: true }
  expect(sent()).toEqual([['POST', '', body]])
  expect(screen.$panel.get()?.id).toBe(fake.world.projects[0]?.authUsers.at(-1)?.id)
})

test('an invited user is opened, and an address that is taken is refused with the reason', async () => {
  const { screen, watch, until } = await open()
  const { form } = screen.invitation
  watch(form.$problems, form.$values, form.$state)
  await until(() => expect(screen.$mayChange.get().disabled).toBe(false))
  screen.invitation.open()
  expect(await form.submit()).toMatchObject({ type: 'invalid', field: 'email' })
  form.set('email', 'ada@example.com')
  expect(await form.submit()).toMatchObject({ type: 'failed' })
  expect(form.$state.get()).toMatchObject({ message: expect.stringContaining('address') })
  form.set('email', 'grace@example.com')
  expect(await form.submit()).toEqual({ type: 'done' })
  expect(screen.$panel.get()).not.toBeNull()
})

test('a session ends at once, a factor is asked about, and the last identity stays', async () => {
  const { screen, panel, sent, until } = await open()
  screen.open(ADA)
  const { parts } = await panel()
  await until(() => expect(parts.$parts.get()[1]?.parts[0]?.control.disabled).toBe(false))
  const shown = parts.$parts
    .get()
    .map(({ table, parts: [part] }) => [table, part?.name, part?.control.disabled])
  expect(shown).toEqual([
    ['identities', 'GitHub, ada@example.com', true],
    ['sessions', 'Firefox on Linux, 10.0.0.1', false],
    ['mfa_factors', 'Phone (Authenticator app)', false],
  ])
  const remove = (table: (typeof shown)[number][0]) => {
    const found = parts.$parts.get().find((one) => one.table === table)
    if (found?.parts[0]) parts.remove(found.table, found.parts[0])
  }
  remove('identities')
  remove('sessions')
  await until(() => expect(sent()).toEqual([['DELETE', `/${ADA}/sessions/${SESSION}`, undefined]]))
  remove('mfa_factors')
  expect(parts.removal.$state.get()).toMatchObject({ status: 'open', subject: { id: FACTOR } })
  await parts.removal.confirm()
  expect(sent().at(-1)).toEqual(['DELETE', `/${ADA}/factors/${FACTOR}`, undefined])
})

test('a recovery goes to the address, and a token to act as the user can be copied', async () => {
  const { screen, panel, sent, until, host } = await open()
  screen.open(ADA)
  const now = await panel()
  await until(() => expect(now.$actions.get().every(({ hint }) => hint === undefined)).toBe(true))
  const find = (id: string) => now.$actions.get().find((one) => one.id === id)
  find('recover')?.run()
  await until(() => expect(sent()).toEqual([['POST', `/${ADA}/recover`, undefined]]))
  await now.token.make()
  const token = now.token.$token.get()?.access_token ?? ''
  expect(await now.token.copy(token)).toBe(true)
  expect(host.copied).toEqual([token])
})
