import { createFakePlatform, type FakePlatform } from '@basedeck/platform-client/testing'
import type { ReadableAtom } from 'nanostores'
import { expect, onTestFinished, test, vi } from 'vitest'
import { grantOnly } from '../../testing/open-screen.js'
import { createMemoryHost } from '../../testing/memory-host.js'
import { testDeck } from '../../testing/test-deck.js'

async function openConnect(search: string, prepare: (fake: FakePlatform) => void = () => undefined) {
  const host = createMemoryHost(`/project/default${search}`)
  const fake = createFakePlatform()
  prepare(fake)
  const deck = testDeck(host, fake)
  const { connect: door } = deck.shell.extras
  const watch = <Value>($store: ReadableAtom<Value>) => {
    onTestFinished($store.subscribe(() => undefined))
    return () => $store.get()
  }
  const button = watch(door.$button)
  const until = (check: () => void) => vi.waitFor(check)
  const shown = async () => {
    await until(() => expect(door.$dialog.get()).not.toBeNull())
    const dialog = door.$dialog.get()
    if (!dialog) throw new Error('no dialog')
    return dialog
  }
  const address = () => host.navigation.history.at(-1)
  return { host, fake, deck, door, watch, button, until, shown, address }
}

test('a link opens the dialog with its choices, each choice is written into the address, and closing removes them', async () => {
  const { shown, watch, until, address, door } = await openConnect(
    '?x=1&showConnect=true&tab=frameworks&framework=nextjs&using=pages',
  )
  const dialog = await shown()
  const lists = watch(dialog.files.$lists)
  const files = watch(dialog.files.$files)
  await until(() => expect(files()?.map(({ name }) => name)).toContain('pages/index.tsx'))
  expect(lists().map(({ label, value }) => [label, value])).toEqual([
    ['Framework', 'nextjs'],
    ['Using', 'pages'],
    ['With', 'pg'],
  ])
  dialog.files.choose('with', 'kysely')
  expect(address()).toBe(
    '/project/default?x=1&showConnect=true&tab=frameworks&framework=nextjs&using=pages&with=kysely',
  )
  dialog.files.choose('framework', 'nuxt')
  expect(address()).toBe('/project/default?x=1&showConnect=true&tab=frameworks&framework=nuxt')
  dialog.openTab('orms')
  expect(address()).toBe('/project/default?x=1&showConnect=true&tab=orms')
  expect(door.$dialog.get()).toBe(dialog)
  dialog.close()
  expect(address()).toBe('/project/default?x=1')
  expect(door.$dialog.get()).toBeNull()
})

test('the button opens it, and going back closes it', async () => {
  const { door, button, until, shown, host } = await openConnect('')
  await until(() => expect(button()).toEqual({ disabled: false }))
  door.open()
  await shown()
  expect(host.navigation.history).toEqual(['/project/default', '/project/default?showConnect=true'])
  host.navigation.go('/project/default')
  expect(door.$dialog.get()).toBeNull()
})

test('without an active project the button says why, and the dialog goes on once the project is up', async () => {
  const { button, until, shown, watch, fake } = await openConnect('?showConnect=true', (fake) => {
    fake.project.status = 'COMING_UP'
  })
  await until(() =>
    expect(button()).toEqual({
      disabled: true,
      hint: 'Project is currently not active and cannot be connected',
    }),
  )
  const state = watch((await shown()).$state)
  await until(() => expect(state().status).toBe('inactive'))
  fake.settle('default')
  await vi.waitFor(() => expect(state().status).toBe('ready'), { timeout: 5000 })
})

test.each([
  ['COMING_UP', 'The dialog continues by itself when the project is active.'],
  ['INACTIVE', 'The project is paused. Resume it to connect to its database.'],
  ['INIT_FAILED', 'Its database is not running. The overview of the project says why.'],
] as const)('a project that is %s says what comes next', async (status, body) => {
  const { until, shown, watch } = await openConnect('?showConnect=true', (fake) => {
    fake.project.status = status
  })
  const state = watch((await shown()).$state)
  await until(() => expect(state()).toMatchObject({ status: 'inactive', body }))
})

