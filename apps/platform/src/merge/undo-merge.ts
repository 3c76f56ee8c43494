/** Takes a merge back by the statements that were found right after it, while the parent's schema is still that one. */
import { nextMigrationVersion } from '@basedeck/core/rules'
import type { SchemaDifference } from '@basedeck/platform-client/contract'
import { quoteIdentifier, qualifiedName } from '@basedeck/core/sql'
import { randomUUID } from 'node:crypto'
import { keepBranchBase, markUndone, mergeOf, parentOfBranch } from '../control/merges.js'
import { DatabaseError, type Database } from '../engines/engine.js'
import { DomainError } from '../kernel/domain-error.js'
import { applyMigration, type AppliedRun } from '../migrations/apply-migration.js'
import { listHistory } from '../migrations/history.js'
import { mergeText as text } from '../text/merge.js'
import { isStill } from './apply-merge.js'
import type { MergeDeps } from './compare-branch.js'
import { partsOf } from './plan-merge.js'

export interface UndoRequest extends AppliedRun {
  /** The branch's. */
  ref: string
  id: string
  by: string | null
  /** Called before the first statement runs: writes the line of the audit log. */
  begin(statements: readonly string[]): Promise<void>
}

/** @throws DomainError branch_has_no_parent, undo_impossible, undo_loses_data, stale; DatabaseError, EngineError */
export async function takeMergeBack(deps: MergeDeps, request: UndoRequest): Promise<void> {
  const { control, life } = deps
  const { ref, id, by, begin, ...run } = request
  await life.database(ref)
  const parent = await parentOfBranch(control, ref)
  if (!parent) throw new DomainError('branch_has_no_parent')
  const merge = await mergeOf(control, ref, id)
  if (!merge) throw new DomainError('undo_impossible')
  if (merge.undone_at !== null) throw new DomainError('undo_impossible', text.alreadyUndone)
  if (merge.undo === null) throw new DomainError('undo_impossible', text.noUndo)
  const database = await life.database(parent.ref)
  const lost = await lostRows(database, merge.undo)
  if (lost.length > 0) throw new DomainError('undo_loses_data', text.holdsRows(lost))
  await begin(merge.undo.map(({ sql }) => sql))
  const { migrations } = await listHistory(database, { writes: true })
  const taken = migrations.map((one) => one.version)
  const isSchema = (change: SchemaDifference) => change.kind !== 'bucket'
  const schema = merge.undo.filter(isSchema).map((change) => ({
    ...change,
    losesData: change.loses_data,
    isAlone: change.is_alone,
    lock: null,
  }))
  const rows = merge.undo
    .filter((change) => !isSchema(change))
    .map(({ sql }) => ({ query: sql, expectRows: 1 }))
  const first = [isStill(merge.parent_version)]
  if (schema.length === 0) {
    const outcome = await database.batch({ runId: run.runId, statements: [...first, ...rows] })
    if (outcome.type === 'mismatch') throw new DomainError('stale')
  } else {
    const recorded = {
      version: nextMigrationVersion(Date.now(), taken),
      name: text.undoName(merge.version ?? ''),
      statements: schema.map(({ sql }) => sql),
      createdBy: by,
    }
    await applyMigration(database, recorded, run, { parts: partsOf(schema), first, last: rows })
  }
  await control.append([
    markUndone(id),
    ...(merge.base_before === null ? [] : [keepBranchBase(ref, merge.base_before)]),
  ])
}

/** What would be dropped and holds something. */
async function lostRows(database: Database, undo: readonly SchemaDifference[]): Promise<string[]> {
  const lost: string[] = []
  for (const change of undo) {
    const query = change.loses_data ? holdsSql(change) : null
    const name = change.schema === null ? change.name : `${change.schema}.${change.name}`
    if (query === null) continue
    if (query === 'unknown' || (await isTrue(database, query))) lost.push(name)
  }
  return lost
}

function holdsSql({ kind, schema, name, verb, sql }: SchemaDifference): string | null {
  if (verb !== 'drop') return 'unknown'
  // A materialized view is filled again.
  if (kind === 'materialized view' || schema === null) return null
  if (kind === 'table') return `select exists (select from ${qualifiedName(schema, name)})`
  const table = kind === 'column' ? tableOf(sql) : null
  if (table === null) return kind === 'sequence' ? null : 'unknown'
  const column = quoteIdentifier(name.slice(table.length + 1))
  return `select exists (select from ${qualifiedName(schema, table)} where ${column} is not null)`
}

/** A table's name may hold a dot: the statement says where it ends. */
function tableOf(sql: string): string | null {
  const part = String.raw`(?:"((?:[^"]|"")*)"|([\w$]+))`
  const found = new RegExp(`^alter table (?:only )?${part}\\.${part} drop column`, 'i').exec(sql)
  return found ? (found[3]?.replaceAll('""', '"') ?? found[4] ?? null) : null
}

async function isTrue(database: Database, query: string): Promise<boolean> {
  try {
    const { results } = await database.run({ runId: randomUUID(), query, readOnly: true })
    return results[0]?.rows[0]?.[0] === 't'
  } catch (error) {
    if (error instanceof DatabaseError) return true
    throw error
  }
}
