/** Extensions on a real PostgreSQL: what a tenant gets, and what no tenant gets. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClusterEngine } from '../engines/cluster/cluster-engine.js'
import type { Database } from '../engines/engine.js'
import { PostgresEngine } from '../engines/server/postgres-engine.js'
import { temporaryDirectory, type TemporaryDirectory } from '../engines/testing/temporary-directory.js'
import { testCluster, urlOf } from '../engines/testing/test-cluster.js'
import { extensionsOf } from './extensions.js'

const NONE: ReadonlySet<string> = new Set()

let directory: TemporaryDirectory
let cluster: ClusterEngine
let database: Database
let url: string
beforeAll(async () => {
  directory = await temporaryDirectory()
  cluster = await testCluster(directory.path)
  database = await cluster.open('one')
  url = await urlOf(directory.path, 'one')
}, 60_000)
afterAll(async () => {
  await cluster.close()
  await directory.remove()
})

async function rows(query: string, as: 'owner' | 'admin' | 'reader' = 'owner') {
  const { results } = await database.run({ runId: randomUUID(), query, as })
  return results.at(-1)?.rows ?? []
}

/** As another program that signed in as the owner. */
async function elsewhere(name: string, ...texts: string[]): Promise<void> {
  const client = new pg.Client({
    connectionString: Object.assign(new URL(url), { pathname: `/${name}` }).href,
  })
  await client.connect()
  try {
    for (const text of texts) await client.query(text)
  } finally {
    await client.end()
  }
}

describe('a tenant’s SQL', () => {
  test.each([
    'dblink',
    'postgres_fdw',
    'file_fdw',
    'plpython3u',
    'plperlu',
    'pltclu',
    'adminpack',
    'pageinspect',
    'pg_walinspect',
    'pg_surgery',
  ])('does not get %s', async (name) => {
    await expect(rows(`create extension ${name}`)).rejects.toThrow(/permission denied|not available/)
    await expect(rows(`create extension ${name} schema extensions cascade`)).rejects.toThrow(
      /permission denied|not available|must be installed in schema/,
    )
  })

  test('can’t make a function in an untrusted language', async () => {
    await expect(
      rows(`create function f() returns text language plpython3u as 'return open("/etc/passwd").read()'`),
    ).rejects.toThrow(/does not exist/)
  })
})

test('every extension that is safe can be installed, and the rest says why not', async () => {
  const extensions = extensionsOf(database, NONE)
  const before = await extensions.list()
  expect(before.length).toBeGreaterThan(40)
  const closed = before.filter((one) => one.closed_because !== null)
  const reasoned = closed.filter(
    ({ reaches, closed_because }) =>
      reaches !== null && closed_because?.includes('An administrator of the installation can allow it'),
  )
  expect(reasoned).toEqual(closed)
  for (const { name } of closed)
    await expect(extensions.install(name)).rejects.toMatchObject({ code: 'extension_closed' })
  expect(closed.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['dblink', 'file_fdw', 'postgres_fdw', 'pageinspect', 'pg_walinspect']),
  )
  for (const { name, closed_because } of before) if (closed_because === null) await extensions.install(name)
  const after = await extensions.list()
  const open = after.filter((one) => one.closed_because === null)
  expect(open.filter((one) => one.installed_version === null)).toEqual([])
  expect(open.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'amcheck',
      'bloom',
      'earthdistance',
      'pg_stat_statements',
      'pgstattuple',
      'hstore',
    ]),
  )
  expect(
    open.filter(({ schema }) => schema !== 'extensions' && schema !== 'pg_catalog').map(({ name }) => name),
  ).toEqual([])
  expect(await rows(`select nspname from pg_namespace where nspname like 'basedeck_installing%'`)).toEqual([])
}, 120_000)

