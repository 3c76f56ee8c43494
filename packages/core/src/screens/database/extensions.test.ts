import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { ExtensionsScreen } from './extensions.js'

let opened: OpenedScreen<ExtensionsScreen> | undefined
afterEach(() => opened?.end())

async function open(prepare?: (fake: FakePlatform) => void) {
  opened = await openScreen('extensions', '/project/default/database/extensions', prepare)
  const { screen, watch, until } = opened
  const rows = watch(screen.$rows)
  watch(screen.$problem, screen.removal.$state, screen.$dependents, screen.allowance.$state)
  await until(() => expect(rows().status).toBe('ready'))
  const row = (name: string) => {
    const now = rows()
    const found = now.status === 'ready' && now.data.find((one) => one.name === name)
    if (!found) throw new Error(`${name} is not listed.`)
    return found
  }
  const action = (name: string, kind: string) => row(name).actions.find((one) => one.kind === kind)
  await until(() => expect(action('hstore', 'install')?.control.disabled).toBeDefined())
  return { ...opened, rows, row, action }
}

test('each says whether it is installed, and why it can’t be', async () => {
  const { row } = await open()
  expect(row('plpgsql')).toMatchObject({
    badge: { label: 'Installed' },
    mark: 'in pg_catalog',
    note: expect.stringContaining('PostgreSQL’s own language'),
    actions: [],
  })
  expect(row('hstore')).toMatchObject({ badge: { label: 'Available' }, note: null })
  expect(row('dblink')).toMatchObject({
    badge: { label: 'Closed' },
    note: expect.stringContaining('An administrator of the installation can allow it'),
  })
  expect(row('dblink').actions.map(({ kind }) => kind)).not.toContain('install')
})

test('one is installed and removed', async () => {
  const { screen, row, action, host, until } = await open()
  await until(() => expect(action('hstore', 'install')?.control).toEqual({ disabled: false }))
  action('hstore', 'install')?.run()
  await until(() =>
    expect(row('hstore')).toMatchObject({ badge: { label: 'Installed' }, mark: 'in extensions' }),
  )
  action('hstore', 'remove')?.run()
  expect(screen.removal.$state.get()).toMatchObject({ status: 'open', subject: { name: 'hstore' } })
  expect(screen.$dependents.get()).toMatchObject({ heading: expect.any(String) })
  await screen.removal.confirm()
  await until(() => expect(row('hstore').badge.label).toBe('Available'))
  expect(host.notes.map(({ message }) => message)).toEqual(['hstore is installed', 'hstore was removed'])
})

test('what PostgreSQL says against it stays on the page', async () => {
  const { screen, action, fake, until } = await open()
  await until(() => expect(action('hstore', 'install')?.control).toEqual({ disabled: false }))
  Object.assign(fake.extensions.find(({ name }) => name === 'hstore') ?? {}, { closed_because: 'Not today.' })
  action('hstore', 'install')?.run()
  await until(() =>
    expect(screen.$problem.get()).toEqual({ title: 'hstore could not be installed', message: 'Not today.' }),
  )
})

test('who allows one is told what it reaches', async () => {
  const { screen, row, action, until } = await open()
  action('dblink', 'allow')?.run()
  expect(screen.allowance.$state.get()).toMatchObject({
    subject: { body: expect.stringContaining('connects from the server to every address') },
  })
  await screen.allowance.confirm()
  await until(() => expect(row('dblink')).toMatchObject({ mark: 'allowed for this project' }))
  expect(action('dblink', 'install')).toBeDefined()
  action('dblink', 'forbid')?.run()
  await until(() => expect(row('dblink').badge.label).toBe('Closed'))
})

test('who may not change the database installs nothing', async () => {
  const { action, until } = await open((fake) => grantOnly(fake, ['read', '%']))
  await until(() =>
    expect(action('hstore', 'install')?.control).toMatchObject({ disabled: true, hint: expect.any(String) }),
  )
})

test('where there are no others it says so', async () => {
  const { screen, watch } = await open((fake) => {
    fake.extensions.splice(
      0,
      fake.extensions.length,
      ...fake.extensions.filter(({ name }) => name === 'hstore'),
    )
  })
  expect(watch(screen.$note)()).toContain('comes with no other extensions')
})

test('they are found by their names and by what they are for', async () => {
  const { screen, rows } = await open()
  screen.search('ABOUT HST')
  expect(rows()).toMatchObject({ data: [{ name: 'hstore' }] })
})
