/** The control plane's database behaves the same in every place. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usableBinariesOrReason } from '../engines/cluster/usable-binaries.js'
import { temporaryDirectory, type TemporaryDirectory } from '../engines/testing/temporary-directory.js'
import { testCluster, urlOf } from '../engines/testing/test-cluster.js'
import type { Engine } from '../engines/engine.js'
import { ControlError, type ControlDatabase } from './control-database.js'
import { migrateControl } from './migrate.js'
import { CONTROL_MIGRATIONS } from './migrations/index.js'
import { openControlDatabase } from './open-control-database.js'

const LAST = Math.max(...CONTROL_MIGRATIONS.map(({ id }) => id))

let directory: TemporaryDirectory
let cluster: Engine
let databaseUrl: string
beforeAll(async () => {
  directory = await temporaryDirectory()
  cluster = await testCluster(directory.path)
  await cluster.open('control')
  databaseUrl = await urlOf(directory.path, 'control')
})
afterAll(async () => {
  await cluster.close()
  await directory.remove()
})

test('two processes that share a new PostgreSQL both find it at the newest step', async () => {
  const processes = Array.from({ length: 4 }, () =>
    openControlDatabase({ dataDir: directory.path, databaseUrl }),
  )
  await Promise.all(processes.map(({ ready }) => ready))
  for (const control of processes) {
    const rows = await control.select<{ id: number }>('select id from control.migrations order by id')
    expect(rows.map(({ id }) => id)).toEqual(CONTROL_MIGRATIONS.map(({ id }) => id))
  }
  await Promise.all(processes.map((control) => control.close()))
})

test('a shared one caches nothing: changes of other processes are seen at once', async () => {
  const [one, other] = [
    openControlDatabase({ dataDir: directory.path, databaseUrl }),
    openControlDatabase({ dataDir: directory.path, databaseUrl }),
  ]
  const flags = () => one.selectOften<object>('select name from control.flags')
  const before = (await flags()).length
  await other.write([{ sql: `insert into control.flags values ('seen', true)` }])
  expect(await flags()).toHaveLength(before + 1)
  await Promise.all([one.close(), other.close()])
})

describe.each([['pglite'], ['cluster'], ['postgres']])('on %s', (kind) => {
  let own: TemporaryDirectory
  let control: ControlDatabase
  beforeAll(async () => {
    own = await temporaryDirectory()
    control = openControlDatabase({
      dataDir: own.path,
      binaries: kind === 'cluster' ? await usableBinariesOrReason(own.path) : [],
      sync: false,
      databaseUrl: kind === 'postgres' ? databaseUrl : undefined,
    })
  })
  afterAll(async () => {
    await control.close()
    await own.remove()
  })

  test('values come back as they were given', async () => {
    const values = ['', ' ', "it's", 'ünïcödé 👩‍👩‍👧', '\\n', '"', '‏مرحبا']
    for (const value of values) {
      expect(await control.select('select $1::text as value', [value])).toEqual([{ value }])
    }
    expect(
      await control.select('select $1::int as n, $2::bool as b, $3::text as t', [7, false, null]),
    ).toEqual([{ n: 7, b: false, t: null }])
  })

  test('a text that can’t be stored is refused, not changed', async () => {
    for (const value of ['a\0b', 'half \ud800']) {
      await expect(control.select('select $1::text as value', [value])).rejects.toMatchObject({
        code: 'unstorable_text',
      })
    }
  })

  test('a transaction commits whole or not at all', async () => {
    const insert = (name: string) => ({
      sql: 'insert into control.settings values ($1, $1)',
      parameters: [name],
    })
    const touchNothing = { sql: `update control.settings set value = '' where false`, expect: 1 }
    expect(await control.write([insert(`whole ${kind}`), touchNothing, insert('never')])).toEqual({
      ok: false,
      reason: 'mismatch',
      statement: 1,
    })
    expect(await control.write([insert(`taken ${kind}`)])).toMatchObject({ ok: true })
    expect(await control.write([insert(`other ${kind}`), insert(`taken ${kind}`)])).toEqual({
      ok: false,
      reason: 'taken',
      constraint: 'settings_pkey',
    })
    const rows = await control.select<{ name: string }>(
      `select name from control.settings where name like '% ${kind}' order by name`,
    )
    expect(rows).toEqual([{ name: `taken ${kind}` }])
  })

  test('what a statement returns comes back as JSON', async () => {
    const written = await control.write([
      {
        sql: `insert into control.settings as s values ($1, 'v') returning to_json(s)`,
        parameters: [`row ${kind}`],
      },
    ])
    expect(written).toEqual({ ok: true, rows: [[{ name: `row ${kind}`, value: 'v' }]] })
  })

  test('an error in our SQL is never shown to a caller', async () => {
    await expect(control.select('select nothing')).rejects.toThrow(ControlError)
    await expect(control.write([{ sql: 'select nothing' }])).rejects.toThrow(ControlError)
  })

  test('a step that fails changes nothing and is not written down', async () => {
    const broken = {
      id: LAST + 1,
      name: 'broken',
      sql: 'create table control.half (); select 1 / 0;',
    }
    await expect(migrateControl(control, [...CONTROL_MIGRATIONS, broken])).rejects.toThrow('division by zero')
    const [row] = await control.select<{ half: string | null; last: number }>(
      `select to_regclass('control.half') as half, (select max(id) from control.migrations) as last`,
    )
    expect(row).toEqual({ half: null, last: LAST })
  })

  test('data of an older version is migrated without loss', async () => {
    await control.write([
      { sql: `insert into control.settings values ($1, 'kept')`, parameters: [`old ${kind}`] },
    ])
    const next = {
      id: LAST + 1,
      name: 'next',
      sql: 'alter table control.settings add column note text;',
    }
    await migrateControl(control, [...CONTROL_MIGRATIONS, next])
    expect(
      await control.select(`select value, note from control.settings where name = $1`, [`old ${kind}`]),
    ).toEqual([{ value: 'kept', note: null }])
    await control.script(
      `alter table control.settings drop column note; delete from control.migrations where id = ${next.id}`,
    )
  })

  test('a database changed by a newer program is refused with a sentence', async () => {
    await control.write([{ sql: `insert into control.migrations values (99, 'from the future')` }])
    await expect(migrateControl(control)).rejects.toMatchObject({
      code: 'version',
      message: expect.stringContaining('step 99'),
    })
    await control.write([{ sql: 'delete from control.migrations where id = 99' }])
  })
})
