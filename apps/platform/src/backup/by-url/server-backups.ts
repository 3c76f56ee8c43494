/**
 * Dumps a database that was added by URL with PostgreSQL’s own programs, and restores it on its server: into a new database, which
 * takes the place of the other one in one step. Until that step nothing is changed.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { quoteIdentifier, quoteLiteral } from '@basedeck/sql-guard/quoting'
import { DatabaseError } from '../../engines/engine.js'
import { askServer, withServer } from '../../engines/server/ask-server.js'
import type { DatabaseUrl } from '../../engines/server/database-url.js'
import { reachServer, type ReachedServer } from '../../engines/server/reach-server.js'
import { inDatabase } from '../../engines/server/scratch-on-server.js'
import { keptText } from '../../text/kept-backups.js'
import { BackupError } from '../backup-error.js'
import { findDumpPrograms } from './dump-programs.js'
import { libpqEnvironment } from './libpq-environment.js'

export interface ServerBackups {
  /** Writes a dump of the custom format. @returns the major version of the server @throws BackupError, EngineError */
  dump(ref: string, file: string, signal: AbortSignal): Promise<number>
  /** Restores into a database that is thrown away after `work`. @throws BackupError, EngineError, DatabaseError */
  tryOut<T>(
    ref: string,
    file: string,
    work: (config: pg.ClientConfig, versionNumber: number) => Promise<T>,
  ): Promise<T>
  /**
   * Puts the dump in the place of the database. Connections to it are ended.
   * @returns the name of the database that was there; `drop` removes it
   * @throws BackupError, EngineError, DatabaseError; the database is unchanged then
   */
  restore(ref: string, file: string, signal: AbortSignal): Promise<{ before: string; drop(): Promise<void> }>
}

export interface ServerBackupsDeps {
  /** @throws EngineError, SecretError */
  urlOf(ref: string): Promise<DatabaseUrl>
  /** Ends our own connections. */
  stop(ref: string): Promise<void>
  /** For files of sign-ins; it is made and removed. */
  folder(): string
}

/** Databases that a server has anyway: one is needed to rename another. */
const MAINTENANCE = ['postgres', 'template1']

export function createServerBackups(deps: ServerBackupsDeps): ServerBackups {
  const reach = async (ref: string) => {
    const url = await deps.urlOf(ref)
    const reached = await reachServer(url)
    const major = Math.floor(reached.versionNumber / 10_000)
    return { url, reached, major, programs: await findDumpPrograms(major) }
  }

  async function run(
    program: string,
    given: readonly string[],
    config: pg.ClientConfig,
    signal?: AbortSignal,
  ): Promise<void> {
    const folder = deps.folder()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      await runProgram(program, given, await libpqEnvironment(config, folder), signal)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async function restoreInto(
    name: string,
    file: string,
    { reached, programs }: { reached: ReachedServer; programs: string },
    signal?: AbortSignal,
  ): Promise<pg.ClientConfig> {
    await createAlike(reached, name)
    const inside = inDatabase(reached.config, name)
    try {
      const given = ['--exit-on-error', '--single-transaction', '--dbname', name, file]
      await run(join(programs, 'pg_restore'), given, inside, signal)
      return inside
    } catch (error) {
      await dropDatabase(reached.config, name).catch(() => {})
      throw error
    }
  }

  return {
    async dump(ref, file, signal) {
      const { reached, major, programs } = await reach(ref)
      const given = ['--format=custom', '--no-password', '--file', file]
      await run(join(programs, 'pg_dump'), given, reached.config, signal)
      return major
    },
    async tryOut(ref, file, work) {
      const whole = await reach(ref)
      const name = `basedeck_proof_${randomBytes(8).toString('hex')}`
      const inside = await restoreInto(name, file, whole)
      try {
        return await work(inside, whole.reached.versionNumber)
      } finally {
        await dropDatabase(whole.reached.config, name)
      }
    },
    async restore(ref, file, signal) {
      const whole = await reach(ref)
      const { reached, url } = whole
      const name = `basedeck_restored_${randomBytes(8).toString('hex')}`
      const before = `basedeck_before_${randomBytes(8).toString('hex')}`
      const outside = await maintenance(reached.config)
      await restoreInto(name, file, whole, signal)
      try {
        await copyProperties(outside, url.database, name)
        await deps.stop(ref)
        await swap(outside, { name: url.database, restored: name, before })
      } catch (error) {
        await dropDatabase(outside, name).catch(() => {})
        throw error
      }
      return { before, drop: () => dropDatabase(outside, before) }
    },
  }
}

async function dropDatabase(config: pg.ClientConfig, name: string): Promise<void> {
  await askServer(config, `drop database if exists ${quoteIdentifier(name)} with (force)`)
}

/** @throws the reason of the last attempt */
async function maintenance(config: pg.ClientConfig): Promise<pg.ClientConfig> {
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
async function createAlike({ config, versionNumber }: ReachedServer, name: string): Promise<void> {
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
  await askServer(config, `create database ${quoteIdentifier(name)} template template0 ${row[0] ?? ''}`)
}

/** A dump has neither the settings of a database nor its privileges. */
async function copyProperties(config: pg.ClientConfig, from: string, to: string): Promise<void> {
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

interface Swap {
  name: string
  restored: string
  before: string
}

const ATTEMPTS = 3
const IN_USE = '55006'

/**
 * Both names change in one transaction. Who connects while the first one is locked waits, and is told then that the database was
 * renamed.
 */
async function swap(config: pg.ClientConfig, { name, restored, before }: Swap): Promise<void> {
  const [from, to, aside] = [name, restored, before].map(quoteIdentifier)
  const names = [name, restored].map(quoteLiteral).join(', ')
  await withServer(config, async (ask) => {
    for (let attempt = 1; ; attempt++) {
      await ask(`select pg_terminate_backend(pid, 2000) from pg_stat_activity where datname in (${names})`)
      try {
        await ask('begin')
        await ask(`alter database ${from} rename to ${aside}`)
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

const SAID_BYTES = 64 * 1024

function runProgram(
  program: string,
  given: readonly string[],
  env: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, given, {
      env: { ...env, PATH: process.env['PATH'] ?? '', LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(signal && { signal }),
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (said.length < SAID_BYTES) said += text
    })
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new BackupError(keptText.programFailed(reasonIn(said))))
    })
  })
}

/** What the program calls an error, in its words. */
function reasonIn(said: string): string {
  const errors = said
    .split('\n')
    .flatMap((line) => /^pg_(?:dump|restore): (?:error|fatal): (.+)/.exec(line)?.[1] ?? [])
  return errors[0] ?? said.trim().split('\n').at(-1) ?? ''
}
