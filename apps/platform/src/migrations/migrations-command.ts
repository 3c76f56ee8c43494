/** What `basedeck migration` asks of a database: of a project here, or of any PostgreSQL by URL. */
import { randomUUID } from 'node:crypto'
import type { MigrationsQuestion, OperatorAnswer } from '../config/operator-socket.js'
import { auditStatement } from '../control/audit.js'
import { createChangeReports } from '../control/change-reports.js'
import { onlyProject } from '../control/only-project.js'
import { projectByRef } from '../control/projects.js'
import { DatabaseError, EngineError, type Database } from '../engines/engine.js'
import { PostgresEngine } from '../engines/server/postgres-engine.js'
import { DomainError } from '../kernel/domain-error.js'
import { auditedSql } from '../services/audited-sql.js'
import type { Inside } from '../services/open-platform.js'
import { sampleDataText } from '../text/seed.js'
import { applyMigration } from './apply-migration.js'
import { findDriftOf } from './drift.js'
import { wholeHistory } from './history.js'
import { migrationStatements } from './migration-parts.js'

const NEVER = new AbortController().signal

/** One line of JSON: the history, the drift, or what was applied. In the process that has the database open. */
export async function answerMigrations(
  { project, ask }: MigrationsQuestion,
  { control, life }: Pick<Inside, 'control' | 'life'>,
): Promise<OperatorAnswer> {
  const ref = project ?? (await onlyProject(control))
  if (typeof ref !== 'string') return { error: sampleDataText.which(ref.choices) }
  const row = await projectByRef(control, ref)
  if (!row) return { error: sampleDataText.noProject(ref) }
  return answered(async () => {
    const database = await life.database(ref)
    if (typeof ask === 'string') return answerOf(database, ask)
    const audited = await auditedSql(ask.sql, false)
    await control.write([
      auditStatement(null, null, {
        action: 'database.apply_migration',
        target: `${ask.version} ${ask.name}`,
        organizationId: row.organization_id,
        projectRef: ref,
        detail: audited ? { sql: audited.sql } : {},
      }),
    ])
    try {
      return await answerOf(database, ask)
    } finally {
      createChangeReports(control, 'schema')(ref)
    }
  })
}

/** The same of a database that is no project of this installation. */
export async function migrationsOfUrl(
  databaseUrl: string,
  { ask }: MigrationsQuestion,
): Promise<OperatorAnswer> {
  const engine = new PostgresEngine({ databaseUrl, allowSuperuser: true })
  try {
    return await answered(async () => answerOf(await engine.open('migrations'), ask))
  } finally {
    await engine.close()
  }
}

async function answerOf(database: Database, ask: MigrationsQuestion['ask']): Promise<unknown> {
  if (ask === 'history') return wholeHistory(database)
  if (ask === 'drift') return findDriftOf(database, NEVER)
  const { version, name, sql } = ask
  const statements = await migrationStatements(sql)
  await applyMigration(database, { version, name, statements, createdBy: null }, { runId: randomUUID() })
  return { version }
}

async function answered(work: () => Promise<unknown>): Promise<OperatorAnswer> {
  try {
    return { lines: [JSON.stringify(await work())] }
  } catch (error) {
    if (error instanceof DatabaseError) {
      const { message, hint } = error.report
      return { error: hint === undefined ? message : `${message} ${hint}` }
    }
    if (error instanceof DomainError || error instanceof EngineError) return { error: error.message }
    throw error
  }
}