test('self-hosted shows the direct connection; the kinds of strings follow the list', async () => {
  const { shown, watch, until } = await openConnect('?showConnect=true')
  const { strings } = await shown()
  const panels = watch(strings.$panels)
  await until(() => expect(panels()[0]?.shown).not.toBeNull())
  expect(panels()).toHaveLength(1)
  expect(panels()[0]).toMatchObject({
    title: 'Direct connection',
    shown: { text: 'postgresql://postgres:[YOUR-PASSWORD]@127.0.0.1:5432/postgres', form: 'line' },
    notice: null,
  })
  strings.chooseType('dotnet')
  expect(panels()[0]?.shown).toMatchObject({
    form: 'code',
    file: 'appsettings.json',
    label: 'Direct connection: appsettings.json',
  })
  strings.chooseType('cobol')
  expect(strings.$type.get()).toBe('dotnet')
})

test('in PGlite one program can connect at a time, and without a port the dialog says how to open one', async () => {
  const { shown, watch, until } = await openConnect('?showConnect=true', (fake) => {
    fake.project.engine = 'pglite'
  })
  const panels = watch((await shown()).strings.$panels)
  await until(() => expect(panels()[0]?.shown).not.toBeNull())
  expect(panels()[0]?.body).toMatch(/takes one connection at a time/)
  const without = await openConnect('?showConnect=true', (fake) => {
    fake.project.engine = 'pglite'
    fake.world.hasNoPort = true
  })
  const closed = without.watch((await without.shown()).strings.$panels)
  await without.until(() => expect(closed()[0]?.unavailable).toMatch(/--pg-port/))
  expect(closed()[0]?.shown).toBeNull()
})

test('a file with an address that nothing listens at is not shown, and the reason is', async () => {
  const { shown, watch, until } = await openConnect('?showConnect=true&tab=orms', (fake) => {
    fake.project.engine = 'pglite'
    fake.world.hasNoPort = true
  })
  const { files } = await shown()
  const note = watch(files.$note)
  const shownFiles = watch(files.$files)
  await until(() => expect(note()).toMatch(/--pg-port/))
  expect(shownFiles()).toEqual([])
})

test('hosted, the poolers are panels of their own, and say that none runs', async () => {
  const { shown, watch, until } = await openConnect('?showConnect=true', (fake) => {
    fake.runtime.isPlatform = true
  })
  const panels = watch((await shown()).strings.$panels)
  await until(() => expect(panels().every(({ isLoading }) => !isLoading)).toBe(true))
  expect(panels().map(({ title }) => title)).toEqual([
    'Direct connection',
    'Transaction pooler',
    'Session pooler',
  ])
  expect(panels()[1]?.unavailable).toMatch(/^No connection pooler runs here/)
})

test('who may not read service keys sees no key, and is told', async () => {
  const { shown, watch, until } = await openConnect('?showConnect=true&tab=mobiles', (fake) =>
    grantOnly(fake, ['read', 'projects'], ['read', 'api_keys']),
  )
  const { files } = await shown()
  const note = watch(files.$note)
  const shownFiles = watch(files.$files)
  await until(() => expect(note()).toMatch(/^Your role does not allow seeing the API keys/))
  await until(() => expect(shownFiles()?.[1]?.code).toContain('EXPO_PUBLIC_PROJECT_KEY="your-anon-key"'))
})

test('the file that was opened is shown while it is there, else the first one', async () => {
  const { shown, watch, until } = await openConnect('?showConnect=true&tab=orms&framework=drizzle')
  const { files } = await shown()
  const file = watch(files.$file)
  await until(() => expect(file()?.name).toBe('Terminal'))
  files.openFile('src/schema.ts')
  expect(file()?.name).toBe('src/schema.ts')
  files.choose('framework', 'prisma')
  expect(file()?.name).toBe('Terminal')
})

test('tabs that a flag switches off are not there', async () => {
  const { shown, watch, until } = await openConnect('?showConnect=true&tab=orms', (fake) => {
    fake.runtime.flags = { connectOrms: false }
  })
  const dialog = await shown()
  const tabs = watch(dialog.$tabs)
  const tab = watch(dialog.$tab)
  await until(() => expect(tabs().map(({ key }) => key)).toEqual(['direct', 'frameworks', 'mobiles']))
  expect(tab()).toBe('direct')
})

test('settings that can’t be read are an error with a way on', async () => {
  const { shown, watch, until } = await openConnect('?showConnect=true', (fake) => {
    fake.intercept = ({ path }) =>
      path.endsWith('/settings') ? { status: 400, body: { message: 'The control plane is away' } } : undefined
  })
  const state = watch((await shown()).$state)
  await until(() =>
    expect(state()).toMatchObject({ status: 'failed', title: 'Failed to retrieve database settings' }),
  )
})
