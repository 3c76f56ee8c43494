import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { ScheduledBackupsScreen } from './scheduled-backups.js'

let opened: OpenedScreen<ScheduledBackupsScreen>
afterEach(() => opened.end())

const PATH = '/project/default/database/backups/scheduled'
const ownOf = (fake: FakePlatform) => {
  const [own] = fake.world.projects
  if (!own) throw new Error('There is no project')
  return own
}

async function open(prepare: (fake: FakePlatform) => void = () => undefined) {
  opened = await openScreen('scheduledBackups', PATH, prepare)
  const { screen, watch } = opened
  const { form } = screen.edit
  watch(form.$values, form.$problems, screen.edit.$conflicts, screen.$mayChange)
  watch(screen.$unavailable, screen.restoration.$state, screen.removal.$state)
  watch(screen.$copied, screen.copyForm.$problems)
  const create = watch(screen.$create)
  const backups = watch(screen.$backups)
  const rows = () => {
    const all = backups()
    return all.status === 'ready' ? all.data : []
  }
  await opened.until(() => expect(backups().status).toBe('ready'))
  return { ...opened, form, rows, create }
}
const run = (
  screen: ScheduledBackupsScreen,
  row: Parameters<ScheduledBackupsScreen['actions']>[0],
  id: string,
) =>
  screen
    .actions(row)
    .find((action) => action.id === id)
    ?.run()

test('a backup is made, proved, downloaded, restored and deleted', async () => {
  const { screen, rows, until, host, fake } = await open()
  await screen.create()
  await until(() => expect(rows()).toHaveLength(1))
  const [row] = rows()
  expect(row).toMatchObject({ kind: 'By hand', state: 'Whole', size: '1000 bytes', proof: { tone: 'none' } })
  run(screen, row!, 'prove')
  await until(() => expect(rows()[0]?.proof).toMatchObject({ tone: 'good', label: 'Restored' }))
  run(screen, row!, 'download')
  expect(host.downloaded.at(-1)?.url).toContain(`/platform/database/default/backups/${row!.id}/file`)
  run(screen, row!, 'restore')
  await screen.restoration.confirm()
  await until(() => expect(rows().map(({ kind }) => kind)).toEqual(['Before a restore', 'By hand']))
  expect(host.notes.at(-1)?.message).toContain('The project is back at')
  run(screen, row!, 'remove')
  await screen.removal.confirm()
  await until(() => expect(ownOf(fake).backups.map(({ kind }) => kind)).toEqual(['before_restore']))
})

test('a backup is restored into a new project, which is opened', async () => {
  const { screen, rows, until, fake, deck } = await open()
  await screen.create()
  await until(() => expect(rows()).toHaveLength(1))
  run(screen, rows()[0]!, 'copy')
  expect(screen.$copied.get()?.id).toBe(rows()[0]!.id)
  await screen.copyForm.submit()
  expect(screen.copyForm.$problems.get().name).toBe('Give the project a name')
  screen.copyForm.set('name', 'As it was')
  await screen.copyForm.submit()
  expect(screen.$copied.get()).toBeNull()
  const made = fake.world.projects.find(({ project }) => project.name === 'As it was')
  await until(() => expect(deck.router.$route.get().location.pathname).toBe(`/project/${made?.project.ref}`))
})

test('the schedule is saved, a bad number is told at its field', async () => {
  const { form, until, fake } = await open()
  await until(() => expect(form.$values.get().hour).toBe('3'))
  form.set('hour', '24')
  await form.submit()
  expect(form.$problems.get()).toMatchObject({ hour: 'Type a whole number from 0 to 23' })
  form.set('hour', '4')
  form.set('schedule', 'daily')
  await form.submit()
  await until(() => expect(ownOf(fake).backupSettings).toEqual({ schedule: 'daily', hour: 4 }))
})

test('while one is made it can be stopped, and no other one is begun', async () => {
  const { screen, rows, create } = await open((fake) => {
    ownOf(fake).backups.push({
      id: '00000000-0000-4000-8000-000000000001',
      kind: 'scheduled',
      status: 'running',
      begun_at: '2026-01-01T00:00:00Z',
      ended_at: null,
      bytes: null,
      error: null,
      engine: 'pglite',
      proof: null,
    })
  })
  expect(create().disabled).toBe(true)
  expect(screen.actions(rows()[0]!).map(({ id }) => id)).toEqual(['stop'])
})

test('who may only read sees them, and is told why nothing else can be done', async () => {
  const { screen, rows, create, until } = await open((fake) => {
    grantOnly(fake, ['read', '%'])
    ownOf(fake).backups.push({
      id: '00000000-0000-4000-8000-000000000001',
      kind: 'scheduled',
      status: 'completed',
      begun_at: '2026-01-01T00:00:00Z',
      ended_at: '2026-01-01T00:00:01Z',
      bytes: 5,
      error: null,
      engine: 'pglite',
      proof: null,
    })
  })
  await until(() => expect(rows().length).toBeGreaterThan(0))
  await until(() => expect(create()).toMatchObject({ disabled: true, hint: expect.stringContaining('role') }))
  for (const action of screen.actions(rows().at(-1)!)) expect(action.hint).toContain('role')
})

test('what is in the store outside the machine is told, and why it is not', async () => {
  const where = 'https://s3.example.com/backups'
  const { screen, watch } = await open((fake) => {
    ownOf(fake).backupStore = { where, waiting: 0, error: null }
  })
  expect(watch(screen.$store)()).toEqual({ note: `Copies of all of it are in ${where}.`, problem: null })
  opened.end()
  const away = await open((fake) => {
    ownOf(fake).backupStore = { where, waiting: 2, error: 'It is away' }
  })
  expect(away.watch(away.screen.$store)()).toEqual({
    note: `2 files wait to be sent to ${where}.`,
    problem: expect.stringContaining('Nothing is lost'),
  })
})
