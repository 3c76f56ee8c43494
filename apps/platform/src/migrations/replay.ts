/** Builds the schema that a history makes, in a scratch database. */
import { isServerWide } from '@basedeck/core/rules'
import { quoteIdentifier } from '@basedeck/core/sql'
import type { MigrationDetail, SchemaDrift } from '@basedeck/platform-client/contract'
import { randomUUID } from 'node:crypto'
import { DatabaseError, type Database, type Scratch } from '../engines/engine.js'
import { migrationsText as text } from '../text/migrations.js'
import { migrationParts } from './migration-parts.js'

export type Replayed = Pick<SchemaDrift, 'replayed' | 'left_out' | 'failed'>

/**
 * Ends at the first statement that fails. Statements about the server are left out where it is the project's own; a role that
 * is not there, since the dashboard made it, is made where the server is thrown away too.
 * @throws EngineError; DatabaseError when it was cancelled
 */
export async function replay(
  { database, sharesServer }: Scratch,
  history: readonly MigrationDetail[],
  signal: AbortSignal,
): Promise<Replayed> {
  const leftOut: SchemaDrift['left_out'] = []
  let replayed = 0
  for (const { version, name, statements } of history) {
    if (statements === null)
      return {
        replayed,
        left_out: leftOut,
        failed: { version, name, statement: '', message: text.noStatements },
      }
    const own = statements.filter((statement) => {
      if (!sharesServer || !isServerWide(statement)) return true
      leftOut.push({ version, statement })
      return false
    })
    const failed = await replayOne(database, own, { makesRoles: !sharesServer, signal })
    if (failed) return { replayed, left_out: leftOut, failed: { version, name, ...failed } }
    replayed++
  }
  return { replayed, left_out: leftOut, failed: null }
}

interface ReplayOptions {
  makesRoles: boolean
  signal: AbortSignal
}

/** Roles that one migration may name and the dashboard made. */
const ROLES_MAX = 100

async function replayOne(
  database: Pick<Database, 'run' | 'batch'>,
  statements: readonly string[],
  { makesRoles, signal }: ReplayOptions,
): Promise<{ statement: string; message: string } | undefined> {
  for (const part of migrationParts(statements)) {
    for (let roles = 0; ; roles++) {
      const failed = await replayPart(database, part, signal)
      if (!failed) break
      const role = failed.missingRole
      const { missingRole: _role, ...said } = failed
      if (role === undefined || !makesRoles || roles === ROLES_MAX) return said
      const query = `create role ${quoteIdentifier(role)} nologin`
      await database.run({ runId: randomUUID(), query, signal })
    }
  }
  return undefined
}

const CANCELLED = '57014'
const UNDEFINED_OBJECT = '42704'

async function replayPart(
  database: Pick<Database, 'run' | 'batch'>,
  { statements, isAlone }: { statements: readonly string[]; isAlone: boolean },
  signal: AbortSignal,
): Promise<{ statement: string; message: string; missingRole: string | undefined } | undefined> {
  const options = { runId: randomUUID(), timeoutMs: 0, signal, limits: { rows: 0 } }
  try {
    if (isAlone) await database.run({ ...options, query: statements[0] ?? '' })
    else
      await database.batch({
        ...options,
        statements: statements.map((query) => ({ query })),
        withoutTypes: true,
      })
    return undefined
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.report.code === CANCELLED) throw error
    const { message, code, statementIndex = 0 } = error.report
    const missingRole =
      code === UNDEFINED_OBJECT ? /^role "(.*)" does not exist$/s.exec(message)?.[1] : undefined
    return { statement: statements[statementIndex] ?? '', message, missingRole }
  }
}
