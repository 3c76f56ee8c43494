/** What every engine promises about stopping and removing a database. One suite, run against each of them. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database, Engine } from '../engine.js'
import { newRunId } from './subject.js'

/** An engine made for one suite. */
export interface EngineWithLife {
  engine: Engine
  /** Whether a removed database is deleted; one that was added by URL stays. */
  removesData: boolean
  /** The files of a project and of its secrets. */
  traces(id: string): Promise<string[]>
  /** Leaves what an interrupted creation leaves. */
  leaveUnfinished(id: string): Promise<void>
  cleanup(): Promise<void>
}

const ID = 'life'

export function describeEngineLife(name: string, make: () => Promise<EngineWithLife>): void {
  describe(`the life of a database, engine ${name}`, () => {
    let made: EngineWithLife
    beforeAll(async () => {
      made = await make()
    })
    afterAll(async () => {
      await made.engine.close()
      await made.cleanup()
    })
    afterEach(async () => {
      await value('drop table if exists kept')
    })
    const open = (): Promise<Database> => made.engine.open(ID)
    const value = async (query: string): Promise<string | null | undefined> => {
      const { results } = await (await open()).run({ runId: newRunId(), query })
      return results.at(-1)?.rows[0]?.[0]
    }

    test('a stopped database keeps its data, and opens again', async () => {
      await value('create table kept as select 42 as v')
      const before = await open()
      await made.engine.stop(ID)
      await expect(before.run({ runId: newRunId(), query: 'select 1' })).rejects.toMatchObject({
        code: 'closed',
      })
      expect(await value('select v from kept')).toBe('42')
    })

    test('it reports the state of each of its databases', async () => {
      const states = () => made.engine.states()
      const database = await open()
      const patience = { timeout: 20_000, interval: 20 }
      await vi.waitFor(async () => expect(await states()).toEqual(['idle']), patience)
      const run = database.run({ runId: 'told', query: 'select pg_sleep(1000)' }).catch(() => undefined)
      await vi.waitFor(async () => expect(await states()).toEqual(['working']), patience)
      await database.cancel('told')
      await run
      await made.engine.stop(ID)
      expect(await states()).toEqual([])
    })

    test('current runs end with it, and committed data stays', async () => {
      await value('create table kept (v int)')
      const database = await open()
      await database.run({ runId: newRunId(), query: 'insert into kept values (1)' })
      const runs = Array.from({ length: 3 }, () =>
        database.run({ runId: newRunId(), query: 'insert into kept values (2); select pg_sleep(1000)' }),
      )
      const outcomes = Promise.allSettled(runs)
      await made.engine.stop(ID)
      for (const { status } of await outcomes) expect(status).toBe('rejected')
      expect(await value('select count(*) from kept')).toBe('1')
    })

    test('stop and open in any order end well', async () => {
      await value('create table kept as select 42 as v')
      await Promise.all([made.engine.stop(ID), open(), made.engine.stop(ID), made.engine.stop(ID), open()])
      expect(await value('select v from kept')).toBe('42')
      const opening = open()
      await made.engine.stop(ID)
      await opening
      expect(await value('select v from kept')).toBe('42')
    })

    test('stopping and removing a missing database is no error', async () => {
      await made.engine.stop('never-made')
      await made.engine.remove('never-made')
      expect(await made.traces('never-made')).toEqual([])
    })

    test('a removed database is deleted with its files and secrets; one added by URL is unchanged', async () => {
      await value('create table kept as select 42 as v')
      await Promise.all([made.engine.remove(ID), made.engine.remove(ID)])
      expect(await made.traces(ID)).toEqual([])
      expect(await value(`select to_regclass('kept')`)).toBe(made.removesData ? null : 'kept')
    })

    test('a database that is being made is removed whole', async () => {
      const opening = made.engine.open('half').catch(() => undefined)
      await made.engine.remove('half')
      await opening
      expect(await made.traces('half')).toEqual([])
    })

    test('what an interrupted creation left is removed', async () => {
      await made.leaveUnfinished('unfinished')
      await made.engine.remove('unfinished')
      expect(await made.traces('unfinished')).toEqual([])
    })
  })
}
