/** Calls that are answered without the framework: whatever is sent, the answer is the one that the framework gives. */
import { request, type IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runApp, type RunningApp } from './running-app.js'
import { serveStorage, type ServedStorage } from './served-storage.js'

interface Sent {
  path: string
  method?: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
  /** Default: the secret one. */
  key?: string | null
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

describe.each(['cluster', 'pglite'] as const)('%s', (engine) => {
  let running: RunningApp
  let served: ServedStorage

  beforeAll(async () => {
    running = await runApp(engine)
    served = await serveStorage(running)
    const database = await running.life.database('default')
    await database.run({
      runId: crypto.randomUUID(),
      query: `create table todos (id int8 primary key, task text, parent int8 references todos);
        insert into todos values (1, 'one', null), (2, 'größer', 1), (3, null, 1);
        create table "own name" (id int8 primary key);
        create function shout(word text) returns text language sql immutable as 'select upper(word)';
        create function nothing() returns void language sql as '';
        create function headers() returns json language sql stable as
          $$ select (current_setting('request.headers')::jsonb - 'host' - 'connection')::json $$;
        create function own_answer() returns text language plpgsql as $$ begin
          perform set_config('response.status', '418', true);
          perform set_config('response.headers', '[{"X-Own": "1"}, {"Set-Cookie": "a=1"}, {"Set-Cookie": "basedeck_session=x"}, {"Clear-Site-Data": "*"}, {"Connection": "close"}, {"Content-Length": "1"}]', true);
          return 'tea'; end $$;
        create function raises() returns void language plpgsql as $$ begin raise exception 'no' using errcode = 'PT402'; end $$;
        grant execute on all functions in schema public to anon`,
    })
  })
  afterAll(async () => {
    await served.stop()
    await running.stop()
  })

  function ask(origin: string, { path, method = 'GET', headers = {}, body, key }: Sent): Promise<Answer> {
    const keys = key === null ? {} : { apikey: key ?? served.service }
    const { hostname, port } = new URL(origin)
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          hostname,
          port,
          path,
          method,
          headers: { 'x-request-id': 'same', ...keys, ...headers },
        },
        (answer) => {
          const pieces: Buffer[] = []
          answer.on('data', (piece: Buffer) => pieces.push(piece))
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              body: Buffer.concat(pieces).toString(),
            }),
          )
          answer.on('error', reject)
        },
      )
      asked.on('error', reject)
      asked.end(body)
    })
  }

  /** Without what differs between two calls of one and the same listener. */
  function same({ status, headers, body }: Answer): Answer {
    const { date: _date, 'server-timing': timing, ...others } = headers
    return {
      status,
      headers: { ...others, 'server-timing': String(timing).replace(/dur=[\d.]+/g, 'dur=') },
      body,
    }
  }

  const json = { 'content-type': 'application/json' }
  const write = (method: string, body: unknown, path: string, prefer?: string): Sent => ({
    method,
    path: `/default/rest/v1${path}`,
    headers: { ...json, ...(prefer !== undefined && { prefer }) },
    body: JSON.stringify(body),
  })
  const CALLS: Sent[] = [
    ...[
      '/todos',
      '/todos/',
      '/todos?id=eq.1&select=id,task',
      '/todos?select=id,parent(task)',
      '/todos?task=eq.gr%C3%B6%C3%9Fer',
      "/todos?task=eq.it's",
      '/todos?task=eq."quoted"',
      '/todos?task=like.*n*&order=id.desc&limit=2&offset=1',
      '/todos?id=eq.x',
      '/todos?no=eq.1',
      '/todos?select=',
      '/todos?',
      '/todos?id=gt.1?x',
      '/nothing-here',
      '/own%20name',
      '/own%2520name',
      '/todos%2F..%2Ftodos',
      '/todos/../todos',
      '/./todos',
      '//todos',
      '/%E0%A4%A',
      '/todos/1',
      '/rpc/shout?word=hi',
      '/rpc/nothing',
      '/rpc/headers',
      '/rpc/own_answer',
      '/rpc/raises',
      '/',
      '',
      '/todos?' + 'x'.repeat(20_000),
    ].map((path) => ({ path: `/default/rest/v1${path}` })),
    ...['HEAD', 'DELETE', 'PUT', 'OPTIONS', 'TRACE', 'PROPFIND'].map((method) => ({
      method,
      path: '/default/rest/v1/todos?id=eq.99',
    })),
    write('POST', { id: 1 }, '/todos'),
    write('POST', [], '/todos'),
    write(
      'POST',
      { id: 1, task: 'one' },
      '/todos?on_conflict=id',
      'resolution=merge-duplicates,return=representation',
    ),
    write('PATCH', { task: 'one' }, '/todos?id=eq.1', 'return=representation'),
    write('PATCH', { task: 'one' }, '/todos?id=eq.1', 'return=headers-only'),
    write('PATCH', {}, '/todos'),
    write('PUT', { id: 1, task: 'one' }, '/todos?id=eq.1'),
    write('POST', { word: 'hi' }, '/rpc/shout'),
    write('POST', {}, '/rpc/own_answer'),
    write('POST', {}, '/rpc/nothing'),
    { method: 'POST', path: '/default/rest/v1/todos', headers: json, body: '{"id":' },
    { method: 'POST', path: '/default/rest/v1/todos', headers: json, body: 'x'.repeat(2 * 1024 * 1024) },
    {
      method: 'POST',
      path: '/default/rest/v1/todos',
      headers: { 'content-type': 'text/csv' },
      body: 'id\nx',
    },
    { method: 'POST', path: '/default/rest/v1/todos', headers: json },
    {
      method: 'POST',
      path: '/default/rest/v1/rpc/shout',
      headers: { ...json, 'transfer-encoding': 'chunked' },
      body: '{"word":"hi"}',
    },
    ...[
      { accept: 'text/csv' },
      { accept: 'application/vnd.pgrst.object+json' },
      { accept: 'image/png' },
      { range: '0-0' },
      { prefer: ['count=exact', 'handling=strict'] },
      { prefer: 'handling=strict, none' },
      { 'accept-profile': 'hidden' },
      { origin: 'https://app.example' },
      { cookie: 'a=1; basedeck_session=secret; b=2' },
      { cookie: 'basedeck_session=secret' },
      { authorization: 'Bearer nonsense' },
      { authorization: 'Basic x' },
      { 'x-request-id': 'not a plain word' },
      { 'if-none-match': '*' },
    ].map((headers) => ({
      path: '/default/rest/v1/todos?id=eq.1',
      headers: headers as Record<string, string>,
    })),
    {
      path: '/default/rest/v1/rpc/headers',
      headers: { cookie: 'a=1; basedeck_session=secret; b=2', 'x-own': ['1', '2'] },
    },
    { path: '/default/rest/v1/todos', key: null },
    { path: '/default/rest/v1/todos', key: 'sb_secret_wrong' },
    { path: '/default/rest/v1/todos', headers: { host: 'evil.example' } },
    { path: '/default/rest/v1/todos', headers: { 'x-basedeck-proof': 'forged' } },
    { path: '/other/rest/v1/todos' },
    { path: '/default/REST/v1/todos' },
    { path: '/default/rest/v1x/todos' },
  ]

  test.each(
    CALLS.map(
      (call) =>
        [
          `${call.method ?? 'GET'} ${call.path.slice(0, 60)} ${JSON.stringify(call.headers ?? {})}`,
          call,
        ] as const,
    ),
  )('%s', async (_name, call) => {
    const theirs = same(await ask(served.frameworkOrigin, call))
    const ours = same(await ask(served.origin, call))
    // A wrong id is replaced by a new one.
    if (call.headers?.['x-request-id'] !== undefined)
      for (const { headers } of [ours, theirs])
        headers['x-request-id'] = headers['x-request-id']?.length.toString()
    expect(ours).toEqual(theirs)
  })

  test('a caller that goes away ends its statement', async () => {
    const { hostname, port } = new URL(served.origin)
    const database = await running.life.database('default')
    const query = 'create function endless() returns void language plpgsql as $$ begin loop end loop; end $$'
    await database.run({ runId: crypto.randomUUID(), query })
    await served.data.projectChanged('default')
    const asked = request({
      hostname,
      port,
      path: '/default/rest/v1/rpc/endless',
      method: 'POST',
      headers: { apikey: served.service },
    })
    asked.on('error', () => {})
    asked.end()
    const underWay = `select count(*) from pg_stat_activity where query like '%endless%' and state = 'active' and pid <> pg_backend_pid()`
    const count = async () =>
      (await database.run({ runId: crypto.randomUUID(), query: underWay })).results[0]?.rows[0]?.[0]
    if (engine === 'cluster') await expect.poll(count, { timeout: 5000 }).toBe('1')
    asked.destroy()
    if (engine === 'cluster') await expect.poll(count, { timeout: 10_000 }).toBe('0')
    expect((await ask(served.origin, { path: '/default/rest/v1/todos?id=eq.1' })).status).toBe(200)
  })
})
