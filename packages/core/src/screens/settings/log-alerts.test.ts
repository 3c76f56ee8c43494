import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { LogDrainsScreen } from './log-drains.js'

let opened: OpenedScreen<LogDrainsScreen> | undefined
afterEach(() => opened?.end())

async function open(prepare: (fake: FakePlatform) => void = () => undefined, search = '') {
  opened = (await openScreen(
    'logDrains',
    `/project/default/settings/log-drains${search}`,
    prepare,
  )) as OpenedScreen<LogDrainsScreen>
  const { watch, until, host } = opened
  const part = opened.screen.alerts
  watch(part.alerts.$rows, part.$mayChange, part.$editing, part.$shown, part.$events)
  const rows = () => {
    const remote = part.alerts.$rows.get()
    return remote.status === 'ready' ? remote.data : undefined
  }
  await until(() => {
    expect(rows()).toBeDefined()
    expect(part.$mayChange.get()).not.toEqual({ disabled: true })
  })
  const create = async (values: Record<string, unknown>) => {
    part.add()
    for (const [field, value] of Object.entries(values)) part.form.set(field as 'name', value as string)
    return part.form.submit()
  }
  const act = (id: string) => {
    const [row] = rows() ?? []
    if (!row) throw new Error('there is no row')
    part
      .actions(row)
      .find((action) => action.id === id)
      ?.run()
  }
  return { ...opened, part, rows, create, act, notes: () => host.notes.map(({ message }) => message) }
}

test('an alert is created, edited, tried, turned off and deleted', async () => {
  const { part, rows, create, act, until, notes } = await open()
  expect(rows()).toEqual([])
  part.add()
  part.chooseRoles(['developer', 'owner'])
  expect(await create({ name: 'Errors', limit: '1000', url: 'https://hooks.example.com/x' })).toEqual({
    type: 'done',
  })
  await until(() =>
    expect(rows()).toMatchObject([
      {
        name: 'Errors',
        query: 'level:error',
        condition: 'More than 1,000 in the last 5 minutes',
        state: { label: 'Nothing known yet' },
        value: '–',
      },
    ]),
  )
  act('edit')
  expect(part.form.$values.get()).toMatchObject({ roles: ['owner', 'developer'], limit: '1000' })
  part.form.set('comparison', 'below')
  part.form.set('query', '')
  part.form.set('minutes', '1')
  part.form.set('forMinutes', '1')
  expect(await part.form.submit()).toEqual({ type: 'done' })
  await until(() =>
    expect(rows()).toMatchObject([
      { query: 'All lines', condition: 'Fewer than 1,000 in the last minute, for 1 minute' },
    ]),
  )
  act('test')
  await until(() => expect(notes()).toContain('A test of Errors was sent to everybody whom it tells'))
  act('secret')
  await until(() => expect(notes()).toContain('The signing secret was copied'))
  act('turn')
  await until(() => expect(rows()).toMatchObject([{ state: { label: 'Off' } }]))
  act('delete')
  await part.deletion.confirm()
  await until(() => expect(rows()).toEqual([]))
})

test('what is wrong is told at its field, and nothing is sent', async () => {
  const { part, create, fake } = await open()
  expect(
    await create({ query: 'status:>x "open', limit: '-1', minutes: '0', forMinutes: '1.5', url: 'ftp://x' }),
  ).toMatchObject({ type: 'invalid' })
  expect(part.form.$problems.get()).toMatchObject({
    name: 'Enter a name',
    query: expect.stringContaining('can’t be read') as string,
    limit: 'Enter a whole number from 0',
    minutes: 'Enter a whole number from 1 to 1440',
    forMinutes: 'Enter a whole number from 0 to 1440',
    url: 'Enter an address that begins with https:// or http://',
  })
  expect(fake.requests.filter(({ method }) => method === 'POST')).toEqual([])
})

