/** Dumps that pg_dump wrote (`pg_dump` 15 of a database filled by `shop.sql`), pasted into the SQL editor. */
import { createDeck, type Deck } from '@basedeck/core'
// Loaded here, because the editor loads it late.
import '@basedeck/sql-guard/grammar'
import { createMemoryHost } from '@basedeck/core/testing'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../../src/engines/engine.js'
import { runApp, type RunningApp } from '../running-app.js'
import { ORIGIN } from '../test-api.js'
import { contentOf } from './dump-content.js'

const textOf = (name: string): Promise<string> => readFile(join(import.meta.dirname, `${name}.sql`), 'utf8')

/** Declares the tests. */
export function dumpsLoad(kind: 'cluster' | 'pglite'): void {
  let running: RunningApp
  let database: Database
  let deck: Deck
  let wanted: string[]

  const runDirectly = async (query: string) => {
    await database.run({ query, runId: `direct-${performance.now()}`, timeoutMs: 0 })
  }
  const clear = () => runDirectly('drop schema if exists shop cascade')

  beforeAll(async () => {
    running = await runApp(kind)
    database = await running.life.database('default')
    await runDirectly(await textOf('shop'))
    wanted = await contentOf(database)
    deck = createDeck(createMemoryHost('/project/default/sql/1'), {
      baseUrl: ORIGIN,
      fetch: running.request as never,
    })
    await vi.waitFor(() => expect(deck.$screen.get().name).toBe('sqlEditor'))
  })
  beforeEach(clear)
  afterAll(async () => {
    deck?.dispose()
    await running?.stop()
  })

  function editor() {
    const opened = deck.$screen.get()
    if (opened.name !== 'sqlEditor') throw new Error('not the editor')
    return opened.screen
  }

  async function runText(text: string) {
    const screen = editor()
    screen.type(text)
    await screen.run()
    if (screen.$question.get()) await screen.confirm()
    return screen.$run.get()
  }

  test.each(['copy', 'column-inserts'])('%s: all of it is there again', async (form) => {
    expect(await runText(await textOf(`${form}.dump`))).toMatchObject({ status: 'success' })
    expect(await contentOf(database)).toEqual(wanted)
  })

  test('with owners and grants: what is refused is told, and left out together', async () => {
    const state = await runText(await textOf('owners.dump'))
    if (state.status !== 'error' || state.failure.reason !== 'database')
      throw new Error(JSON.stringify(state))
    const refused = state.failure.refused ?? []
    expect(refused.map(({ text }) => text.split('\n').at(-1))).toMatchInlineSnapshot(`
        [
          "ALTER FUNCTION shop.add(integer, integer) OWNER TO shop_owner",
          "ALTER TABLE shop.people OWNER TO shop_owner",
          "ALTER TABLE shop.people_number_seq OWNER TO shop_owner",
          "GRANT USAGE ON SCHEMA shop TO seller",
          "GRANT SELECT ON TABLE shop.people TO seller",
          "GRANT SELECT ON TABLE shop.happy TO seller",
          "ALTER DEFAULT PRIVILEGES FOR ROLE shop_owner GRANT SELECT ON TABLES  TO seller",
        ]
      `)
    for (const { message } of refused) expect(message).toMatch(/^role "(seller|shop_owner)" does not exist$/)
    await editor().runAgain()
    expect(editor().$run.get()).toMatchObject({ status: 'success' })
    expect(await contentOf(database)).toEqual(wanted)
  })

  test('of roles alone: what a project’s owner can’t do is told', async () => {
    const state = await runText(await textOf('globals.dump'))
    if (state.status !== 'error' || state.failure.reason !== 'database')
      throw new Error(JSON.stringify(state))
    const refused = state.failure.refused ?? []
    expect(refused.map(({ text }) => text.split('\n').at(-1))).toEqual([
      'CREATE ROLE postgres',
      'ALTER ROLE postgres WITH SUPERUSER INHERIT CREATEROLE CREATEDB LOGIN REPLICATION BYPASSRLS',
      'ALTER ROLE seller WITH NOSUPERUSER INHERIT NOCREATEROLE NOCREATEDB NOLOGIN NOREPLICATION NOBYPASSRLS',
      'ALTER ROLE shop_owner WITH NOSUPERUSER INHERIT NOCREATEROLE NOCREATEDB NOLOGIN NOREPLICATION NOBYPASSRLS',
    ])
    // Versions of PostgreSQL say it in their own words.
    for (const { message } of refused)
      expect(message).toMatch(/^role "postgres" already exists$|^permission denied|^must be superuser/)
  })
}
