/** A new PGlite database begins with the one that the build prepared, when there is one. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js'
import { createTemplates, templatesDirectory } from '../templates/database-templates.js'
import { packDirectory } from '../templates/packed-directory.js'
import { EmbeddedPostgres } from './embedded-postgres.js'

let directory: TemporaryDirectory
let packed: string
beforeAll(async () => {
  directory = await temporaryDirectory()
  packed = join(directory.path, 'prepared.gz')
  const made = await open('made')
  await made.exec('create table prepared as select 1 as answer')
  await made.close()
  await writeFile(packed, await packDirectory(join(directory.path, 'made')))
})
afterAll(() => directory.remove())

const noTemplates = { copyTo: () => Promise.reject(new Error('a template was asked for')) }

function open(
  name: string,
  prepared?: string,
  templates: Parameters<typeof EmbeddedPostgres.openDirectory>[1] = createTemplates(
    templatesDirectory(directory.path),
  ),
) {
  return EmbeddedPostgres.openDirectory(join(directory.path, name), templates, prepared)
}

const identity = async (postgres: EmbeddedPostgres) =>
  (await postgres.query('select system_identifier::text from pg_control_system()')).rows

test('it holds what was prepared, needs no template, and has its own identity', async () => {
  const one = await open('one', packed, noTemplates)
  const other = await open('other', packed, noTemplates)
  expect((await one.query('select answer from prepared')).rows).toEqual([{ answer: 1 }])
  expect(await identity(one)).not.toEqual(await identity(other))
  await one.close()
  await other.close()
})

test('without such a file it is made the slow way', async () => {
  const postgres = await open('plain', join(directory.path, 'of-another-version.gz'))
  expect((await postgres.query(`select to_regclass('prepared') as found`)).rows).toEqual([{ found: null }])
  await postgres.close()
})

test('what an interrupted unpacking left is not taken for a database', async () => {
  const left = join(directory.path, 'interrupted.new')
  await mkdir(left)
  await writeFile(join(left, 'PG_VERSION'), '18')
  const postgres = await open('interrupted', packed, noTemplates)
  expect((await postgres.query('select answer from prepared')).rows).toEqual([{ answer: 1 }])
  await postgres.close()
  expect(await readdir(directory.path)).not.toContain('interrupted.new')
})
