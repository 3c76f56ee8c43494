import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Engine } from '../engines/engine.js'
import { PgliteEngine } from '../engines/pglite/pglite-engine.js'
import { temporaryDirectory, type TemporaryDirectory } from '../engines/testing/temporary-directory.js'
import { testCluster } from '../engines/testing/test-cluster.js'
import { diffSchemas } from './diff-schemas.js'
import { readCatalogue } from './read-catalogue.js'
import { catalogueText } from './testing/catalogue-text.js'
import { CLEAR_SQL, recipe, schemaOf } from './testing/generated-schema.js'

const RUNS = { cluster: 20, pglite: 4 } as const

describe.each(['cluster', 'pglite'] as const)('of %s', (kind) => {
  let directory: TemporaryDirectory
  let engine: Engine
  let database: Database
  const run = (query: string) => database.run({ runId: randomUUID(), query })
  const read = () => readCatalogue(database)
  async function make(statements: readonly string[]) {
    await run(CLEAR_SQL)
    for (const statement of statements) await run(statement)
  }

  beforeAll(async () => {
    directory = await temporaryDirectory()
    engine =
      kind === 'cluster' ? await testCluster(directory.path) : new PgliteEngine({ dataDir: directory.path })
    database = await engine.open('compared')
  })
  afterAll(async () => {
    await engine.close()
    await directory.remove()
  })

  test('what it says makes one generated schema out of another, and then it finds nothing', async () => {
    await fc.assert(
      fc.asyncProperty(recipe, recipe, async (before, after) => {
        await make(schemaOf(after))
        const [wanted, wantedText] = [await read(), await catalogueText(database)]
        await make(schemaOf(before))
        const { changes } = diffSchemas(await read(), wanted)
        for (const { sql } of changes) await run(sql)
        expect(diffSchemas(await read(), wanted).changes.map(({ sql }) => sql)).toEqual([])
        expect(await catalogueText(database)).toEqual(wantedText)
      }),
      { numRuns: RUNS[kind], seed: 7 },
    )
  })

  test('each change says its object, its lock, and whether rows are written again or lost', async () => {
    await make([
      'create schema "ap""p"',
      'create table "ap""p".t (id bigint primary key, n integer, gone text)',
    ])
    const before = await read()
    await run(
      `alter table "ap""p".t drop column gone; alter table "ap""p".t alter n type bigint; alter table "ap""p".t add check (id > 0)`,
    )
    const { changes } = diffSchemas(before, await read())
    const about = (name: string) => changes.findLast((change) => change.name === name)
    expect(about('t.gone')).toMatchObject({
      kind: 'column',
      schema: 'ap"p',
      verb: 'drop',
      lock: 'ACCESS EXCLUSIVE',
      losesData: true,
      isAlone: false,
    })
    expect(about('t.n')).toMatchObject({ verb: 'alter', rewrites: true, losesData: false })
    expect(about('t.t_id_check')).toMatchObject({ kind: 'constraint', verb: 'create', losesData: false })
  })

  test('what it can’t compare is told, not passed over', async () => {
    await make(['create schema "ap""p"', 'create table "ap""p".t (a integer, b text)'])
    const before = await read()
    await make([
      'create schema "ap""p"',
      'create table "ap""p".t (b text, a integer)',
      'alter table "ap""p".t alter b set storage external',
      'alter table "ap""p".t alter a set statistics 7',
      'create statistics "ap""p".together on a, b from "ap""p".t',
    ])
    const { changes, notCompared } = diffSchemas(before, await read())
    expect(changes).toEqual([])
    expect(notCompared).toEqual([
      { kind: 'statistics object', names: ['together'] },
      { kind: 'storage of a column', names: ['ap"p.t.b'] },
      { kind: 'statistics target of a column', names: ['ap"p.t.a'] },
      { kind: 'order of columns', names: ['ap"p.t'] },
    ])
  })

  test('what the platform itself keeps in the database is no difference', async () => {
    await make([])
    const before = await read()
    await run(
      `create schema supabase_migrations; create table supabase_migrations.schema_migrations (version text primary key); comment on schema supabase_migrations is 'x'`,
    )
    expect(diffSchemas(before, await read()).changes).toEqual([])
    await run('drop schema supabase_migrations cascade')
  })
})
