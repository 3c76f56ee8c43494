/**
 * Dumps a database that was added by URL with PostgreSQL’s own programs, and restores it on its server: into a new database, which
 * takes the place of the other one in one step. Until that step nothing is changed.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { DatabaseTarget } from '../../engines/engine-registry.js'
import { EngineError } from '../../engines/engine.js'
import { inDatabase } from '../../engines/server/in-database.js'
import { signInsAt } from '../../engines/server/login-at.js'
import { reachServer, type ReachedServer } from '../../engines/server/reach-server.js'
import {
  copyProperties,
  createAlike,
  dropDatabase,
  maintenanceOf,
  swapDatabases,
} from '../../engines/server/server-databases.js'
import { projectText } from '../../text/projects.js'
import { findDumpPrograms } from './dump-programs.js'
import { libpqEnvironment } from './libpq-environment.js'
import { runProgram } from './run-program.js'

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
  targetOf(ref: string): Promise<DatabaseTarget>
  /** Ends our own connections. */
  stop(ref: string): Promise<void>
  /** For files of sign-ins; it is made and removed. */
  folder(): string
}

export function createServerBackups(deps: ServerBackupsDeps): ServerBackups {
  const reach = async (ref: string) => {
    const target = await deps.targetOf(ref)
    if (target.engine !== 'postgres') throw new EngineError('unsupported', projectText.notByUrl)
    const reached = await reachServer(target.url)
    const major = Math.floor(reached.versionNumber / 10_000)
    return { target, url: target.url, reached, major, programs: await findDumpPrograms(major) }
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
      await runProgram({ program, given, env: await libpqEnvironment(config, folder) }, signal)
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
      const outside = await maintenanceOf(reached.config)
      await restoreInto(name, file, whole, signal)
      try {
        await copyProperties(outside, url.database, name)
        await deps.stop(ref)
        await swapDatabases(
          { config: outside, logins: await signInsAt(outside, whole.target) },
          { name: url.database, restored: name, before },
        )
      } catch (error) {
        await dropDatabase(outside, name).catch(() => {})
        throw error
      }
      return { before, drop: () => dropDatabase(outside, before) }
    },
  }
}
