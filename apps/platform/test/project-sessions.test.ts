/** Sessions of services, on each engine: one pipeline, one transaction, and nothing of one caller reaches the next one. */
import { serviceRoleOf } from '../src/project-database/service-login.js'
import { prepareSql } from '../src/project-database/prepare-sql.js'
import type { Database, Engine, IsKept } from '../src/engines/engine.js'
import { PgliteEngine } from '../src/engines/pglite/pglite-engine.js'
import { PostgresEngine } from '../src/engines/server/postgres-engine.js'
import type { PipelineResult } from '../src/engines/session/pipeline-request.js'
import { reportOf } from '../src/engines/testing/database-error.js'
import { newRunId } from '../src/engines/testing/subject.js'
import { temporaryDirectory, type TemporaryDirectory } from '../src/engines/testing/temporary-directory.js'
import { testCluster, urlOf } from '../src/engines/testing/test-cluster.js'
import { createProjectSessions, type ProjectSessions } from '../src/project-api/sessions/project-sessions.js'
import type { SessionRequest } from '../src/project-api/sessions/session-request.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const SERVICE = { role: serviceRoleOf('shop'), password: 'password of shop' }
let directory: TemporaryDirectory
let cluster: Engine

beforeAll(async () => {
  directory = await temporaryDirectory()
  cluster = await testCluster(directory.path)
})
afterAll(async () => {
  await cluster.close()
  await directory.remove()
})

const ENGINES: [kind: string, open: () => Promise<{ engine: Engine; database: Database }>][] = [
  ['cluster', async () => ({ engine: cluster, database: await cluster.open('default') })],
  [
    'pglite',
    async () => {
      const engine = new PgliteEngine({ dataDir: directory.path })
      return { engine, database: await engine.open('embedded') }
    },
  ],
  [
    'a database by URL',
    async () => {
      const server = await cluster.open('other')
      await server.run({ runId: newRunId(), query: 'create database shop' })
      const databaseUrl = (await urlOf(directory.path, 'other')).replace(/\/postgres$/, '/shop')
      const engine = new PostgresEngine({ databaseUrl, service: SERVICE })
      const database = await engine.open('shop')
      await database.run({ runId: newRunId(), query: prepareSql({ service: SERVICE }) })
      return { engine, database }
    },
  ],
]

/** What SQL of a caller may leave behind for the next one. */
const LEFT: [left: string, seen: string][] = [
  ["select set_config('app.user', 'ada', false)", "coalesce(current_setting('app.user', true), '')"],
  ["select set_config('statement_timeout', '0', false)", "current_setting('statement_timeout')"],
  ["select set_config('search_path', 'evil', false)", "current_setting('search_path')"],
  ['set role service_role', 'current_user'],
  ['set session role service_role', 'current_user'],
  ['create temp table goods (name text)', "coalesce(to_regclass('goods')::text, '')"],
  ['select pg_advisory_lock(7)', 'pg_try_advisory_xact_lock(7)::text'],
  ['listen gossip', "coalesce((select string_agg(l, ',') from pg_listening_channels() l), '')"],
  ['declare kept cursor with hold for select 1', '(select count(*) from pg_cursors)::text'],
]