describe('with all of them installed', () => {
  /** Functions of extensions, by whether they run as a superuser. */
  const MEMBERS = `pg_proc p join pg_depend d on d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
    join pg_extension e on e.oid = d.refobjid join pg_roles r on r.oid = p.proowner`

  test('two functions alone run with the rights of a superuser, and they take nothing', async () => {
    expect(
      await rows(
        `select p.oid::regprocedure::text from ${MEMBERS} where p.prosecdef and r.rolsuper order by 1`,
      ),
    ).toEqual([
      ['extensions.pg_stat_statements_of_database()'],
      ['extensions.pg_stat_statements_reset_of_database()'],
    ])
  })

  test('functions that reach statistics or the server are not everybody’s', async () => {
    const open = await rows(`select p.proname::text from ${MEMBERS}
      where e.extname in ('amcheck', 'pg_buffercache', 'pg_freespacemap', 'pg_prewarm', 'pg_stat_statements', 'pg_visibility',
        'pgrowlocks', 'pgstattuple') and has_function_privilege('anon', p.oid, 'execute')`)
    expect(open).toEqual([])
    const owners = await rows(`select p.proname::text from ${MEMBERS}
      where p.proname ~ '^(pg_stat_statements|pg_stat_statements_reset|autoprewarm_.*|pg_truncate_.*)$'
        and has_function_privilege(current_user, p.oid, 'execute')`)
    expect(owners).toEqual([])
    await rows('create table public.measured (id int primary key)')
    expect(
      await rows(`select extensions.bt_index_check('public.measured_pkey'), extensions.pg_relpages('public.measured') is not null,
        extensions.pg_prewarm('public.measured') is not null`),
    ).toEqual([['', 't', 't']])
  })

  test('statements are those of this database and of its people alone', async () => {
    await rows('create database other')
    await elsewhere('other', `select 'of the other database' as x`)
    await rows(`select 'of the superuser' as x`, 'admin')
    await rows(`select 'of the owner' as x, 1 as marked_by_owner`)
    const seen = `select string_agg(query, ';') from extensions.pg_stat_statements`
    for (const who of ['owner', 'reader'] as const) {
      const [[queries] = []] = await rows(seen, who)
      expect(queries).toContain('marked_by_owner')
    }
    const texts = `select count(*) filter (where s.dbid <> (select oid from pg_database where datname = current_database())),
      count(*) filter (where r.rolsuper) from extensions.pg_stat_statements s left join pg_roles r on r.oid = s.userid`
    expect(await rows(texts)).toEqual([['0', '0']])
  })

  test('the owner forgets what was counted of this database and of no other; a reader forgets nothing', async () => {
    await elsewhere('other', 'select 1, 2, 3, 4 as kept_there')
    await rows('select 1, 2, 3, 4 as forgotten_here')
    const reset = 'select extensions.pg_stat_statements_reset_of_database()'
    await expect(rows(reset, 'reader')).rejects.toThrow(/may only read/)
    await rows(reset)
    const counted = (word: string) =>
      rows(`select count(*) from extensions.pg_stat_statements(true) where query like '%as ${word}'`, 'admin')
    expect(await counted('forgotten_here')).toEqual([['0']])
    expect(await counted('kept_there')).toEqual([['1']])
  })

  test('statements that set passwords are not kept', async () => {
    await rows(`create role somebody login password 'very-secret-word'`)
    expect(
      await rows(
        `select query from extensions.pg_stat_statements where query like '%very-secret%' and query not like 'select%'`,
      ),
    ).toEqual([])
  })

  test.each([
    'select * from extensions.pg_stat_statements(true)',
    'select extensions.pg_stat_statements_reset()',
    'select * from extensions.pg_stat_statements_info',
    'create or replace function extensions.pg_stat_statements_of_database() returns setof extensions.pg_stat_statements language sql security definer as $$ select * from extensions.pg_stat_statements(true) $$',
    'alter function extensions.pg_stat_statements_of_database() reset search_path',
    'alter function extensions.pg_stat_statements_of_database() owner to current_user',
    'create or replace view extensions.pg_stat_statements as select 1 as x',
    'grant execute on function extensions.pg_stat_statements(boolean) to anon',
    'drop extension pg_stat_statements',
    'alter extension pg_stat_statements update',
    'alter extension amcheck set schema public',
    'set pg_stat_statements.track_utility = on',
    'alter system set shared_preload_libraries = $$x$$',
  ])('the owner may not: %s', async (query) => {
    const [before] = await rows(
      `select proacl::text, prosrc from pg_proc where proname like 'pg_stat_statements%' order by 1`,
    )
    await expect(rows(query)).rejects.toThrow(
      /permission denied|must be owner|insufficient|cannot run inside/,
    )
    const [after] = await rows(
      `select proacl::text, prosrc from pg_proc where proname like 'pg_stat_statements%' order by 1`,
    )
    expect(after).toEqual(before)
  })

  test('names of the owner’s own are not called by the function of a superuser', async () => {
    await elsewhere(
      'postgres',
      `create temp table pg_database as select oid, 'postgres'::name as datname from pg_catalog.pg_database`,
      `create function pg_temp.current_database() returns name language sql as $$ select 'other'::name $$`,
      `create function public.current_database() returns name language sql as $$ select 'other'::name $$`,
      `set search_path = pg_temp, public, pg_catalog`,
      `do $$ begin
        if exists (select from extensions.pg_stat_statements where dbid <> (select oid from pg_catalog.pg_database where datname = 'postgres'))
        then raise 'statements of another database'; end if; end $$`,
    )
  })

  test('they are removed again, with what the platform made for them; what depends on one keeps it', async () => {
    const extensions = extensionsOf(database, NONE)
    await expect(extensions.remove('plpgsql')).rejects.toMatchObject({ code: 'extension_closed' })
    await expect(extensions.remove('cube')).rejects.toThrow('other objects depend on it')
    await extensions.remove('pg_stat_statements')
    await extensions.remove('hstore')
    expect(await rows(`select proname from pg_proc where proname like 'pg_stat_statements%'`)).toEqual([])
    expect(await extensions.install('pg_stat_statements')).toMatchObject({ schema: 'extensions' })
  })
})

