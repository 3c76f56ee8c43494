import { readFile, stat } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseDatabaseUrl } from '../../engines/server/database-url.js'
import { parseProjectUrl } from '../../engines/server/project-url.js'
import { temporaryDirectory, type TemporaryDirectory } from '../../engines/testing/temporary-directory.js'
import { libpqEnvironment } from './libpq-environment.js'

let directory: TemporaryDirectory
beforeEach(async () => {
  directory = await temporaryDirectory()
})
afterEach(() => directory.remove())

const URL_TEXT = 'postgres://ada%40x:p%3Ass@db.example.com:6000/the%20shop'

test('address and sign-in are those of the URL, and nothing of this machine is read', async () => {
  const { config } = parseProjectUrl(`${URL_TEXT}?options=-c%20work_mem%3D1MB`)
  expect(await libpqEnvironment(config, directory.path)).toMatchObject({
    PGHOST: 'db.example.com',
    PGPORT: '6000',
    PGUSER: 'ada@x',
    PGPASSWORD: 'p:ss',
    PGDATABASE: 'the shop',
    PGOPTIONS: '-c work_mem=1MB',
    PGPASSFILE: '/dev/null',
    PGSERVICEFILE: '/dev/null',
    PGSSLMODE: 'require',
    PGSSLROOTCERT: `${directory.path}/none`,
  })
})

test.each(['disable', 'require', 'verify-full'] as const)('the mode %s stays what it is', async (mode) => {
  const { config } = parseProjectUrl(`${URL_TEXT}?sslmode=${mode}`)
  expect(await libpqEnvironment(config, directory.path)).toHaveProperty('PGSSLMODE', mode)
  const { config: given } = parseDatabaseUrl(`${URL_TEXT}?sslmode=${mode}`)
  expect(await libpqEnvironment(given, directory.path)).toHaveProperty('PGSSLMODE', mode)
})

test('an authority is checked by libpq too, from a file that only this user reads', async () => {
  const config = {
    ...parseProjectUrl(URL_TEXT).config,
    ssl: { rejectUnauthorized: true, ca: 'own authority', checkServerIdentity: () => undefined },
  }
  const { PGSSLMODE, PGSSLROOTCERT = '' } = await libpqEnvironment(config, directory.path)
  expect(PGSSLMODE).toBe('verify-ca')
  expect(await readFile(PGSSLROOTCERT, 'utf8')).toBe('own authority')
  expect((await stat(PGSSLROOTCERT)).mode & 0o077).toBe(0)
})

test('without a password none is sent, whatever this machine has', async () => {
  const { config } = parseProjectUrl('postgres://ada@db.example.com/shop')
  expect(await libpqEnvironment(config, directory.path)).not.toHaveProperty('PGPASSWORD')
})
