/** What bounds the data API: sizes, times, waiting callers and addresses; and what no caller may do to another one. */
import { updateDataApiConfig, type DataApiSettings } from '@basedeck/platform-client'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runApp, type RunningApp } from './running-app.js'
import { serveStorage, type ServedStorage } from './served-storage.js'

describe.each(['cluster', 'pglite'] as const)('%s', (engine) => {
  let running: RunningApp
  let served: ServedStorage

  beforeAll(async () => {
    running = await runApp(engine)
    served = await serveStorage(running)
    await sql(`create table todos (id int8 primary key, task text); insert into todos values (1, 'one');
      create function slow(seconds float8) returns void language sql as 'select pg_sleep(seconds)';
      create function slower() returns void language plpgsql as
        $$ begin perform set_config('statement_timeout', '0', false); perform pg_sleep(60); end $$;
      create function loud(n int) returns text language sql as $$ select repeat('x', n) $$;
      create function wrong_status() returns void language sql as $$ select set_config('response.status', '999', true) $$;
      create function long_headers() returns text language sql as $$
        select set_config('response.headers', '[{"Content-Length": "3"}, {"Connection": "close"}, {"X-Own": "yes"}, {"Set-Cookie": "a=1"}]', true)::text; select 'whole answer'::text $$;
      create function raises() returns void language plpgsql as $$ begin raise exception 'own words' using errcode = 'PT402', detail = 'why', hint = 'what now'; end $$;
      grant execute on all functions in schema public to anon`)
  })
  afterAll(async () => {
    await served.stop()
    await running.stop()
  })

  const change = async (body: Partial<DataApiSettings>) => {
    await running.client.call(updateDataApiConfig, { params: { ref: 'default' }, body })
    served.data.projectChanged('default')
  }
  const ask = (path: string, { key = served.service, ...init }: RequestInit & { key?: string } = {}) =>
    fetch(`${served.address}/rest/v1${path}`, {
      ...init,
      headers: { apikey: key, 'content-type': 'application/json', ...init.headers },
    })
  const answerOf = async (path: string, init?: RequestInit & { key?: string }) => {
    const answer = await ask(path, init)
    const text = await answer.text()
    return {
      status: answer.status,
      body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>),
    }
  }
  const call = (name: string, body: object, key = served.anon) =>
    answerOf(`/rpc/${name}`, { method: 'POST', body: JSON.stringify(body), key })

  async function sql(query: string): Promise<(string | null)[][]> {
    const database = await running.life.database('default')
    const { results } = await database.run({ runId: crypto.randomUUID(), query })
    return results.at(-1)?.rows ?? []
  }

  test('a visitor’s statement ends with the time of its role, whatever a function says', async () => {
    await change({ anon_timeout_ms: 300 })
    expect(await call('slow', { seconds: 30 })).toMatchObject({ status: 500, body: { code: '57014' } })
    expect(await call('slower', {})).toMatchObject({ body: { code: '57014' } })
    expect((await call('slow', { seconds: 0.5 }, served.service)).status).toBe(204)
    await change({ anon_timeout_ms: 3000 })
  })

  test('a caller that goes away takes its statement with it', async () => {
    const leaving = new AbortController()
    const left = ask('/rpc/slow', { method: 'POST', body: '{"seconds": 31}', signal: leaving.signal })
    setTimeout(() => leaving.abort(), 500)
    await expect(left).rejects.toThrow()
    const isRunning = async () =>
      engine === 'pglite' ||
      (
        await sql(
          `select 1 from pg_stat_activity where state = 'active' and query like '%"slow"%' and pid <> pg_backend_pid()`,
        )
      ).length === 0
    await expect.poll(isRunning, { timeout: 10_000 }).toBe(true)
    expect((await ask('/todos')).status).toBe(200)
  })

  test('a body, an address and an answer have their sizes', async () => {
    await change({ max_body_bytes: 2000, max_url_bytes: 1024 })
    const body = JSON.stringify({ id: 7, task: 'x'.repeat(3000) })
    expect(await answerOf('/todos', { method: 'POST', body })).toMatchObject({
      status: 413,
      body: { details: null },
    })
    expect(await answerOf(`/todos?task=eq.${'x'.repeat(2000)}`)).toMatchObject({
      status: 414,
      body: { code: 'address_too_long' },
    })
    await change({ max_body_bytes: 50_000_000, max_url_bytes: 16_384 })
    // The embedded database may run out of memory before that.
    const { status } = await call('loud', { n: 106_000_000 }, served.service)
    expect(engine === 'pglite' ? [413, 500, 503] : [413]).toContain(status)
    expect((await ask('/todos')).status).toBe(200)
  })

  test('a body that never ends holds up nobody', async () => {
    const { hostname, port, pathname } = new URL(`${served.address}/rest/v1/todos`)
    const slow = request({
      hostname,
      port,
      path: pathname,
      method: 'POST',
      headers: { apikey: served.service },
    })
    slow.on('error', () => {})
    slow.write('{"id":')
    expect((await ask('/todos')).status).toBe(200)
    slow.destroy()
  })

  test('visitors of one address have so many requests a minute, and keys of the server any', async () => {
    await change({ anon_requests_per_minute: 3 })
    const statuses = []
    for (let count = 0; count < 5; count++) statuses.push((await ask('/todos', { key: served.anon })).status)
    expect(statuses.slice(-2)).toContain(429)
    expect((await ask('/todos')).status).toBe(200)
    await change({ anon_requests_per_minute: 1000 })
  })

  test('functions that raise, or answer nonsense, have the family’s statuses', async () => {
    expect(await call('raises', {})).toMatchObject({
      status: 402,
      body: { message: 'own words', details: 'why', hint: 'what now' },
    })
    expect(await call('wrong_status', {})).toMatchObject({ status: 500, body: { code: 'PGRST112' } })
  })

  test('a function sets headers of its own, but not how its answer is carried', async () => {
    const answer = await ask('/rpc/long_headers', { method: 'POST', body: '{}' })
    expect([answer.status, await answer.text()]).toEqual([200, '"whole answer"'])
    expect([answer.headers.get('x-own'), answer.headers.get('set-cookie')]).toEqual(['yes', 'a=1'])
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('OPTIONS says what is permitted, a preflight what a page may send', async () => {
    const own = await ask('/todos', { method: 'OPTIONS' })
    expect([own.status, own.headers.get('allow')]).toEqual([200, 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'])
    const preflight = await fetch(`${served.address}/rest/v1/todos`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-any, apikey',
      },
    })
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-any')
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  })
})