test('what an administrator allowed is installed for the owner, and not for everybody', async () => {
  const allowed = new Set(['dblink', 'file_fdw', 'xml2'])
  const extensions = extensionsOf(database, allowed)
  for (const name of allowed)
    expect(await extensions.install(name)).toMatchObject({ is_allowed: true, reaches: expect.any(String) })
  expect(
    await rows(`select has_function_privilege('anon', 'extensions.dblink(text)', 'execute'),
      has_function_privilege('anon', 'extensions.dblink_connect_u(text)', 'execute'),
      has_function_privilege(current_user, 'extensions.dblink(text)', 'execute'),
      has_function_privilege(current_user, 'extensions.dblink_connect_u(text)', 'execute')`),
  ).toEqual([['f', 'f', 't', 'f']])
  // Files need a right of the server that no tenant has.
  await rows('create server files foreign data wrapper file_fdw')
  await expect(
    rows(`create foreign table public.secrets (line text) server files options (filename '/etc/passwd')`),
  ).rejects.toThrow(/permission denied|only superuser|privileges/i)
})

test('over a URL without a superuser, what needs one says so, and the rest is installed', async () => {
  await rows('create database plain')
  const engine = new PostgresEngine({ databaseUrl: Object.assign(new URL(url), { pathname: '/plain' }).href })
  try {
    const extensions = extensionsOf(await engine.open('plain'), new Set(['dblink']))
    const of = async (name: string) => (await extensions.list()).find((one) => one.name === name)
    expect(await of('pg_stat_statements')).toMatchObject({
      closed_because: expect.stringContaining('Only a superuser of the server can install it'),
    })
    await expect(extensions.install('dblink')).rejects.toMatchObject({ code: 'extension_closed' })
    expect(await extensions.install('citext')).toMatchObject({ installed_version: expect.any(String) })
    expect(await extensions.remove('citext')).toMatchObject({ installed_version: null })
  } finally {
    await engine.close()
  }
})
