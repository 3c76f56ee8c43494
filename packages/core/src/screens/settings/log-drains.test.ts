import type { LogDrain } from '@basedeck/platform-client'
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { LogDrainsScreen } from './log-drains.js'

let opened: OpenedScreen<LogDrainsScreen> | undefined
afterEach(() => opened?.end())

async function open(prepare: (fake: FakePlatform) => void = () => undefined) {
  opened = (await openScreen(
    'logDrains',
    '/project/default/settings/log-drains',
    prepare,
  )) as OpenedScreen<LogDrainsScreen>
  const { screen, watch, until } = opened
  watch(screen.drains.$rows, screen.$mayChange, screen.$editing)
  const rows = () => {
    const remote = screen.drains.$rows.get()
    return remote.status === 'ready' ? remote.data : undefined
  }
  await until(() => {
    expect(rows()).toBeDefined()
    expect(screen.$mayChange.get()).not.toEqual({ disabled: true })
  })
  const create = async (values: Record<string, unknown>) => {
    screen.add()
    for (const [field, value] of Object.entries({ url: 'https://logs.example.com/in', ...values }))
      screen.form.set(field as 'name', value as string)
    return screen.form.submit()
  }
  const act = (id: string) => {
    const [row] = rows() ?? []
    if (!row) throw new Error('there is no row')
    screen
      .actions(row)
      .find((action) => action.id === id)
      ?.run()
  }
  const drain = (): { shown: LogDrain; answer?: object } => {
    const found = opened?.fake.world.projects[0]?.logDrains?.[0]
    if (!found) throw new Error('there is no drain')
    return found
  }
  return {
    ...opened,
    rows,
    create,
    act,
    drain,
    notes: () => opened?.host.notes.map(({ message }) => message),
  }
}

test('a drain is created, edited, tried, turned off and deleted', async () => {
  const { screen, rows, create, act, until, notes, drain } = await open()
  expect(rows()).toEqual([])
  screen.add()
  screen.chooseSources(['auth', 'data'])
  expect(await create({ name: 'Archive', type: 'otlp', headers: 'X-Api-Key: hush' })).toEqual({
    type: 'done',
  })
  await until(() =>
    expect(rows()).toMatchObject([
      {
        name: 'Archive',
        type: 'OpenTelemetry',
        target: 'https://logs.example.com/in',
        sources: 'Data API, Auth',
        state: { label: 'On' },
        progress: ['0 lines sent'],
        lastSentAt: null,
      },
    ]),
  )
  act('edit')
  expect(screen.form.$values.get()).toMatchObject({ headers: 'X-Api-Key', sources: ['data', 'auth'] })
  screen.chooseSources([])
  expect(await screen.form.submit()).toEqual({ type: 'done' })
  await until(() => expect(rows()).toMatchObject([{ sources: 'All' }]))
  act('test')
  await until(() => expect(notes()).toContain('Archive took the test line: 204 in 12 ms'))
  drain().answer = { status: 401, reason: null, answer: 'who are you?' }
  act('test')
  await until(() =>
    expect(notes()).toContain('Archive did not take the test line. The receiver answered 401: who are you?'),
  )
  act('turn')
  await until(() => expect(rows()).toMatchObject([{ state: { label: 'Off' } }]))
  act('delete')
  await screen.deletion.confirm()
  await until(() => expect(rows()).toEqual([]))
})

test('a store is given with its key, which stays when it is left empty', async () => {
  const { screen, rows, create, act, until, fake } = await open()
  const store = {
    name: 'Store',
    type: 's3',
    url: '',
    endpoint: 'https://s3.example.com',
    bucket: 'logs',
    prefix: 'a/b',
  }
  expect(await create(store)).toMatchObject({ type: 'invalid' })
  expect(screen.form.$problems.get()).toMatchObject({
    accessKey: 'Enter the ID of the access key',
    secretKey: 'Enter the secret access key',
  })
  screen.form.set('accessKey', 'AKIA')
  screen.form.set('secretKey', 'very secret')
  expect(await screen.form.submit()).toEqual({ type: 'done' })
  await until(() => expect(rows()).toMatchObject([{ target: 'https://s3.example.com/logs/a/b' }]))
  act('edit')
  expect(screen.form.$values.get()).toMatchObject({ secretKey: '', hasSecretKey: true, bucket: 'logs' })
  screen.form.set('prefix', '')
  expect(await screen.form.submit()).toEqual({ type: 'done' })
  await until(() => expect(rows()).toMatchObject([{ target: 'https://s3.example.com/logs' }]))
  const change = fake.requests.findLast(({ method }) => method === 'PATCH')
  expect(JSON.stringify(change)).not.toContain('secret_access_key')
})

test('what is wrong is told at its field, and nothing is sent', async () => {
  const { screen, create, fake } = await open()
  screen.add()
  screen.form.set('url', 'ftp://x')
  screen.form.set('headers', 'X-Fine: 1\nHost: 2')
  expect(await screen.form.submit()).toMatchObject({ type: 'invalid' })
  expect(screen.form.$problems.get()).toMatchObject({
    name: 'Enter a name',
    url: 'Enter an address that begins with https:// or http://',
    headers: 'Line 2: This header is written by the platform',
  })
  screen.closeForm()
  screen.form.reset()
  await create({ name: 'Taken' })
  expect(await create({ name: 'Taken' })).toMatchObject({ type: 'failed', field: 'name' })
  const posts = fake.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/log-drains'))
  expect(posts).toHaveLength(2)
})

test('what waits, was lost and refused is shown, and why', async () => {
  const { rows, create, drain, until, act } = await open()
  await create({ name: 'Slow' })
  await until(() => expect(rows()).toHaveLength(1))
  drain().shown.progress = {
    ...drain().shown.progress,
    sent: 1,
    behind: 2500,
    lost: 3,
    refused: 4,
    last_sent_at: '2026-01-01T00:00:00Z',
    error: { at: '2026-01-01T00:00:00Z', status: null, reason: 'unreachable', answer: null },
  }
  act('test')
  act('turn')
  act('turn')
  await until(() =>
    expect(rows()).toMatchObject([
      {
        progress: [
          '1 line sent',
          '2,500 waiting',
          '3 lost: deleted before they were accepted',
          '4 refused by the receiver',
        ],
        lastSentAt: '2026-01-01T00:00:00Z',
      },
    ]),
  )
})

test('who may not change the settings changes no drain', async () => {
  const { screen } = await open((fake) => grantOnly(fake, ['read', 'projects'], ['read', 'project_settings']))
  screen.add()
  expect(screen.$editing.get()).toBeNull()
  expect(screen.$mayChange.get()).toMatchObject({ disabled: true, hint: expect.any(String) })
})
