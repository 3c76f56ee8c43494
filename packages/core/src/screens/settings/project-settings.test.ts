import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { ProjectSettingsScreen } from './project-settings.js'

let opened: OpenedScreen<ProjectSettingsScreen> | undefined
afterEach(() => {
  opened?.end()
  vi.useRealTimers()
})

async function open(prepare?: (fake: FakePlatform) => void) {
  opened = await openScreen('projectSettings', '/project/default/settings/general', prepare)
  const { screen, watch, until } = opened
  watch(
    screen.$project,
    screen.$mayRename,
    screen.$mayPause,
    screen.$mayTransfer,
    screen.$mayDelete,
    screen.transfer.$targets,
    screen.$availability,
  )
  await until(() => {
    expect(screen.$project.get().status).toBe('ready')
    expect(screen.transfer.$targets.get()).not.toBeNull()
  })
  return opened
}

const withAnother = (fake: FakePlatform) => {
  fake.world.organizations.push({ ...fake.world.organizations[0]!, id: 2, slug: 'acme', name: 'Acme' })
  fake.accounts.permissions.push({ actions: ['%'], resources: ['%'], organization_slug: 'acme' })
  fake.world.organizations.push({ ...fake.world.organizations[0]!, id: 3, slug: 'closed', name: 'Closed' })
}

test('it is renamed, and two who rename at once are asked whose name stays', async () => {
  const { screen, fake, host } = await open()
  const { form } = screen.edit
  form.set('name', 'Shop')
  expect(await form.submit()).toEqual({ type: 'done' })
  expect(fake.project.name).toBe('Shop')
  expect(host.notes).toEqual([{ kind: 'success', message: 'Saved' }])
  form.set('name', 'Mine')
  Object.assign(fake.project, { name: 'Theirs', updated_at: '2026-02-02T00:00:00.000Z' })
  expect(await form.submit()).toEqual({ type: 'failed' })
  expect(screen.edit.$conflicts.get()).toEqual([{ field: 'name', mine: 'Mine', theirs: 'Theirs' }])
  await screen.edit.keepMine()
  expect(fake.project.name).toBe('Mine')
})

test('a database that was added by URL offers its preparing SQL in the editor', async () => {
  const { screen, host } = await open((fake) => Object.assign(fake.project, { engine: 'postgres' }))
  const end = screen.$mayPrepare.listen(() => {})
  expect(screen.$mayPrepare.get()).toBe(true)
  await screen.openPrepareSql()
  expect(host.navigation.current().pathname).toMatch(/^\/project\/default\/sql\//)
  end()
})

test('a database that was made here offers none', async () => {
  const { screen, host } = await open()
  expect(screen.$mayPrepare.get()).toBe(false)
  await screen.openPrepareSql()
  expect(host.notes).toEqual([
    { kind: 'error', message: 'Only a database that was added by its URL needs preparing' },
  ])
})

test('a change of the status meanwhile is no conflict', async () => {
  const { screen, fake } = await open()
  screen.edit.form.set('name', 'Shop')
  fake.settle('default', 'ACTIVE_UNHEALTHY')
  expect(await screen.edit.form.submit()).toEqual({ type: 'done' })
  expect(fake.project).toMatchObject({ name: 'Shop', status: 'ACTIVE_UNHEALTHY' })
})

test('a running project is paused after a question, and then resumed', async () => {
  vi.useFakeTimers()
  const { screen, fake } = await open()
  expect(screen.$availability.get()).toMatchObject({ action: 'pause', label: 'Pause project' })
  screen.changeAvailability()
  expect(fake.project.status).toBe('ACTIVE_HEALTHY')
  await screen.pausing.confirm()
  expect(fake.project.status).toBe('PAUSING')
  expect(screen.$availability.get()).not.toHaveProperty('action')
  fake.settle('default')
  await vi.advanceTimersByTimeAsync(1100)
  expect(screen.$availability.get()).toMatchObject({ action: 'resume', label: 'Resume project' })
  screen.changeAvailability()
  await vi.advanceTimersByTimeAsync(100)
  expect(fake.project.status).toBe('RESTORING')
})

test('what could not be opened is tried again', async () => {
  const { screen } = await open((fake) => fake.settle('default', 'INIT_FAILED', 'No'))
  expect(screen.$availability.get()).toMatchObject({ action: 'resume', label: 'Try again' })
})

test('it goes to another organization where one may create projects', async () => {
  const { screen, fake, host } = await open(withAnother)
  expect(screen.transfer.$targets.get()).toEqual([{ value: 'acme', label: 'Acme' }])
  screen.transfer.ask()
  expect(screen.transfer.question.$state.get()).toEqual({ status: 'closed' })
  screen.transfer.choose('acme')
  screen.transfer.ask()
  await screen.transfer.question.confirm()
  expect(fake.project.organization_slug).toBe('acme')
  expect(host.notes).toEqual([{ kind: 'success', message: 'Default project was transferred to Acme' }])
})

test('it is deleted when its name was typed', async () => {
  const { screen, fake, host } = await open()
  screen.askDelete()
  await screen.deletion.confirm('wrong')
  expect(screen.deletion.$state.get()).toMatchObject({ status: 'open', problem: expect.any(String) })
  await screen.deletion.confirm('Default project')
  expect(fake.world.projects).toEqual([])
  expect(host.navigation.current().pathname).toBe('/org/default')
  expect(host.notes).toEqual([{ kind: 'success', message: 'Default project was deleted' }])
})

test('what a process that does not come back keeps of it is said', async () => {
  const { screen, fake, host } = await open()
  fake.world.filesLeft = { folder: 'projects/default', process: 'the-id' }
  screen.askDelete()
  await screen.deletion.confirm('Default project')
  expect(host.notes).toEqual([
    {
      kind: 'info',
      message: 'Default project was deleted',
      detail:
        'The files of its database are still on the machine that ran it: projects/default in the data directory whose basedeck.json has the id the-id. Its operator can delete them there.',
    },
  ])
})

test('an added database is only forgotten, which is said before', async () => {
  const { screen, watch } = await open((fake) => {
    fake.project.engine = 'postgres'
  })
  expect(watch(screen.$deleteBody)()).toContain('is not changed')
})

test('while it changes it is not transferred', async () => {
  const { screen, until } = await open((fake) => {
    withAnother(fake)
    fake.settle('default', 'COMING_UP')
  })
  await until(() =>
    expect(screen.$mayTransfer.get()).toEqual({
      disabled: true,
      hint: 'The status of the project is changing. Wait until it has finished.',
    }),
  )
  expect(screen.$mayDelete.get()).toEqual({ disabled: false })
})

test('the one project of a self-hosted platform stays', async () => {
  const { screen, until } = await open((fake) => {
    fake.runtime.isPlatform = false
  })
  await until(() => {
    expect(screen.$mayDelete.get()).toMatchObject({ disabled: true })
    expect(screen.$mayTransfer.get()).toMatchObject({ disabled: true })
    expect(screen.$mayRename.get()).toEqual({ disabled: false })
    expect(screen.$mayLeave.get()).toBe(false)
  })
})

test('who may only look is told why nothing can be changed', async () => {
  const { screen, until } = await open((fake) => grantOnly(fake, ['read', '%']))
  await until(() => {
    for (const $may of [screen.$mayRename, screen.$mayPause, screen.$mayTransfer, screen.$mayDelete])
      expect($may.get()).toEqual({ disabled: true, hint: expect.stringContaining('Your role') })
  })
})
