/** The history of migrations of a project's database. */
import { compareVersions } from '@basedeck/core/rules'
import type { Cell, MigrationDetail, MigrationHistory } from '@basedeck/platform-client/contract'
import { randomUUID } from 'node:crypto'
import { DatabaseError, type Database } from '../engines/engine.js'
import { UNLIMITED } from '../engines/wire/limits.js'
import { DomainError } from '../kernel/domain-error.js'
import { EXISTS_SQL, LIST_SQL, ONE_SQL, READ_SQL, removeStatement } from './history-sql.js'

/** A member without the right to change the database reads with the read-only login. */
export interface HistoryReader {
  writes: boolean
}

/** @throws DomainError history_unreadable; DatabaseError, EngineError */
export async function listHistory(
  database: Pick<Database, 'run'>,
  reader: HistoryReader,
): Promise<MigrationHistory> {
  if (!(await hasHistory(database, reader))) return { exists: false, migrations: [] }
  const rows = await read(database, reader, LIST_SQL)
  const migrations = rows.map(([version, name, createdBy, count]) => ({
    version: version ?? '',
    name: name ?? null,
    created_by: createdBy ?? null,
    statements: count == null ? null : Number(count),
  }))
  return {
    exists: true,
    migrations: migrations.sort((one, other) => compareVersions(other.version, one.version)),
  }
}

/** The oldest first. Errors as `listHistory`. */
export async function wholeHistory(
  database: Pick<Database, 'run'>,
  reader: HistoryReader = { writes: true },
): Promise<MigrationDetail[]> {
  if (!(await hasHistory(database, reader))) return []
  const rows = await read(database, reader, READ_SQL)
  return rows.map(detailOf).sort((one, other) => compareVersions(one.version, other.version))
}

/** @throws DomainError migration_not_found; and as `listHistory` */
export async function oneMigration(
  database: Pick<Database, 'run'>,
  reader: HistoryReader,
  version: string,
): Promise<MigrationDetail> {
  const found = (await hasHistory(database, reader)) && (await read(database, reader, ONE_SQL, [version]))
  const [row] = found || []
  if (!row) throw new DomainError('migration_not_found')
  return detailOf(row)
}

/** Whether the history has that version. Errors as `listHistory`. */
export async function isInHistory(database: Pick<Database, 'run'>, version: string): Promise<boolean> {
  const reader = { writes: true }
  return (await hasHistory(database, reader)) && (await read(database, reader, ONE_SQL, [version])).length > 0
}

/** Takes it out of the history. @throws DomainError migration_not_found; and as `listHistory` */
export async function removeFromHistory(
  database: Pick<Database, 'run' | 'batch'>,
  version: string,
): Promise<void> {
  if (!(await isInHistory(database, version))) throw new DomainError('migration_not_found')
  const outcome = await database.batch({ runId: randomUUID(), statements: [removeStatement(version)] })
  if (outcome.type === 'mismatch') throw new DomainError('migration_not_found')
}

async function hasHistory(database: Pick<Database, 'run'>, reader: HistoryReader): Promise<boolean> {
  const [row] = await read(database, reader, EXISTS_SQL)
  return row?.[0] === 't'
}

const UNDEFINED_COLUMN = '42703'

async function read(
  database: Pick<Database, 'run'>,
  { writes }: HistoryReader,
  query: string,
  parameters: Cell[] = [],
): Promise<Cell[][]> {
  try {
    const { results } = await database.run({
      runId: randomUUID(),
      query,
      parameters,
      readOnly: true,
      limits: UNLIMITED,
      ...(writes ? {} : { as: 'reader' as const }),
    })
    return results[0]?.rows ?? []
  } catch (error) {
    if (error instanceof DatabaseError && error.report.code === UNDEFINED_COLUMN)
      throw new DomainError('history_unreadable', undefined, { cause: error })
    throw error
  }
}

function detailOf([version, name, createdBy, statements]: Cell[]): MigrationDetail {
  return {
    version: version ?? '',
    name: name ?? null,
    created_by: createdBy ?? null,
    statements: statements == null ? null : textsIn(statements),
  }
}

function textsIn(json: string): string[] {
  return (JSON.parse(json) as unknown[]).map((value) => (typeof value === 'string' ? value : ''))
}
