/** Whole databases of a server: made like another one, put in each other's place, dropped. */
import type pg from 'pg'
import { quoteIdentifier, quoteLiteral } from '@basedeck/sql-guard/quoting'
import { DatabaseError } from '../engine.js'
import { askServer, withServer } from './ask-server.js'
import { inDatabase } from './in-database.js'
import type { ReachedServer } from './reach-server.js'

/** Databases that a server has anyway: one is needed to rename another. */
const MAINTENANCE = ['postgres', 'template1']

/** The server writes all that is in its memory to the disk first. */
const DROP_MS = 600_000
const CREATE_MS = 120_000

export async function dropDatabase(config: pg.ClientConfig, name: string): Promise<void> {
  await askServer(config, `drop database if exists ${quoteIdentifier(name)} with (force)`, DROP_MS)
}

/** Whose sessions are ended: those that the user of `config` may end, and those of `logins`, by themselves. */
export interface SessionEnds {
  config: pg.ClientConfig
  logins: readonly pg.ClientConfig[]
}

/** Ends the sessions in these databases, as far as they may be ended. */
async function endSessions({ config, logins }: SessionEnds, names: readonly string[]): Promise<void> {
  const end = (whose: string) =>
    `select count(pg_terminate_backend(pid, 2000)) from pg_stat_activity
     where datname in (${names.map((name) => quoteLiteral(name)).join(', ')}) and pid <> pg_backend_pid() and ${whose}`
  await askServer(config, end(`pg_has_role(usesysid, 'usage')`))
  // A login that is not there has no sessions.
  for (const login of logins) await askServer(login, end('usename = current_user')).catch(() => {})
}

/**
 * Drops it whatever is going on in it. PostgreSQL keeps one that has subscriptions, or a slot that is read: what reads it is ended, and
 * can't come back.
 */
export async function dropUsedDatabase(ends: SessionEnds, name: string): Promise<void> {
  const { config } = ends
  const text = quoteLiteral(name)
  const own = quoteIdentifier(name)
  const { row } = await askServer(
    config,
    `select count(*), (select json_agg(s.subname) from pg_catalog.pg_subscription s join pg_catalog.pg_database d
       on d.oid = s.subdbid and d.datname = ${text}) from pg_catalog.pg_database where datname = ${text}`,
  )
  if (row[0] === '0') return
  for (const subscription of JSON.parse(row[1] ?? '[]') as string[])
    await endSubscription(inDatabase(config, name), quoteIdentifier(subscription))
  await askServer(config, `alter database ${own} with allow_connections false`)
  await endSessions(ends, [name])
  await dropDatabase(config, name)
}

/** With its slot at the publisher, which would keep its log for ever; where that is away, without. */
async function endSubscription(inside: pg.ClientConfig, name: string): Promise<void> {
  await askServer(inside, `drop subscription ${name}`).catch(async () => {
    await askServer(inside, `alter subscription ${name} disable`)
    await askServer(inside, `alter subscription ${name} set (slot_name = none)`)
    await askServer(inside, `drop subscription ${name}`)
  })
}

/** Those whose name begins so. */
export async function databasesNamed(config: pg.ClientConfig, prefix: string): Promise<string[]> {
  const { row } = await askServer(
    config,
    `select json_agg(datname) from pg_catalog.pg_database where pg_catalog.starts_with(datname::text, ${quoteLiteral(prefix)})`,
  )
  return JSON.parse(row[0] ?? '[]') as string[]
}

/** A database of the server to be in while others change. @throws the reason of the last attempt */
export async function maintenanceOf(config: pg.ClientConfig): Promise<pg.ClientConfig> {
  let failure: unknown
  for (const name of MAINTENANCE) {
    const outside = inDatabase(config, name)
    try {
      await askServer(outside, 'select 1')
      return outside
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

/** With the encoding and the locale of the database itself. */
export async function createAlike({ config, versionNumber }: ReachedServer, name: string): Promise<void> {
  const icu = versionNumber >= 170_000 ? 'datlocale' : 'daticulocale'
  const provider =
    versionNumber >= 150_000
      ? `|| case datlocprovider when 'i' then format(' locale_provider icu icu_locale %L', ${icu})
           when 'b' then format(' locale_provider builtin builtin_locale %L', ${icu}) else '' end`
      : ''
  const { row } = await askServer(
    config,
    `select format('encoding %L lc_collate %L lc_ctype %L', pg_encoding_to_char(encoding), datcollate, datctype) ${provider}
     from pg_database where datname = current_database()`,
  )
  await askServer(
    config,
    `create database ${quoteIdentifier(name)} template template0 ${row[0] ?? ''}`,
    CREATE_MS,
  )
}

/** A dump has neither the settings of a database nor its privileges. */
export async function copyProperties(config: pg.ClientConfig, from: string, to: string): Promise<void> {
  const own = quoteLiteral(from)
  const other = quoteLiteral(to)
  await askServer(
    config,
    `do $copy$ declare one record; begin
  for one in
    select format('alter database %I set %I to %s', ${other}, split_part(line, '=', 1),
        case when split_part(line, '=', 1) in ('search_path', 'session_preload_libraries', 'local_preload_libraries', 'temp_tablespaces')
          then substr(line, strpos(line, '=') + 1) else quote_literal(substr(line, strpos(line, '=') + 1)) end) as command
    from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase, unnest(s.setconfig) line
    where d.datname = ${own} and s.setrole = 0
    union all
    select format('alter role %I in database %I set %I to %s', r.rolname, ${other}, split_part(line, '=', 1),
        case when split_part(line, '=', 1) in ('search_path', 'session_preload_libraries', 'local_preload_libraries', 'temp_tablespaces')
          then substr(line, strpos(line, '=') + 1) else quote_literal(substr(line, strpos(line, '=') + 1)) end)
    from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase join pg_roles r on r.oid = s.setrole, unnest(s.setconfig) line
    where d.datname = ${own}
    union all
    select format('revoke all on database %I from public', ${other}) from pg_database where datname = ${own} and datacl is not null
    union all
    select format('grant %s on database %I to %s', string_agg(a.privilege_type, ', '), ${other},
        case a.grantee when 0 then 'public' else quote_ident(g.rolname) end)
    from pg_database d, aclexplode(d.datacl) a left join pg_roles g on g.oid = a.grantee
    where d.datname = ${own} and (a.grantee = 0 or g.rolname is not null)
    group by a.grantee, g.rolname
  loop execute one.command; end loop;
end $copy$`,
  )
}

export interface Swap {
  name: string
  restored: string
  /** The name that the database in place gets; undefined: none is in place. */
  before: string | undefined
}

const ATTEMPTS = 3
const IN_USE = '55006'

/**
 * Both names change in one transaction. Who connects while the first one is locked waits, and is told then that the database was
 * renamed.
 */
export async function swapDatabases(ends: SessionEnds, { name, restored, before }: Swap): Promise<void> {
  const from = quoteIdentifier(name)
  const to = quoteIdentifier(restored)
  await withServer(ends.config, async (ask) => {
    for (let attempt = 1; ; attempt++) {
      await endSessions(ends, [name, restored])
      try {
        await ask('begin')
        if (before !== undefined) await ask(`alter database ${from} rename to ${quoteIdentifier(before)}`)
        await ask(`alter database ${to} rename to ${from}`)
        await ask('commit')
        return
      } catch (error) {
        await ask('rollback').catch(() => {})
        // Somebody connected in between.
        if (!(error instanceof DatabaseError && error.report.code === IN_USE) || attempt === ATTEMPTS)
          throw error
      }
    }
  })
}
