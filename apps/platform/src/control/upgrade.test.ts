/** A control plane of every older Basedeck comes to the newest step, and what it held is in it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../engines/engine.js'
import { temporaryDirectory, type TemporaryDirectory } from '../engines/testing/temporary-directory.js'
import { testCluster } from '../engines/testing/test-cluster.js'
import { createControlDatabase, type ControlDatabase } from './control-database.js'
import { migrateControl } from './migrate.js'
import { controlMigrations } from './migrations/index.js'
import { everything, rowsOfStep } from './testing/control-rows.js'

let directory: TemporaryDirectory
let cluster: Engine
let control: ControlDatabase
beforeAll(async () => {
  directory = await temporaryDirectory()
  cluster = await testCluster(directory.path)
  control = createControlDatabase(
    () => cluster.open('control'),
    async () => {},
  )
})
afterAll(async () => {
  await cluster.close()
  await directory.remove()
})

test.each(controlMigrations.map(({ id }) => id))('one of step %i', async (from) => {
  await control.script('drop schema if exists control cascade')
  for (const { id } of controlMigrations.slice(0, from)) {
    await migrateControl(control, controlMigrations.slice(0, id))
    await control.script(rowsOfStep[id] ?? 'select 1')
  }
  const before = await everything(control)
  await migrateControl(control)
  const after = await everything(control)
  // Steps add columns and tables; none of ours takes or changes what was there.
  expect(after).toMatchObject(before)
  expect(before['profiles']).toHaveLength(2)
  // The first account was made by the operator's code: it keeps its rights, and only it.
  const accounts = await control.select(
    `select first_name, is_administrator, email_proved_at is not null as proved from control.profiles order by created_at`,
  )
  if (from < 7)
    expect(accounts).toEqual([
      { first_name: 'Ada', is_administrator: true, proved: true },
      { first_name: 'Bo', is_administrator: false, proved: false },
    ])
  if (from < 8) expect(after['access_tokens']).toMatchObject([{ access: 'manage', project_id: null }])
})
