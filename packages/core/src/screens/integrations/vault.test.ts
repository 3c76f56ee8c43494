import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { SecretRow, VaultScreen } from './vault.js'

let opened: OpenedScreen<VaultScreen> | undefined
afterEach(() => opened?.end())

async function open(prepare?: (fake: FakePlatform) => void) {
  opened = await openScreen('vault', '/project/default/integrations/vault/overview', prepare)
  const { screen, watch, until } = opened
  watch(screen.secrets.$rows, screen.$keptIn, screen.$isEmpty, screen.$mayReveal, screen.$mayUpdate)
  watch(screen.$mayCreate, screen.$mayDelete, screen.paste.$found)
  const rows = (): SecretRow[] => {
    const remote = screen.secrets.$rows.get()
    return remote.status === 'ready' ? remote.data : []
  }
  await until(() => {
    expect(screen.secrets.$rows.get().status).toBe('ready')
    expect(screen.$mayDelete.get()).not.toEqual({ disabled: true })
  })
  const reveals = () => opened?.fake.requests.filter(({ path }) => path.endsWith('/reveal')).length
  return { ...opened, rows, reveals }
}

type Opened = Awaited<ReturnType<typeof open>>

async function add({ screen, rows, until }: Opened, name: string, value: string, description = '') {
  screen.add()
  screen.addition.set('name', name)
  screen.addition.set('value', value)
  screen.addition.set('description', description)
  expect(await screen.addition.submit()).toEqual({ type: 'done' })
  await until(() => expect(rows().some((row) => row.name === name)).toBe(true))
}

test('an empty vault says so; a secret is added and its value is not in the list', async () => {
  const page = await open()
  expect(page.screen.$isEmpty.get()).toBe(true)
  await add(page, 'MAIL_KEY', 'hush', 'of the mailer')
  expect(page.screen.$isAdding.get()).toBe(false)
  expect(page.rows()).toMatchObject([{ name: 'MAIL_KEY', description: 'of the mailer', isShown: false }])
  expect(JSON.stringify(page.rows())).not.toContain('hush')
  expect(page.screen.$keptIn.get()).toContain('Encrypted with the key of this installation')
  expect(page.host.notes).toMatchObject([{ message: 'MAIL_KEY was added' }])
})

test('a value is shown when asked for, hidden without another question, and copied unseen', async () => {
  const page = await open()
  await add(page, 'MAIL_KEY', 'hush')
  const { screen, rows, reveals, host } = page
  await screen.toggle(rows()[0]!)
  expect(rows()).toMatchObject([{ shown: 'hush', isShown: true }])
  await screen.toggle(rows()[0]!)
  expect(rows()).toMatchObject([{ isShown: false }])
  expect(reveals()).toBe(1)
  expect(await screen.copy(rows()[0]!)).toBe(true)
  expect(host.copied).toEqual(['hush'])
  expect(reveals()).toBe(2)
})

test('an edit sends what changed; without a new value the old one stays', async () => {
  const page = await open()
  await add(page, 'MAIL_KEY', 'hush')
  const { screen, rows, fake, until } = page
  screen.edit(rows()[0]!)
  expect(screen.edition.$values.get()).toEqual({ name: 'MAIL_KEY', value: '', description: '' })
  screen.edition.set('description', 'of the mailer')
  expect(await screen.edition.submit()).toEqual({ type: 'done' })
  expect(fake.requests.findLast(({ method }) => method === 'PATCH')?.body).toEqual({
    description: 'of the mailer',
  })
  await until(() => expect(rows()).toMatchObject([{ description: 'of the mailer' }]))
  await screen.toggle(rows()[0]!)
  screen.edit(rows()[0]!)
  screen.edition.set('value', 'new')
  await screen.edition.submit()
  expect(rows()).toMatchObject([{ isShown: false }])
  await screen.toggle(rows()[0]!)
  expect(rows()).toMatchObject([{ shown: 'new' }])
})

test('a name that exists is refused at its field', async () => {
  const page = await open()
  await add(page, 'MAIL_KEY', 'hush')
  const { screen } = page
  screen.addition.set('name', 'MAIL_KEY')
  screen.addition.set('value', 'other')
  expect(await screen.addition.submit()).toEqual({ type: 'failed', field: 'name' })
})

test('a text of many is read while it is typed, and what can’t be read is named', async () => {
  const page = await open()
  const { screen, rows, until, host } = page
  screen.paste.open()
  screen.paste.form.set('text', 'nothing')
  expect(await screen.paste.form.submit()).toEqual({ type: 'invalid', field: 'text' })
  screen.paste.form.set('text', 'A=1\nnonsense\nexport B="two"')
  expect(screen.paste.$found.get()).toEqual({
    note: '2 secrets found.',
    problems: ['Line 2: there is no = between a name and a value'],
  })
  expect(await screen.paste.form.submit()).toEqual({ type: 'done' })
  await until(() => expect(rows().map(({ name }) => name)).toEqual(['A', 'B']))
  expect(host.notes).toMatchObject([{ message: '2 secrets were added' }])
  screen.search('b')
  expect(rows().map(({ name }) => name)).toEqual(['B'])
  screen.deletion.ask(rows()[0]!)
  await screen.deletion.confirm()
  await until(() => expect(rows()).toEqual([]))
  expect(screen.$isEmpty.get()).toBe(false)
})

test('who may only read sees the names, and is told why the rest is off', async () => {
  const { screen, rows } = await open((fake) => {
    grantOnly(fake, ['read', 'projects'], ['read', 'project_settings'])
  })
  expect(rows()).toEqual([])
  expect(screen.$mayReveal.get()).toEqual({
    disabled: true,
    hint: 'Your role does not allow seeing the values of secrets',
  })
  screen.add()
  screen.paste.open()
  expect([screen.$isAdding.get(), screen.paste.$isOpen.get()]).toEqual([false, false])
})
