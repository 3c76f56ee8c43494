/**
 * Copies a database on its server. PostgreSQL's own copy is the fastest, but keeps programs that connect waiting: it is made only
 * where none is connected. Otherwise a dump is restored while it is written.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { quoteIdentifier } from '@basedeck/sql-guard/quoting'
import { findDumpPrograms } from '../../backup/by-url/dump-programs.js'
import { libpqEnvironment } from '../../backup/by-url/libpq-environment.js'
import { pipePrograms } from '../../backup/by-url/run-program.js'
import { DatabaseError } from '../../engines/engine.js'
import { askServer, withServer } from '../../engines/server/ask-server.js'
import { inDatabase } from '../../engines/server/in-database.js'
import type { ReachedServer } from '../../engines/server/reach-server.js'
import { createAlike } from '../../engines/server/server-databases.js'
import { EMPTIED_PATTERNS } from '../copied-tables.js'

export interface CopyHow {
  withData: boolean
  /** Columns are masked afterwards: what the server knows of their values from before must not be copied. */
  isMasked: boolean
  /** For files of sign-ins. */
  scratch: string
  signal: AbortSignal
}

/** @throws BackupError, DatabaseError, EngineError; the reason of the signal. What was begun may be there */
export async function copyOnServer(reached: ReachedServer, name: string, how: CopyHow): Promise<void> {
  if (how.withData && !how.isMasked && (await copiedByServer(reached, name))) return
  const { config, versionNumber } = reached
  const programs = await findDumpPrograms(Math.floor(versionNumber / 10_000))
  const emptied = how.withData ? [] : await emptiedTables(reached)
  how.signal.throwIfAborted()
  await createAlike(reached, name)
  const folder = join(how.scratch, 'sign-in')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const env = await libpqEnvironment(config, folder)
  const inside = await libpqEnvironment(inDatabase(config, name), folder)
  await pipePrograms(
    {
      program: join(programs, 'pg_dump'),
      given: [
        '--format=custom',
        '--compress=0',
        '--no-password',
        '--no-subscriptions',
        ...(how.withData ? [] : ['--no-blobs']),
        ...emptied.map((pattern) => `--exclude-table-data=${pattern}`),
      ],
      env,
    },
    {
      program: join(programs, 'pg_restore'),
      given: ['--exit-on-error', '--no-password', '--dbname', name],
      // Nothing waits for the disk: what ends the copy does.
      env: { ...inside, PGOPTIONS: `${inside['PGOPTIONS'] ?? ''} -c synchronous_commit=off`.trim() },
    },
    how.signal,
  )
}

/** Who connects meanwhile waits so long at most. */
const SERVER_COPY_MS = 8000
const SERVER_COPY_BYTES = 1024 ** 3

/** True: the user owns the database, no other session is open in it, and it is small. */
const MAY_BE_COPIED = `select pg_catalog.pg_has_role(d.datdba, 'usage')
    and not exists (select from pg_catalog.pg_stat_activity a where a.datid = d.oid and a.pid <> pg_catalog.pg_backend_pid())
    and pg_catalog.pg_database_size(d.oid) < ${SERVER_COPY_BYTES}
  from pg_catalog.pg_database d where d.datname = pg_catalog.current_database()`

/** It took too long; somebody is connected; it may not be copied. */
const NOT_NOW = ['57014', '55006', '42501']

/** Whether it is copied. */
async function copiedByServer({ config }: ReachedServer, name: string): Promise<boolean> {
  return withServer(
    config,
    async (ask) => {
      const [database, may] = [
        ...(await ask('select pg_catalog.current_database()')),
        ...(await ask(MAY_BE_COPIED)),
      ]
      if (may !== 't') return false
      await ask(`set statement_timeout = ${SERVER_COPY_MS}`)
      return ask(`create database ${quoteIdentifier(name)} template ${quoteIdentifier(database ?? '')}`).then(
        () => true,
        (error: unknown) => {
          if (error instanceof DatabaseError && NOT_NOW.includes(error.report.code)) return false
          throw error
        },
      )
    },
    2 * SERVER_COPY_MS,
  )
}

/** As patterns of `pg_dump`. */
async function emptiedTables({ config }: ReachedServer): Promise<string[]> {
  const { row } = await askServer(config, EMPTIED_PATTERNS)
  return JSON.parse(row[0] ?? '[]') as string[]
}
