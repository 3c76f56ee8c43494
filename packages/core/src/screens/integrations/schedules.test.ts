import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { ScheduleValues } from './schedule-form.js'
import type { SchedulesScreen } from './schedules.js'

let opened: OpenedScreen<SchedulesScreen> | undefined
afterEach(() => opened?.end())

async function open(prepare: (fake: FakePlatform) => void = () => undefined) {
  opened = (await openScreen(
    'schedules',
    '/project/default/integrations/cron/overview',
    prepare,
  )) as OpenedScreen<SchedulesScreen>
  const { screen, watch, until } = opened
  watch(
    screen.schedules.$rows,
    screen.$runs,
    screen.$shown,
    screen.$mayChange,
    screen.$editing,
    screen.$functions,
    screen.$timeZone,
    screen.$preview,
    screen.$zones,
    screen.$isZoneOpen,
  )
  const rows = () => {
    const remote = screen.schedules.$rows.get()
    return remote.status === 'ready' ? remote.data : undefined
  }
  await until(() => {
    expect(rows()).toBeDefined()
    expect(screen.$mayChange.get()).not.toEqual({ disabled: true })
  })
  const create = async (name: string, more: Partial<ScheduleValues> = {}) => {
    screen.add()
    for (const [field, value] of Object.entries({ name, sql: 'select 1', ...more }))
      screen.form.set(field as 'name', value)
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
  return { ...opened, rows, create, act }
}

test('a schedule is created, edited, run, turned off and deleted', async () => {
  const { screen, rows, create, act, until, host } = await open()
  expect(rows()).toEqual([])
  expect(await create('Nightly', { sql: 'delete from old\nwhere true' })).toEqual({ type: 'done' })
  await until(() =>
    expect(rows()).toMatchObject([
      {
        name: 'Nightly',
        times: 'Every day at 03:00',
        expression: '0 3 * * *',
        task: 'delete from old',
        last: null,
      },
    ]),
  )
  expect(screen.$editing.get()).toBeNull()
  act('edit')
  expect(screen.form.$values.get()).toMatchObject({ name: 'Nightly', kind: 'sql', seconds: '30' })
  screen.form.set('kind', 'http')
  screen.form.set('url', 'https://hooks.example.com/a')
  screen.form.set('headers', 'X-Api-Key: hush')
  screen.form.set('expression', '@weekly')
  expect(await screen.form.submit()).toEqual({ type: 'done' })
  await until(() =>
    expect(rows()).toMatchObject([{ times: 'Every Sunday at 00:00', task: 'https://hooks.example.com/a' }]),
  )
  act('edit')
  expect(screen.form.$values.get()).toMatchObject({ headers: 'X-Api-Key' })
  screen.closeForm()
  act('secret')
  await until(() =>
    expect(host.notes.map(({ message }) => message)).toContain('The signing secret was copied'),
  )
  act('run')
  const runs = () => {
    const remote = screen.$runs.get()
    return remote.status === 'ready' ? remote.data : []
  }
  await until(() =>
    expect(runs()).toMatchObject([
      { status: { label: 'Succeeded' }, cause: 'A member', result: 'Answer 200', took: '1 ms' },
    ]),
  )
  await until(() => expect(rows()).toMatchObject([{ last: { status: { label: 'Succeeded' } } }]))
  act('turn')
  await until(() => expect(rows()).toMatchObject([{ state: { label: 'Off' }, next: null }]))
  act('delete')
  await screen.deletion.confirm()
  await until(() => expect(rows()).toEqual([]))
  expect(screen.$shown.get()).toBeNull()
})

test('what an expression says is shown while it is typed, in the time zone of the project', async () => {
  const { screen, until, host } = await open()
  screen.add()
  const moment = host.clock.now()
  expect(screen.$preview.get()).toMatch(/^Every day at 03:00, UTC\. Next: .*03:00; .*03:00; .*03:00$/)
  screen.form.set('expression', 'often')
  expect(screen.$preview.get()).toBe('Enter an expression, and its next times appear here.')
  screen.closeForm()
  screen.changeZone()
  expect(screen.$zones.get()[0]).toEqual({ value: 'UTC', label: 'UTC' })
  screen.zoneForm.set('zone', 'Asia/Tokyo')
  expect(await screen.zoneForm.submit()).toEqual({ type: 'done' })
  await until(() => expect(screen.$timeZone.get()).toBe('Asia/Tokyo'))
  expect(screen.$isZoneOpen.get()).toBe(false)
  screen.form.set('expression', '0 9 * * *')
  expect(screen.$preview.get()).toMatch(/^Every day at 09:00, Asia\/Tokyo\. Next: .*09:00/)
  expect(host.clock.now()).toBe(moment)
})

test('what is wrong is told at its field, and nothing is sent', async () => {
  const { screen, create, fake } = await open()
  const problems = () => screen.form.$problems.get()
  screen.add()
  screen.form.set('expression', '0 0 30 2 *')
  screen.form.set('seconds', '601')
  screen.form.set('headers', 'X-Fine: 1\nWebhook-Id: 2')
  expect(await screen.form.submit()).toMatchObject({ type: 'invalid' })
  expect(problems()).toMatchObject({
    sql: 'Enter SQL, at most 32 KB',
    name: 'Enter a name',
    expression: 'This never comes: none of the months has such a day',
    seconds: 'Enter a whole number from 1 to 600',
    headers: 'Line 2: This header is written by the platform',
  })
  screen.closeForm()
  screen.form.reset()
  expect(await create('No SQL', { sql: ' ' })).toMatchObject({ type: 'invalid' })
  expect(problems()).toMatchObject({ sql: 'Enter SQL, at most 32 KB' })
  expect(await create('No function', { kind: 'function' })).toMatchObject({ type: 'invalid' })
  expect(problems()).toMatchObject({ slug: 'Choose a function' })
  screen.closeForm()
  screen.form.reset()
  await create('Taken')
  expect(await create('Taken')).toMatchObject({ type: 'failed', field: 'name' })
  expect(
    fake.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/schedules')),
  ).toHaveLength(2)
})

test('runs say why they failed, how late they were, and what was skipped', async () => {
  const { screen, rows, create, until, fake } = await open()
  await create('Nightly')
  await until(() => expect(rows()).toHaveLength(1))
  const run = {
    cause: 'time' as const,
    due_at: '2026-01-01T00:00:00Z',
    begun_at: '2026-01-01T02:00:00Z',
    ended_at: '2026-01-01T02:00:09Z',
    attempts: 2,
    took_ms: 9000,
    code: null,
    rows: null,
    answer: null,
  }
  const [project] = fake.world.projects
  project?.schedules?.[0]?.runs.push(
    { ...run, id: '1', status: 'failed', reason: 'refused', answer: 'division by zero' },
    { ...run, id: '2', status: 'skipped', reason: 'overlap', begun_at: null, took_ms: null, attempts: 0 },
  )
  const [row] = rows() ?? []
  if (row) screen.showRuns(row)
  await until(() => {
    const remote = screen.$runs.get()
    expect(remote.status === 'ready' ? remote.data : []).toMatchObject([
      {
        cause: 'Its time, begun 2 times, 2 h late',
        took: '9.0 s',
        result: 'The database refused it',
        answer: 'division by zero',
      },
      {
        status: { label: 'Skipped' },
        cause: 'Its time',
        took: '–',
        result: 'The run before it had not ended',
      },
    ])
  })
  screen.closeRuns()
  expect(screen.$shown.get()).toBeNull()
})

test('who may not change the database changes no schedule and no time zone', async () => {
  const { screen } = await open((fake) => grantOnly(fake, ['read', 'projects'], ['read', 'database']))
  screen.add()
  screen.changeZone()
  expect(screen.$editing.get()).toBeNull()
  expect(screen.$isZoneOpen.get()).toBe(false)
  expect(screen.$mayChange.get()).toMatchObject({ disabled: true, hint: expect.any(String) })
})
