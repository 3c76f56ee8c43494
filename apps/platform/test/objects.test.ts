/**
 * Every kind of object that has a form, on real databases: made, read back, changed, copied and deleted by the statements that
 * the form shows. A kind without an example here fails the test.
 */
import {
  catalogue,
  dropListIn,
  dropListStatement,
  objectIn,
  objectKinds,
  objectStatementOf,
  pageStatement,
  type ObjectKind,
  type ObjectKindName,
  type ObjectValues,
} from '@basedeck/core/sql'
import { newId } from '@basedeck/platform-client'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWN_REF } from '../src/control/own-installation.js'
import { askable, examples, S } from './object-examples.js'
import { openObjectStage, shown, type ObjectStage } from './object-stage.js'
import type { RunningApp } from './running-app.js'

for (const engine of ['cluster', 'pglite'] as const) {
  describe(`objects on ${engine}`, () => {
    let stage: ObjectStage
    let running: RunningApp
    beforeAll(async () => {
      stage = await openObjectStage(engine)
      running = stage.running
    })
    afterAll(() => running.stop())
    const ask: ObjectStage['ask'] = (...asked) => stage.ask(...asked)
    const run: ObjectStage['run'] = (...statements) => stage.run(...statements)
    const empty = () => stage.empty()
    const found: ObjectStage['found'] = (...wanted) => stage.found(...wanted)

    test.each(Object.keys(objectKinds) as ObjectKindName[])(
      '%s: made, read back, changed, copied and deleted',
      async (kindName) => {
        const kind: ObjectKind = objectKinds[kindName]
        if (engine === 'pglite' && kindName === 'subscription') {
          // PGlite has no client of the replication protocol.
          const refused = {
            ...kind.blank(S),
            name: 'a',
            connection: 'host=x',
            connects: false,
            publications: [{ value: 'p' }],
          }
          await expect(run(kind.create(refused), true)).rejects.toThrow('libpqwalreceiver')
          return
        }
        const [[has] = []] = await ask(
          `select count(*)::text from pg_available_extensions where name = 'citext'`,
        )
        if (kindName === 'extension' && has === '0') {
          // PGlite comes with no extensions: PostgreSQL says so.
          await expect(run(kind.create({ ...kind.blank(S), name: 'citext' }))).rejects.toThrow('citext')
          return
        }
        const { values: arbitrary, sent = {}, into, needsAdmin } = examples[kindName]
        await fc.assert(
          fc.asyncProperty(arbitrary, arbitrary, async (one, other) => {
            await empty()
            const given = askable(kindName, one, stage.versionNumber)
            const wanted = askable(kindName, other, stage.versionNumber)
            const first = { ...kind.blank(S), ...given }
            await run(kind.create(first), needsAdmin)
            const read = await found(kindName, first)
            if (read === null) throw new Error('It was not made')
            expect(shown(kind, read)).toEqual({ ...shown(kind, first), ...sent })

            if (kind.isFinal) return run(kind.drop(read, false), needsAdmin)
            const second: ObjectValues = into
              ? { ...read, ...into(read, wanted) }
              : { ...read, ...wanted, ...(read['execute'] ? { execute: read['execute'] } : {}) }
            await run(kind.change(read, second), needsAdmin)
            const changed = await found(kindName, second)
            if (changed === null) throw new Error('It is gone')
            expect(shown(kind, changed)).toEqual({ ...shown(kind, second), ...sent })
            // What is saved as it is changes nothing.
            expect(kind.change(changed, changed)).toEqual([])

            if (kind.isSingle !== true) {
              const copy = { ...(kind.copied ? kind.copied(changed) : changed), name: 'a copy' }
              await run(kind.create(copy), needsAdmin)
              const copied = await found(kindName, copy)
              expect(copied).not.toBeNull()
              if (copied) await run(kind.drop(copied, false), needsAdmin)
            }
            await run(kind.drop(changed, false), needsAdmin)
            const left = await found(kindName, second)
            expect(left === null || kindName === 'columnPrivilege').toBe(true)
            if (kindName === 'columnPrivilege') expect(left?.['columns']).toEqual([])
          }),
          { numRuns: 4, endOnFailure: true },
        )
      },
      300_000,
    )

    const asReader = async (query: string, discard = false) =>
      (await running.life.database(OWN_REF)).run({
        runId: newId(),
        query,
        as: 'reader',
        ...(discard && { discard }),
      })

    test('readers read every kind, and none of its statements runs for them', async () => {
      await empty()
      const database = await running.life.database(OWN_REF)
      for (const kindName of Object.keys(objectKinds) as ObjectKindName[]) {
        const { query, parameters } = objectStatementOf(kindName, '1')
        const read = await database.run({ runId: newId(), query, parameters, as: 'reader' })
        expect(read.results[0]?.rows).toEqual([])
      }
      const index = { ...objectKinds.index.blank(S), table: 'things', name: 'i', concurrently: false }
      const keys = [{ of: 'column', value: 'n', order: '', nulls: '', opclass: '', collation: '' }]
      for (const { sql } of objectKinds.index.create({ ...index, keys }))
        await expect(asReader(sql)).rejects.toThrow()
      expect(await found('index', { schema: S, name: 'i' })).toBeNull()
    })

    test('a reader’s run of a function writes nothing, kept or not', async () => {
      await empty()
      await ask(
        `create function "made ""here""".writes() returns int language plpgsql as $$ begin insert into "made ""here""".things (id) values (9); return 1; end $$`,
      )
      for (const discard of [true, false])
        await expect(asReader(`select * from "made ""here""".writes()`, discard)).rejects.toThrow()
      expect(await ask('select count(*)::text from "made ""here""".things')).toEqual([['0']])
    })

    test('an index that can’t be built beside running work stays invalid, is found, and is built again', async () => {
      await empty()
      await ask('insert into "made ""here""".things (id, n) values (1, 1), (2, 1)')
      const keys = [{ of: 'column', value: 'n', order: '', nulls: '', opclass: '', collation: '' }]
      const wanted = { ...objectKinds.index.blank(S), table: 'things', name: 'by n', unique: true, keys }
      await expect(run(objectKinds.index.create(wanted))).rejects.toThrow('could not create unique index')
      const broken = await found('index', wanted)
      if (broken === null) throw new Error('It is gone')
      expect(broken['isValid']).toBe(false)
      const page = pageStatement(catalogue.indexes, { schema: S })
      const at = catalogue.indexes.columns.findIndex(({ key }) => key === 'state')
      expect((await ask(page.query, page.parameters)).map((row) => row[at])).toContain('invalid')
      await ask('delete from "made ""here""".things where id = 2')
      const rebuild = (objectKinds.index as ObjectKind).actions?.find(({ id }) => id === 'rebuild')
      await run(rebuild?.statements(broken) ?? [])
      expect((await found('index', wanted))?.['isValid']).toBe(true)
    })

    test('what depends on an object is listed by name', async () => {
      await empty()
      await ask(
        `create trigger fires before insert on "made ""here""".things for each row execute function "made ""here""".fired()`,
      )
      const [[oid] = []] = await ask(`select '"made ""here""".fired()'::regprocedure::oid::text`)
      const statement = dropListStatement({ type: 'object', catalogue: 'pg_proc', id: oid ?? '0' })
      const list = dropListIn(await ask(statement.query, statement.parameters))
      expect(list).toMatchObject({ cascading: 1, total: 1 })
      expect(list.objects[0]?.name).toContain('trigger fires on table')
    })

    test('each template of a new function compiles as it is', async () => {
      await empty()
      const kind: ObjectKind = objectKinds.function
      expect(Object.keys(kind.templates ?? {})).toContain('trigger')
      for (const [template, given] of Object.entries(kind.templates ?? {})) {
        const values: ObjectValues = { ...kind.blank(S), ...(given as ObjectValues), name: template }
        await run(kind.create(values))
        expect(await found('function', values)).toMatchObject({ name: template })
      }
    })

    test('an enumerated type of 1,000 columns loses a label in one change', async () => {
      await empty()
      await ask(`create type "made ""here""".wide as enum ('a', 'b', 'c')`)
      const columns = Array.from({ length: 1000 }, (_, at) => `c${at} "made ""here""".wide`)
      await ask(`create table "made ""here""".wide_one (${columns.join(', ')})`)
      const values = { schema: S, name: 'wide' }
      const read = await found('enum', values)
      if (read === null) throw new Error('It is gone')
      const labels = [
        { label: 'c', was: 'c' },
        { label: 'a', was: 'a' },
      ]
      const statements = objectKinds.enum.change(read, { ...read, labels, replacement: 'a' })
      expect(statements.filter(({ sql }) => sql.startsWith('alter table'))).toHaveLength(1)
      await run(statements)
      expect((await found('enum', values))?.['before']).toEqual(['c', 'a'])
    })

    test('the default privileges of a role are given and taken by its form', async () => {
      const [[own] = []] = await ask('select oid::text from pg_roles where rolname = current_user')
      const read = async () => {
        const { query, parameters } = objectStatementOf('role', own ?? '0')
        const values = objectIn('role', await ask(query, parameters))
        if (values === null) throw new Error('There is no such role')
        return values
      }
      await empty()
      const before = await read()
      const given = { schema: S, objects: 'tables', privilege: 'select', grantee: 'anon' }
      const wanted = { ...before, defaults: [...(before['defaults'] as []), given] }
      await run(objectKinds.role.change(before, wanted))
      const after = await read()
      expect(after['defaults']).toContainEqual(given)
      await run(objectKinds.role.change(after, before))
      expect(await read()).toEqual(before)
    })

    test('a label that goes is replaced in each column, list and default', async () => {
      await empty()
      await ask(`create type "made ""here""".mood as enum ('sad', 'ok', 'fine')`)
      await ask(
        `create table "made ""here""".felt (a "made ""here""".mood default 'ok', b "made ""here""".mood[])`,
      )
      await ask(`insert into "made ""here""".felt values ('sad', '{sad,fine}'), (default, null)`)
      const values = { schema: S, name: 'mood' }
      const read = await found('enum', values)
      if (read === null) throw new Error('It is gone')
      const labels = [
        { label: 'great', was: 'fine' },
        { label: 'ok', was: 'ok' },
      ]
      await run(objectKinds.enum.change(read, { ...read, labels, replacement: 'ok' }))
      expect(
        await ask('select a::text, b::text from "made ""here""".felt order by b::text nulls last'),
      ).toEqual([
        ['ok', '{ok,great}'],
        ['ok', null],
      ])
      expect((await found('enum', values))?.['before']).toEqual(['great', 'ok'])
      await ask('insert into "made ""here""".felt default values')
    })
  })
}
