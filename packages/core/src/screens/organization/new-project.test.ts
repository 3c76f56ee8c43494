import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { NewProjectScreen } from './new-project.js'

let opened: OpenedScreen<NewProjectScreen> | undefined
afterEach(() => opened?.end())

async function open(prepare?: (fake: FakePlatform) => void) {
  opened = await openScreen('newProject', '/new/default', prepare)
  const { screen, watch, until } = opened
  watch(screen.$create, screen.$organization, screen.$engines, screen.existing.$trial)
  await until(() => expect(screen.$engines.get().length).toBeGreaterThan(0))
  return opened
}

test('a new project is made and opened', async () => {
  const { screen, host, fake } = await open()
  screen.form.set('name', 'Shop')
  screen.form.set('region', 'eu-west-1')
  expect(await screen.form.submit()).toEqual({ type: 'done' })
  expect(fake.requests.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Shop',
    organization_slug: 'default',
    region: 'eu-west-1',
  })
  expect(host.navigation.current().pathname).toBe('/project/ref-2')
  expect(screen.$organization.get()).toBe('Default organization')
})

test('left half filled it is found again, without its password; cancelled it is empty', async () => {
  const first = await open()
  first.screen.form.set('name', 'Half a na')
  first.screen.form.set('region', 'eu-west-1')
  first.screen.generatePassword()
  const { deck, until } = first
  const again = async () => {
    deck.router.open('/organizations')
    await until(() => expect(deck.$screen.get().name).toBe('organizations'))
    deck.router.open('/new/default')
    await until(() => expect(deck.$screen.get().name).toBe('newProject'))
    return (deck.$screen.get() as unknown as { screen: NewProjectScreen }).screen.form
  }
  const form = await again()
  expect(form.$values.get()).toMatchObject({ name: 'Half a na', region: 'eu-west-1', db_pass: '' })
  form.reset()
  expect((await again()).$values.get().name).toBe('')
})

test('a password can be made up, copied and sent', async () => {
  const { screen, host, fake } = await open()
  screen.form.set('name', 'Shop')
  screen.generatePassword()
  const { db_pass } = screen.form.$values.get()
  expect(db_pass).toMatch(/^[a-z2-9]{24}$/)
  screen.generatePassword()
  expect(screen.form.$values.get().db_pass).not.toBe(db_pass)
  await screen.copyPassword()
  await screen.form.submit()
  const sent = fake.requests.find(({ method }) => method === 'POST')?.body
  expect(sent).toMatchObject({ db_pass: host.copied[0] })
})

test('a short password is refused before anything is sent', async () => {
  const { screen } = await open()
  screen.form.set('name', 'Shop')
  screen.form.set('db_pass', 'short')
  expect(await screen.form.submit()).toEqual({ type: 'invalid', field: 'db_pass' })
})

test('the engines that can’t run here say why and can’t be chosen', async () => {
  const { screen, fake } = await open(({ runtime }) => {
    runtime.capabilities = {
      engine: 'pglite',
      engines: [
        { kind: 'cluster', available: false, reason: 'No PostgreSQL is installed' },
        { kind: 'pglite', available: true, description: '' },
      ],
    }
  })
  expect(screen.$engines.get()).toMatchObject([
    { value: 'cluster', label: 'PostgreSQL server', body: 'No PostgreSQL is installed', disabled: true },
    { value: '', label: 'PGlite', disabled: false },
  ])
  screen.form.set('name', 'Shop')
  await screen.form.submit()
  expect(fake.requests.find(({ method }) => method === 'POST')?.body).not.toHaveProperty('engine')
})

test('the name that was typed goes with the choice of a way', async () => {
  const { screen } = await open()
  screen.form.set('name', 'Shop')
  screen.choose('existing')
  expect(screen.existing.form.$values.get().name).toBe('Shop')
  screen.existing.form.set('name', 'Old shop')
  screen.choose('new')
  expect(screen.form.$values.get().name).toBe('Old shop')
})

const url = (host: string, password = 'secret') => `postgresql://me:${password}@${host}:5432/shop`

test('an existing database is tried first, and then added with its certificate', async () => {
  const { screen, fake, host } = await open()
  const { form, $trial, tryIt } = screen.existing
  form.set('name', 'Old shop')
  form.set('database_url', url('db.example.com'))
  form.set('mode', 'verify-full')
  form.set('ca', '\n-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n')
  await tryIt()
  expect($trial.get()).toEqual({ status: 'reached', sentence: 'Connected to PostgreSQL 17.2.' })
  expect(await form.submit()).toEqual({ type: 'done' })
  expect(host.navigation.current().pathname).toBe('/project/ref-2')
  expect(fake.world.projects[1]?.project).toMatchObject({ name: 'Old shop', engine: 'postgres' })
  expect(fake.requests.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
    tls: { mode: 'verify-full', ca: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----' },
  })
})

test.each([
  ['an unreachable host', url('gone.example.com'), 'gone.example.com can’t be reached.'],
  ['a wrong password', url('db.example.com', 'wrong'), 'The database refused the password.'],
  [
    'a certificate that is not trusted',
    url('self-signed.example.com'),
    'The certificate is not trusted. Paste its CA certificate below, or choose an encryption that does not check it.',
  ],
])('%s is said in one sentence, and nothing is added', async (_, address, sentence) => {
  const { screen, fake } = await open()
  const { form, $trial, tryIt } = screen.existing
  form.set('name', 'Old shop')
  form.set('database_url', address)
  await tryIt()
  expect($trial.get()).toEqual({ status: 'refused', sentence })
  expect((await form.submit()).type).not.toBe('done')
  expect(fake.world.projects).toHaveLength(1)
  expect(form.$values.get()).toMatchObject({ name: 'Old shop', database_url: address })
})

test('what is no address is said at its field, and nothing is tried', async () => {
  const { screen, fake } = await open()
  const { form, $trial, tryIt } = screen.existing
  const sentence = 'The database URL must be of the form postgresql://user:password@host:5432/database'
  await tryIt()
  expect($trial.get()).toEqual({ status: 'refused', sentence })
  form.set('database_url', 'mysql://x')
  await tryIt()
  expect(form.$problems.get()).toEqual({ database_url: sentence })
  expect($trial.get()).toEqual({ status: 'untried' })
  expect(fake.requests.some(({ method }) => method === 'POST')).toBe(false)
})

test('a connection without encryption is told', async () => {
  const { screen } = await open()
  screen.existing.form.set('database_url', url('plain.example.com'))
  await screen.existing.tryIt()
  expect(screen.existing.$trial.get()).toMatchObject({
    status: 'reached',
    warning: 'The connection is not encrypted: others on the network can read it.',
  })
})

test('an answer about an address that was changed meanwhile is not shown', async () => {
  const { screen } = await open()
  const { form, $trial, tryIt } = screen.existing
  form.set('database_url', url('db.example.com'))
  const trying = tryIt()
  expect($trial.get()).toEqual({ status: 'trying' })
  form.set('database_url', url('gone.example.com'))
  await trying
  expect($trial.get()).toEqual({ status: 'untried' })
})

test('who may not create projects is told so', async () => {
  const { screen, until } = await open((fake) => grantOnly(fake, ['read', '%']))
  await until(() => expect(screen.$create.get()).toMatchObject({ disabled: true, hint: expect.any(String) }))
})
