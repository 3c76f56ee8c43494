/** Sample data: `basedeck seed sample`, as the operator runs it, and the call behind the button of an empty project. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadSampleData, queryPlain, runLints } from '@basedeck/platform-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRunning, startProgram, type Program } from './program.js'
import { runApp, type RunningApp } from './running-app.js'

const params = { ref: 'default' }

describe.each(['cluster', 'pglite'] as const)('on %s', (engine) => {
  let running: RunningApp
  beforeAll(async () => {
    running = await runApp(engine)
  })
  afterAll(() => running.stop())
  const rows = async (query: string) => running.client.call(queryPlain, { params, body: { query } })

  test('nothing is left of it when one of its names is taken', async () => {
    await rows('create table public.orders (id int primary key)')
    await expect(running.client.call(loadSampleData, { params })).rejects.toMatchObject({
      code: 'sample_data_there',
      message: expect.stringContaining('nothing was changed'),
    })
    expect(await rows(`select count(*)::int as n from pg_tables where schemaname = 'public'`)).toEqual([
      { n: 1 },
    ])
    await rows('drop table public.orders')
  })

  test('its tables have rows, the advisors find nothing in it, and the API reads its books alone', async () => {
    const made = await running.client.call(loadSampleData, { params })
    const counts = await rows(
      made.tables.map((table) => `select count(*)::int as n from public.${table}`).join(' union all '),
    )
    const each = counts.map((row) => Number((row as { n: number }).n))
    expect(Math.min(...each)).toBeGreaterThan(0)
    expect(each.reduce((sum, n) => sum + n)).toBe(made.rows)
    expect(await running.client.call(runLints, { params })).toEqual([])
    const read = (table: string) =>
      rows(`begin; set local role anon; select count(*) > 0 as read from public.${table}`)
    expect([await read('books'), await read('customers'), await read('orders')]).toEqual([
      [{ read: true }],
      [{ read: false }],
      [{ read: false }],
    ])
  })
})

describe('from the command line', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'basedeck-sample-'))
    // As root, PostgreSQL runs as another user, who must be able to enter.
    await chmod(dataDir, 0o755)
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))
  const seed = (...more: string[]) =>
    startProgram(['seed', 'sample', '--data-dir', dataDir, '--engine', 'pglite', ...more])

  test('it fills the project of a folder where nothing was started yet, once', async () => {
    expect(await seed()).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^The project default has [\d,]+ sample rows in the tables authors, /),
    })
    expect(await seed()).toMatchObject({ code: 1, output: expect.stringContaining('nothing was changed') })
  })

  test('a running platform does it, and a project that does not exist is named', async () => {
    const args = ['--port', '0', '--api-port', '0', '--data-dir', dataDir, '--engine', 'pglite']
    const program = (await startProgram(args)) as Program
    expect(isRunning(program)).toBe(true)
    try {
      const query =
        'drop table public.authors, public.books, public.customers, public.orders, public.order_items'
      const dropped = await fetch(`${program.url}/platform/pg-meta/default/query`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      })
      expect(dropped.status).toBeLessThan(300)
      expect(await seed('--project', 'nobody')).toMatchObject({
        code: 1,
        output: expect.stringContaining('There is no project nobody.'),
      })
      expect(await seed()).toMatchObject({ code: 0 })
    } finally {
      await program.end('SIGTERM')
    }
  })
})
