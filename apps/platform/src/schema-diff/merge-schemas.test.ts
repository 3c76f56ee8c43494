import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Engine } from '../engines/engine.js'
import { temporaryDirectory, type TemporaryDirectory } from '../engines/testing/temporary-directory.js'
import { testCluster } from '../engines/testing/test-cluster.js'
import { catalogueIn, catalogueVersion, keptText } from './kept-catalogue.js'
import { advancedCatalogue, mergeSchemas } from './merge-schemas.js'
import { readCatalogue } from './read-catalogue.js'
import { catalogueText } from './testing/catalogue-text.js'
import { CLEAR_SQL, recipe, schemaOf } from './testing/generated-schema.js'

const RUNS = 12

describe('a merge of schemas', () => {
  let directory: TemporaryDirectory
  let engine: Engine
  let database: Database
  const run = (query: string) => database.run({ runId: randomUUID(), query })
  const read = () => readCatalogue(database)
  async function make(statements: readonly string[]) {
    await run(`${CLEAR_SQL}; drop schema if exists app cascade`)
    for (const statement of statements) await run(statement)
    return read()
  }

  beforeAll(async () => {
    directory = await temporaryDirectory()
    engine = await testCluster(directory.path)
    database = await engine.open('merged')
  })
  afterAll(async () => {
    await engine.close()
    await directory.remove()
  })

  test('all of it makes one generated schema out of another, and then nothing is left', async () => {
    await fc.assert(
      fc.asyncProperty(recipe, recipe, async (before, after) => {
        const branch = await make(schemaOf(after))
        const wanted = await catalogueText(database)
        const parent = await make(schemaOf(before))
        const { objects, planFor } = mergeSchemas({ base: parent, parent, branch })
        expect(objects.filter(({ isTheirs, isConflict }) => isTheirs || isConflict)).toEqual([])
        for (const { sql } of planFor(new Set(objects.map(({ key }) => key)))) await run(sql)
        expect(await catalogueText(database)).toEqual(wanted)
        expect(mergeSchemas({ base: parent, parent: await read(), branch }).objects).toEqual([])
      }),
      { numRuns: RUNS, seed: 11, endOnFailure: true },
    )
  })

  test('what only the parent changed stays, and what only the branch changed comes', async () => {
    const first = [
      'create schema app',
      'create table app.t (id int primary key, a int)',
      'create table app.gone (id int)',
    ]
    const base = await make(first)
    const branch = await make([
      ...first,
      'alter table app.t add b int',
      'create view app.v as select a from app.t',
      'drop table app.gone',
    ])
    const parent = await make([...first, 'alter table app.t add c int', 'create table app.own (id int)'])
    const { objects, planFor } = mergeSchemas({ base, parent, branch })
    const brief = objects.map(({ name, verb, isTheirs, isConflict }) => [name, verb, isTheirs, isConflict])
    expect(brief.sort()).toEqual([
      ['gone', 'drop', false, false],
      ['t', 'alter', true, false],
      ['v', 'create', false, false],
    ])
    for (const { sql } of planFor(new Set(objects.map(({ key }) => key)))) await run(sql)
    const after = await read()
    const text = (await catalogueText(database)).join('\n')
    for (const there of ['column app.t.b', 'column app.t.c', 'relation app.own', 'view app.v'])
      expect(text).toContain(there)
    expect(text).not.toContain('app.gone')
    const next = advancedCatalogue({ base, parent: after, branch })
    expect(mergeSchemas({ base: next, parent: after, branch }).objects).toEqual([])
  })

  test('a part that both changed is a conflict with all three definitions', async () => {
    const f = (n: number) => `create or replace function app.f() returns int language sql as 'select ${n}'`
    const first = ['create schema app', f(1), 'create table app.t (id int)', 'create table app.u (id int)']
    const base = await make(first)
    const branch = await make([...first, f(2), 'drop table app.t', 'alter table app.u add b int'])
    const parent = await make([...first, f(3), 'alter table app.t add a int', 'drop table app.u'])
    const { objects } = mergeSchemas({ base, parent, branch })
    expect(objects.map(({ name, isConflict }) => [name, isConflict]).sort()).toEqual([
      ['f', true],
      ['t', true],
      ['u', true],
    ])
    const { definitions } = objects.find(({ name }) => name === 'f') ?? {}
    expect(definitions?.base).toContain('select 1')
    expect(definitions?.parent).toContain('select 3')
    expect(definitions?.branch).toContain('select 2')
    const own = objects.find(({ name }) => name === 'u')
    expect([own?.verb, own?.definitions.parent]).toEqual(['create', null])
    expect(own?.definitions.branch).toMatch(/create table .*id.*b/is)
  })

  test('only what is chosen changes, and what it can’t do without is named', async () => {
    const parent = await make([
      'create schema app',
      'create table app.t (id int)',
      'create view app.old as select id from app.t',
    ])
    const branch = await make([
      'create schema app',
      `create type app.mood as enum ('a')`,
      'create table app.t (id int, m app.mood)',
      'create policy p on app.t using (m is not null)',
      'create table app."x.y ""z""" (id int)',
    ])
    const { objects, planFor } = mergeSchemas({ base: null, parent, branch })
    const of = (name: string) => objects.find((one) => one.name === name)
    expect(of('t')?.needs).toEqual([of('mood')?.key])
    expect(of('t.p')).toMatchObject({ kind: 'policy', needs: [of('t')?.key] })
    expect(of('old')?.verb).toBe('drop')
    const alone = planFor(new Set([of('x.y "z"')?.key ?? '']))
    expect([...new Set(alone.map(({ name }) => name))]).toEqual(['x.y "z"'])
    expect(planFor(new Set())).toEqual([])
  })

  test('a schema is the same after it was kept as a text', async () => {
    const schema = await make(['create schema app'])
    const kept = catalogueIn(keptText(schema))
    expect(catalogueVersion(kept)).toBe(catalogueVersion(schema))
    await run('create table app.t (id int)')
    expect(catalogueVersion(await read())).not.toBe(catalogueVersion(schema))
    expect(
      mergeSchemas({ base: kept, parent: kept, branch: await read() }).objects.map(({ name }) => name),
    ).toEqual(['t'])
  })
})