test('what fires is shown with its history', async () => {
  const { part, rows, create, until, fake } = await open()
  await create({ name: 'Errors' })
  await until(() => expect(rows()).toHaveLength(1))
  const [known] = fake.world.projects[0]?.logAlerts ?? []
  if (!known) throw new Error('there is no alert')
  Object.assign(known.shown, { value: 12, firing_since: '2026-01-01T00:00:00Z' })
  const event = {
    comparison: 'above' as const,
    limit: 10,
    value: 12,
    kind: 'lines' as const,
    query: 'level:error',
    problem: null,
  }
  known.events.push(
    { id: 'b', fired_at: '2026-01-02T00:00:00Z', ended_at: null, ...event },
    { id: 'a', fired_at: '2026-01-01T00:00:00Z', ended_at: '2026-01-01T00:10:00Z', ...event },
  )
  await create({ name: 'Other' })
  await until(() =>
    expect(rows()).toMatchObject([{ state: { label: 'Firing' }, value: '12' }, { name: 'Other' }]),
  )
  const [row] = rows() ?? []
  if (row) part.showHistory(row)
  await until(() =>
    expect(part.$events.get()).toMatchObject({
      data: [
        { firedAt: '2026-01-02T00:00:00Z', endedAt: null, value: '12', why: 'More than 10: level:error' },
        { endedAt: '2026-01-01T00:10:00Z' },
      ],
    }),
  )
  part.closeHistory()
  expect(part.$shown.get()).toBeNull()
})

test('who may not change the settings changes no alert', async () => {
  const { part } = await open((fake) => grantOnly(fake, ['read', 'projects'], ['read', 'project_settings']))
  part.add()
  expect(part.$editing.get()).toBeNull()
  expect(part.$mayChange.get()).toMatchObject({ disabled: true, hint: expect.any(String) })
})

test('the page of the logs leads to an alert on its search', async () => {
  const { part } = await open(undefined, '?alert=status%3A500%20route%3A%2Fx')
  expect(part.$editing.get()).toEqual({ type: 'new' })
  expect(part.form.$values.get()).toMatchObject({ query: 'status:500 route:/x', name: '' })
  part.closeForm()
  part.add()
  expect(part.form.$values.get().query).toBe('level:error')
})

test('the explorer leads to an alert on its query, and a report to one on its figure', async () => {
  const sql = 'select count(*)\nfrom logs'
  const { part, rows, until } = await open(
    undefined,
    `?${new URLSearchParams({ 'alert-sql': sql }).toString()}`,
  )
  expect(part.form.$values.get()).toMatchObject({ kind: 'sql', sql })
  part.form.set('name', 'Many lines')
  part.form.set('limit', '1.5')
  expect(await part.form.submit()).toEqual({ type: 'done' })
  await until(() =>
    expect(rows()).toMatchObject([{ query: sql, condition: 'Above 1.5 in the last 5 minutes' }]),
  )
  opened?.end()
  const other = await open(undefined, '?alert-figure=database_size')
  expect(other.part.form.$values.get()).toMatchObject({ kind: 'figure', figure: 'database_size' })
  other.watch(other.part.$unit)
  expect(other.part.$unit.get()).toBe('MB')
  other.part.form.set('name', 'Large')
  other.part.form.set('limit', '2048')
  expect(await other.part.form.submit()).toEqual({ type: 'done' })
  await other.until(() =>
    expect(other.rows()).toMatchObject([
      {
        query: 'Database size',
        condition: 'Above 2 GB in the last 5 minutes',
        alert: { limit: 2048 * 1024 * 1024 },
      },
    ]),
  )
  other.act('edit')
  expect(other.part.form.$values.get()).toMatchObject({ kind: 'figure', limit: '2048' })
})

test('a limit that is no number is told at its field, and an alert that can’t be checked says why', async () => {
  const { part, rows, create, until, fake } = await open()
  expect(await create({ name: 'Rate', kind: 'figure', limit: 'many' })).toMatchObject({ type: 'invalid' })
  expect(part.form.$problems.get()).toMatchObject({ limit: 'Enter a number' })
  part.form.set('limit', '5')
  expect(await part.form.submit()).toEqual({ type: 'done' })
  const [known] = fake.world.projects[0]?.logAlerts ?? []
  if (known) known.shown.problem = 'The query must give a number.'
  await create({ name: 'Other' })
  await until(() =>
    expect(rows()).toContainEqual(
      expect.objectContaining({
        problem: 'The query must give a number.',
        state: { label: 'Can’t be checked', tone: 'bad' },
        condition: 'Above 5% in the last 5 minutes',
      }),
    ),
  )
})
