/** Where a database is opened: its engine, or its URL with the logins that were prepared there. */
import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseDatabaseUrl } from '../engines/server/database-url.js'
import { createSecretBox } from '../secrets/secret-box.js'
import { DatabaseTargets } from './database-targets.js'
import { ELSEWHERE, addedRow, projectRow, setUpLife } from './testing/told-life.js'

const url = 'postgresql://me:hush@db.example.org:6000/shop'
const secrets = { 'shop database_url': url }

const targetsOf = (...given: Parameters<typeof setUpLife>) => new DatabaseTargets(setUpLife(...given).deps)

test('a database with files here is opened by its engine, with the memory that was chosen for it', async () => {
  expect(await targetsOf([]).of(projectRow({ engine: 'pglite' }))).toStrictEqual({
    id: 'shop',
    engine: 'pglite',
  })
  const target = await targetsOf([], { memoryOf: async (ref) => ref.length }).of(projectRow())
  expect(target).toMatchObject({ id: 'shop', engine: 'cluster' })
  expect(target.engine !== 'postgres' && (await target.memory?.())).toBe(4)
})

test('one with files elsewhere is not opened; one by URL is anywhere', async () => {
  const targets = targetsOf([], { secrets })
  const far = projectRow({ installation_id: ELSEWHERE })
  await expect(targets.of(far)).rejects.toMatchObject({ code: 'elsewhere' })
  expect([far, projectRow(), addedRow()].map((row) => targets.isHere(row))).toEqual([false, true, true])
})

test('an added database is opened at its URL, trusted as its URL or its own settings say', async () => {
  const asUrl = await targetsOf([], { secrets }).of(addedRow())
  expect(asUrl).toMatchObject({
    id: 'shop',
    engine: 'postgres',
    url: { host: 'db.example.org', port: 6000, user: 'me', database: 'shop', plainWillDo: true },
    reader: { role: 'basedeck_reader_shop' },
    plainOwner: { role: 'basedeck_owner_shop' },
    allowSuperuser: false,
  })
  const tls = JSON.stringify({ mode: 'require' })
  const encrypted = await targetsOf([], { secrets: { ...secrets, 'shop tls': tls } }).of(addedRow())
  expect(encrypted).toMatchObject({ url: { plainWillDo: false } })
})

test('without its URL it is unavailable, and the sentence says what to do', async () => {
  await expect(targetsOf([]).of(addedRow())).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('--database-url'),
  })
})

test('the operator’s database is opened at the URL of this start, and prepared as told', async () => {
  const operatorDatabase = { ref: 'shop', url: parseDatabaseUrl(url), prepare: true }
  const targets = targetsOf([], { operatorDatabase, allowSuperuser: true })
  expect(await targets.of(projectRow())).toMatchObject({
    engine: 'postgres',
    url: operatorDatabase.url,
    prepare: true,
    allowSuperuser: true,
  })
  expect(await targets.of(projectRow({ ref: 'blog' }))).toEqual({
    id: 'blog',
    engine: 'cluster',
    network: expect.any(Function),
  })
})

test('the passwords of its logins are the same at each start, as they were prepared in the database', () => {
  const box = createSecretBox(createSecretKey(Buffer.alloc(32, 7)))
  const { reader, plainOwner } = targetsOf([], { box }).loginsOf('shop')
  // Other ones would lock out what older programs prepared.
  expect([reader.password, plainOwner.password]).toEqual([
    box.passwordFor('project shop, reader login'),
    box.passwordFor('project shop, owner login'),
  ])
  const ofAnother = targetsOf([], { box }).loginsOf('blog')
  expect(ofAnother.reader.password).not.toBe(reader.password)
})

test('a new project is made by the engine that has its files already, else by the preferred one', async () => {
  const { deps, registry } = setUpLife([])
  const targets = new DatabaseTargets(deps)
  registry.makers.set('older', 'pglite')
  expect(await targets.engineFor('older')).toBe('pglite')
  expect(await targets.engineFor('newer')).toBe('cluster')
})

test('a secret is read as it was stored; one that was not stored is none', async () => {
  const targets = targetsOf([], { secrets: { 'shop owner_password': 'hush' } })
  expect(await targets.secret('shop', 'owner_password')).toBe('hush')
  expect(await targets.secret('shop', 'tls')).toBeUndefined()
})
