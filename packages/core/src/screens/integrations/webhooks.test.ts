import type { FakePlatform } from '@basedeck/platform-client/testing'
import type { WebhookDelivery } from '@basedeck/platform-client'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import { tableChoice } from '../../rules/settings/webhook-form.js'
import type { WebhooksScreen } from './webhooks.js'

let opened: OpenedScreen<WebhooksScreen> | undefined
afterEach(() => opened?.end())

async function open(prepare: (fake: FakePlatform) => void = () => undefined) {
  opened = (await openScreen(
    'webhooks',
    '/project/default/integrations/webhooks/overview',
    prepare,
  )) as OpenedScreen<WebhooksScreen>
  const { screen, watch, until } = opened
  watch(
    screen.webhooks.$rows,
    screen.$deliveries,
    screen.$shown,
    screen.$mayChange,
    screen.$editing,
    screen.$tables,
    screen.$functions,
  )
  const rows = () => {
    const remote = screen.webhooks.$rows.get()
    return remote.status === 'ready' ? remote.data : undefined
  }
  await until(() => {
    expect(rows()).toBeDefined()
    expect(screen.$mayChange.get()).not.toEqual({ disabled: true })
  })
  const create = async (name: string, table = 'todos') => {
    screen.add()
    for (const [field, value] of Object.entries({
      name,
      table: tableChoice('public', table),
      url: 'https://hooks.example.com/a',
    }))
      screen.form.set(field as 'name', value)
    return screen.form.submit()
  }
  return { ...opened, rows, create }
}

test('a webhook is created, edited, turned off and deleted', async () => {
  const { screen, rows, create, until, host } = await open()
  expect(rows()).toEqual([])
  expect(await create('Todos')).toEqual({ type: 'done' })
  await until(() =>
    expect(rows()).toMatchObject([{ name: 'Todos', table: 'public.todos', events: 'Insert' }]),
  )
  expect(screen.$editing.get()).toBeNull()
  const act = (id: string) => {
    const [row] = rows() ?? []
    if (!row) throw new Error('there is no row')
    screen
      .actions(row)
      .find((action) => action.id === id)
      ?.run()
  }
  act('edit')
  expect(screen.form.$values.get()).toMatchObject({ name: 'Todos', kind: 'http', seconds: '5' })
  screen.form.set('deletes', true)
  screen.form.set('headers', 'X-Api-Key: hush')
  expect(await screen.form.submit()).toEqual({ type: 'done' })
  await until(() => expect(rows()).toMatchObject([{ events: 'Insert, Delete' }]))
  act('edit')
  expect(screen.form.$values.get()).toMatchObject({ headers: 'X-Api-Key' })
  screen.closeForm()
  act('turn')
  await until(() => expect(rows()).toMatchObject([{ state: { label: 'Off' } }]))
  act('secret')
  await until(() =>
    expect(host.notes.map(({ message }) => message)).toContain('The signing secret was copied'),
  )
  act('delete')
  await screen.deletion.confirm()
  await until(() => expect(rows()).toEqual([]))
})

test('what is wrong is told at its field, and nothing is sent', async () => {
  const { screen, create, fake } = await open()
  const problems = () => screen.form.$problems.get()
  screen.add()
  screen.form.set('inserts', false)
  screen.form.set('seconds', '31')
  screen.form.set('headers', 'X-Fine: 1\nWebhook-Id: 2')
  expect(await screen.form.submit()).toMatchObject({ type: 'invalid' })
  expect(problems()).toMatchObject({
    name: 'Enter a name',
    table: 'Choose a table',
    seconds: 'Enter a whole number from 1 to 30',
    headers: 'Line 2: This header is written by the platform',
  })
  screen.closeForm()
  screen.form.reset()
  await create('Taken')
  expect(await create('Taken')).toMatchObject({ type: 'failed', field: 'name' })
  expect(
    fake.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/webhooks')),
  ).toHaveLength(2)
})

test('a table that is gone is a problem in its row', async () => {
  const { rows, create, until } = await open()
  await create('Lost', 'gone')
  await until(() =>
    expect(rows()).toMatchObject([
      { state: { label: 'Problem' }, problem: expect.stringContaining('public.gone') },
    ]),
  )
})

test('deliveries are shown with their last attempt, and a failed one is sent again', async () => {
  const { screen, rows, create, until, fake } = await open()
  await create('Todos')
  await until(() => expect(rows()).toHaveLength(1))
  const attempt = { at: '2026-01-01T00:00:00Z', took_ms: 12, status: 500, reason: null, answer: 'oh no' }
  const delivery = (changes: Partial<WebhookDelivery>): WebhookDelivery => ({
    id: '00000000-0000-4000-8000-000000000001',
    event: 'INSERT',
    status: 'failed',
    created_at: '2026-01-01T00:00:00Z',
    next_at: null,
    attempts: [attempt, attempt],
    ...changes,
  })
  const [project] = fake.world.projects
  project?.webhooks?.[0]?.deliveries.push(
    delivery({}),
    delivery({ id: '00000000-0000-4000-8000-000000000002', status: 'waiting', attempts: [] }),
  )
  const [row] = rows() ?? []
  if (row) screen.showDeliveries(row)
  const shown = () => {
    const remote = screen.$deliveries.get()
    return remote.status === 'ready' ? remote.data : []
  }
  await until(() =>
    expect(shown()).toMatchObject([
      { status: { label: 'Failed' }, last: '500 in 12 ms, 2 attempts', answer: 'oh no', isDone: true },
      { status: { label: 'Waiting' }, last: 'Not tried yet', isDone: false },
    ]),
  )
  const [failed] = shown()
  if (failed) await screen.sendAgain(failed)
  await until(() => expect(shown()[0]).toMatchObject({ status: { label: 'Waiting' } }))
  screen.closeDeliveries()
  expect(screen.$shown.get()).toBeNull()
})

test('who may not change the database changes no webhook', async () => {
  const { screen } = await open((fake) => grantOnly(fake, ['read', 'projects'], ['read', 'database']))
  screen.add()
  expect(screen.$editing.get()).toBeNull()
  expect(screen.$mayChange.get()).toMatchObject({ disabled: true, hint: expect.any(String) })
})