describe.each(ENGINES)('%s', (_, open) => {
  let opened: { engine: Engine; database: Database }
  let sessions: ProjectSessions
  beforeAll(async () => {
    opened = await open()
    const { database } = opened
    sessions = createProjectSessions({
      async signIn() {
        if (!database.serviceSignIn) return 'serve'
        const signIn = await database.serviceSignIn()
        if (!signIn) throw new Error('no login')
        return structuredClone(signIn)
      },
      async serve(_ref, request, isDecided) {
        const isKept: IsKept = (rows) => sessions.isKept(request.runId, structuredClone(rows))
        const rows = await database.serve?.(structuredClone(request), isDecided ? isKept : undefined)
        return structuredClone(rows ?? [])
      },
      cancel: (_ref, runId) => database.cancel(runId),
      used() {},
    })
    await database.run({
      runId: newRunId(),
      query: `create table deeds (word text);
        grant all on deeds to anon;
        create function run_any(text) returns void language plpgsql as $$ begin execute $1; end $$;
        grant execute on function run_any to anon`,
    })
  })
  afterAll(async () => {
    sessions.close()
    if (opened.engine !== cluster) await opened.engine.close()
  })

  const serve = (request: Partial<SessionRequest>, more: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
    sessions.serve(
      'shop',
      { connections: 1, waiting: 2, waitMs: 5000 },
      {
        statements: [],
        mostBytes: 1_000_000,
        timeoutMs: 30_000,
        signal: new AbortController().signal,
        ...request,
        ...more,
      },
    )
  const asAnon = { text: "select set_config('role', 'anon', true)", values: [] }
  const textsOf = async (text: string, values: string[] = []) => {
    const rows = await serve({ statements: [asAnon, { text, values }] })
    return rows
      .at(-1)
      ?.rows.map((row) => row.map((cell) => (cell === null ? null : Buffer.from(cell).toString())))
  }
  const words = () => textsOf('select word from deeds order by 1')

  test('all statements are one transaction, and values come as PostgreSQL wrote them', async () => {
    expect(
      await textsOf('select $1::int8 + 1, null, $2::text, 0.10::numeric', ['9223372036854775806', 'ä']),
    ).toEqual([['9223372036854775807', null, 'ä', '0.10']])
    const insert = { text: 'insert into deeds values ($1)', values: ['lost'] }
    const fails = serve({ statements: [asAnon, insert, { text: 'select 1/0', values: [] }] })
    expect(await reportOf(fails)).toMatchObject({ code: '22012' })
    expect(await words()).toEqual([])
  })

  test('what its own answer does not keep is undone', async () => {
    const insert = (word: string, isKept: () => boolean) => ({
      statements: [asAnon, { text: 'insert into deeds values ($1) returning word', values: [word] }],
      isKept: (rows: PipelineResult[]) => rows[1]?.rows[0]?.[0]?.toString() === word && isKept(),
    })
    await serve(insert('undone', () => false))
    await serve(insert('kept', () => true))
    const refused = insert('refused', () => {
      throw new Error('two rows where one was asked for')
    })
    await expect(serve(refused)).rejects.toThrow('two rows')
    expect(await words()).toEqual([['kept']])
  })

  test('a READ ONLY call changes nothing', async () => {
    const insert = { text: "insert into deeds values ('no')", values: [] }
    expect(await reportOf(serve({ statements: [asAnon, insert], begin: 'begin read only' }))).toMatchObject({
      code: '25006',
    })
  })

  test.each(LEFT)('“%s” does not reach the next caller', async (left, seen) => {
    const fresh = await textsOf(`select ${seen}`)
    await textsOf('select run_any($1)', [left]).catch(() => {})
    expect(await textsOf(`select ${seen}`)).toEqual(fresh)
    await textsOf(left).catch(() => {})
    expect(await textsOf(`select ${seen}`)).toEqual(fresh)
    // While the next one waits already.
    const [, next] = await Promise.all([
      textsOf('select run_any($1)', [left]).catch(() => {}),
      textsOf(`select ${seen}`),
    ])
    expect(next).toEqual(fresh)
  })

  test.each(['commit', 'rollback', 'commit and chain', 'begin; commit', 'discard all', 'abort'])(
    '“%s” is no way to become the login',
    async (text) => {
      const rows = await serve({
        statements: [asAnon, { text, values: [] }, { text: 'select current_user, session_user', values: [] }],
      }).catch(() => [])
      expect(rows.at(-1)?.rows[0]?.[0]?.toString() ?? 'refused').not.toBe('postgres')
      expect(await textsOf('select current_user')).toEqual([['anon']])
    },
  )

  test('an answer that is too large is refused, and the session goes on', async () => {
    const large = serve({ statements: [{ text: "select repeat('x', 2000000)", values: [] }] })
    await expect(large).rejects.toMatchObject({ code: 'too-large' })
    expect(await textsOf('select 1')).toEqual([['1']])
  })

  test('a call ends with its time, and with its caller', async () => {
    const sleep = { statements: [{ text: 'select pg_sleep(60)', values: [] }] }
    expect(await reportOf(serve(sleep, { timeoutMs: 200 }))).toMatchObject({ code: '57014' })
    const leaving = new AbortController()
    const left = serve(sleep, { signal: leaving.signal })
    setTimeout(() => leaving.abort(), 200)
    expect(await reportOf(left)).toMatchObject({ code: '57014' })
    expect(await textsOf('select 1')).toEqual([['1']])
  })
})
