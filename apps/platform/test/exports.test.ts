/** Whole results as files, on both engines: exact, as the role, cancelled, and never half a file that looks whole. */
import {
  beginExport,
  exportProgress,
  getTemporaryKey,
  listRunning,
  PlatformError,
} from '@basedeck/platform-client'
import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen, type Listener } from '../src/http/listen.js'
import { runApp, type RunningApp } from './running-app.js'
import { unzipped } from './unzipped.js'
import { ORIGIN } from './test-api.js'

const params = { ref: 'default' }

describe.each(['cluster', 'pglite'] as const)('exports on %s', (kind) => {
  let running: RunningApp
  beforeAll(async () => {
    running = await runApp(kind)
    const database = await running.life.database('default')
    await database.run({
      runId: 'make',
      query: `create table goods (id int8, name text, price numeric, owner uuid);
        insert into goods values (9007199254740993, 'a "b", ü', 0.10, null), (2, '', null, gen_random_uuid());
        alter table goods enable row level security`,
    })
  })
  afterAll(() => running.stop())

  const begin = (query: string, more: object = {}) =>
    running.client.call(beginExport, { params, body: { query, format: 'csv', name: 'goods', ...more } })
  const fetch = async (path: string) =>
    running.app.request(ORIGIN + path, { headers: { host: '127.0.0.1:8787' } })
  const progress = (exportId: string) =>
    running.client.call(exportProgress, { params: { ...params, exportId } })

  test('the file holds every value as it is stored', async () => {
    const { path, id } = await begin('select id, name, price from goods order by id desc')
    const answer = await fetch(path)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''goods.csv`)
    const text = await answer.text()
    expect(text).toBe('id,name,price\n9007199254740993,"a ""b"", ü",0.10\n2,"",\n')
    expect(await progress(id)).toEqual({ state: 'done', rows: 2, bytes: Buffer.byteLength(text) })
  })

  test.each([
    ['json', `[\n  {"id": 2, "name": ""}\n]\n`],
    ['ndjson', `{"id": 2, "name": ""}\n`],
    ['sql', `insert into "goods" ("id", "name") values\n  (2, '');\n`],
    ['markdown', `| id | name |\n| ---: | --- |\n| 2 |  |\n`],
  ] as const)('as %s', async (format, text) => {
    const { path } = await begin('select id, name from goods where id = 2', { format, table: 'goods' })
    expect(await (await fetch(path)).text()).toBe(text)
  })

  test('CSV in the form that was asked for', async () => {
    const csv = { header: false, delimiter: ';', quote: "'", nullText: '-' } as const
    const { path } = await begin(`select 1 > 0, null, 'a;b', '-'`, { csv })
    expect(await (await fetch(path)).text()).toBe(`true;-;'a;b';'-'\n`)
  })

  test.each(['a;b', 'a"b', 'a\nb'])(
    'a text for NULL that could not be read back is refused: %j',
    async (nullText) => {
      const csv = { header: true, delimiter: ';', quote: '"', nullText } as const
      await expect(begin('select 1', { csv })).rejects.toMatchObject({ status: 400 })
    },
  )

  test('as a workbook of Excel', async () => {
    const { path, id, name } = await begin('select id, name from goods order by id', { format: 'xlsx' })
    expect(name).toBe('goods.xlsx')
    const answer = await fetch(path)
    expect(answer.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const sheet = unzipped(bytes)['xl/worksheets/sheet1.xml']
    expect(sheet).toContain('<row r="2"><c r="A2"><v>2</v></c>')
    expect(sheet).toContain('>9007199254740993</t>')
    expect(await progress(id)).toEqual({ state: 'done', rows: 2, bytes: bytes.length })
  })

  test.each([
    [`repeat('x', 32768)`, true],
    [`repeat('x', 32767)`, false],
    [`repeat('😀', 16384)`, true],
    [`repeat('😀', 16383)`, false],
  ])('whether Excel can hold %s is told before there is a file: refused %s', async (value, isRefused) => {
    const begun = begin(`select 1 as id, ${value} as body`, { format: 'xlsx' })
    if (!isRefused) return expect((await fetch((await begun).path)).status).toBe(200)
    await expect(begun).rejects.toMatchObject({
      status: 400,
      code: 'too_long_for_excel',
      message: expect.stringContaining('the column body'),
    })
    await expect.poll(() => running.client.call(listRunning, { params })).toEqual([])
  })

  test('a file that is made and a key that is handed out have their lines in the audit log', async () => {
    const { path } = await begin('select id from goods', { name: 'audited' })
    await (await fetch(path)).text()
    await running.client.call(getTemporaryKey, { params })
    const lines = await running.control.select<{ action: string; target: string; project_ref: string }>(
      `select action, target, project_ref from control.audit_log order by id desc limit 2`,
    )
    expect(lines).toEqual([
      { action: 'api_key.temporary', target: 'Default project', project_ref: 'default' },
      { action: 'database.export', target: 'audited', project_ref: 'default' },
    ])
  })

  test('a result without rows is a whole file', async () => {
    const { path } = await begin('select id from goods where false')
    expect(await (await fetch(path)).text()).toBe('id\n')
  })

  test('it has more rows than a run may show', async () => {
    const { path, id } = await begin('select n from generate_series(1, 150000) n')
    const text = await (await fetch(path)).text()
    expect(text.match(/\n/g)).toHaveLength(150_001)
    expect(await progress(id)).toMatchObject({ state: 'done', rows: 150_000 })
  })

  test('one value of twenty million characters is a file', async () => {
    const { path } = await begin(`select repeat('é', 20000000)`, { format: 'value', name: 'body' })
    const answer = await fetch(path)
    expect(answer.headers.get('content-disposition')).toContain('body.txt')
    expect((await answer.arrayBuffer()).byteLength).toBe(40_000_000)
  })

  test('it acts as the role', async () => {
    const role = { type: 'rest', role: 'anon', claims: {} }
    const { path } = await begin('select id from goods', { role })
    expect(await (await fetch(path)).text()).toBe('id\n')
  })

  test('a statement that can’t run is refused before there is a file, with its position', async () => {
    const failure = await begin('select nothing').catch((error: unknown) => error)
    expect(failure).toMatchObject({ status: 400, code: '42703', body: { at: { offset: 7 } } })
    await expect(
      begin('with gone as (delete from goods returning *) select * from gone'),
    ).rejects.toMatchObject({
      code: expect.stringMatching(/^(25006|0A000)$/),
    })
    await expect(begin(`select nextval('goods_ids')`)).rejects.toBeInstanceOf(PlatformError)
  })

  test('a file can be fetched once, by the account that began it', async () => {
    const { path } = await begin('select 1')
    expect(await (await fetch(path)).text()).toBe('?column?\n1\n')
    expect((await fetch(path)).status).toBe(404)
    expect((await fetch(path.replace(/exports\/[^/]+/, 'exports/other'))).status).toBe(404)
  })

  test('an error after the first rows aborts the connection, and is reported', async () => {
    await onPort(running, async (server) => {
      const { path, id } = await begin('select 1 / (300000 - n) from generate_series(1, 400000) n')
      const ended = await download(server.port, path)
      expect(ended.complete).toBe(false)
      expect(ended.bytes).toBeGreaterThan(0)
      expect(await progress(id)).toMatchObject({ state: 'failed', message: 'division by zero' })
    })
  })

  test('a download that is closed frees the database', async () => {
    await onPort(running, async (server) => {
      const { path, id } = await begin(`select repeat('x', 1000), n from generate_series(1, 200000) n`)
      const ended = await download(server.port, path, 100_000)
      expect(ended.complete).toBe(false)
      await expect.poll(() => progress(id)).toMatchObject({ state: 'cancelled' })
      await expect.poll(() => running.client.call(listRunning, { params })).toEqual([])
    })
  })
})

async function onPort(running: RunningApp, use: (server: Listener) => Promise<void>): Promise<void> {
  const server = await listen(running.app, '127.0.0.1', 0)
  try {
    await use(server)
  } finally {
    await server.close()
  }
}

/** @param enough bytes after which the download is closed */
function download(
  port: number,
  path: string,
  enough: number = Number.POSITIVE_INFINITY,
): Promise<{ complete: boolean; bytes: number }> {
  return new Promise((resolve, reject) => {
    let bytes = 0
    const request = get({ port, host: '127.0.0.1', path, headers: { host: '127.0.0.1:8787' } }, (answer) => {
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes >= enough) request.destroy()
      })
      answer.on('error', () => {})
      answer.on('close', () => resolve({ complete: answer.complete, bytes }))
    })
    request.on('error', (error) => (bytes > 0 ? undefined : reject(error)))
  })
}
