/**
 * Merges chosen changes of a branch into its parent. The parent's part is one transaction with its line in the history, where
 * the statements allow that. What follows – the branch's history, the new base, how it is taken back – is about the merge
 * alone: a process that dies before it has merged, and loses nothing but the offer to take it back.
 */
import { nextMigrationVersion } from '@basedeck/core/rules'
import type { AuthConfigChanges, MergeResult } from '@basedeck/platform-client/contract'
import { randomUUID } from 'node:crypto'
import { authSecretOf, changeAuth } from '../control/auth-settings.js'
import type { ControlStatement } from '../control/control-database.js'
import { branchBaseOf, insertMerge, keepBranchBase, type MergeRow } from '../control/merges.js'
import { DatabaseError, type BatchStatement, type Database } from '../engines/engine.js'
import { DomainError } from '../kernel/domain-error.js'
import { applyMigration, recordMigration, type AppliedRun } from '../migrations/apply-migration.js'
import { differenceOf } from '../migrations/drift.js'
import { listHistory, wholeHistory } from '../migrations/history.js'
import { CATALOGUE_MARK } from '../schema-diff/catalogue-mark.js'
import { diffSchemas, NotComparable } from '../schema-diff/diff-schemas.js'
import { advancedCatalogue } from '../schema-diff/merge-schemas.js'
import { readCatalogue } from '../schema-diff/read-catalogue.js'
import type { SchemaChange } from '../schema-diff/schema-change.js'
import { mergeText as text } from '../text/merge.js'
import { compareWithParent, markOf, recordOf, type ComparedBranch, type MergeDeps } from './compare-branch.js'
import { baseText } from './merge-base.js'
import { bucketChange, partsOf, plannedMerge, type MergeChoice, type MergePlanned } from './plan-merge.js'

export interface MergeRequest extends AppliedRun {
  /** The branch's. */
  ref: string
  choice: MergeChoice
  by: string | null
  /** Called before the first statement runs: writes the line of the audit log. */
  begin(planned: MergePlanned, compared: ComparedBranch): Promise<void>
}

/**
 * @throws DomainError branch_has_no_parent, stale, merge_incomplete, merge_impossible, invalid_body; DatabaseError of a
 * statement: the parent is as it was, or the message says what is left; EngineError
 */
export async function mergeIntoParent(deps: MergeDeps, request: MergeRequest): Promise<MergeResult> {
  const { ref, choice, by } = request
  const signal = request.signal ?? new AbortController().signal
  const compared = await compareWithParent(deps, ref, signal)
  const planned = plannedMerge(compared, choice)
  if (planned.schema.length + planned.buckets.length + planned.auth.length === 0)
    throw new DomainError('invalid_body', text.nothing)
  await request.begin(planned, compared)
  const version = await runIn(compared, planned, request)
  const authIsMerged = await writeAuth(deps, compared, planned)
  const left = authIsMerged ? [] : choice.auth
  const row = await rememberMerge(deps, compared, planned, { version, by })
  const { comparison } = await compareWithParent(deps, ref, signal)
  const still = new Set([...comparison.objects, ...comparison.buckets].map(({ id }) => id))
  return {
    merge: recordOf(row),
    left: [...left, ...[...choice.objects, ...choice.buckets].filter((id) => still.has(id))],
    comparison,
  }
}

/** The version that it has in the history; null: there was nothing for it. */
async function runIn(
  { parent, branch, mark, comparison }: ComparedBranch,
  { schema, buckets }: MergePlanned,
  { by, ...run }: MergeRequest,
): Promise<string | null> {
  const { database } = parent
  const first = [isStill(mark)]
  const rows = buckets.map(({ sql }): BatchStatement => ({ query: sql, expectRows: 1 }))
  try {
    if (schema.length === 0) {
      if (rows.length > 0) await together(database, [...first, ...rows], run)
      return null
    }
    const { migrations } = await listHistory(database, { writes: true })
    const version = nextMigrationVersion(
      Date.now(),
      migrations.map((one) => one.version),
    )
    const statements = schema.map(({ sql }) => sql)
    const recorded = { version, name: text.name(branch.name), statements, createdBy: by }
    await applyMigration(database, recorded, run, { parts: partsOf(schema), first, last: rows })
    return version
  } catch (error) {
    if (error instanceof DomainError && error.code === 'stale')
      throw new DomainError('stale', undefined, { more: { stored: comparison }, cause: error })
    if (schema.some(({ isAlone }) => isAlone) && error instanceof DatabaseError)
      throw await takenBack(database, parent.catalogue, error)
    throw error
  }
}

/** A statement that touches one row while the schema is as it was read. */
export function isStill(mark: string): BatchStatement {
  return { query: `select 1 where ${CATALOGUE_MARK} = $1`, parameters: [mark], expectRows: 1 }
}

/** @throws DomainError stale; DatabaseError, EngineError */
async function together(
  database: Pick<Database, 'batch'>,
  statements: BatchStatement[],
  { runId, signal }: AppliedRun,
): Promise<void> {
  const outcome = await database.batch({ runId, statements, ...(signal ? { signal } : {}) })
  if (outcome.type === 'mismatch') throw new DomainError('stale')
}

/** Statements before one that runs alone were kept: they are undone, and the error says so. */
async function takenBack(
  database: Database,
  before: ComparedBranch['parent']['catalogue'],
  error: DatabaseError,
): Promise<DatabaseError> {
  const said = (sentence: string) =>
    new DatabaseError({ ...error.report, message: `${error.report.message} ${sentence}` })
  try {
    const { changes } = diffSchemas(await readCatalogue(database), before)
    if (changes.length === 0) return error
    const statements = changes.map(({ sql }) => ({ query: sql }))
    await database.batch({ runId: randomUUID(), statements, withoutTypes: true, limits: { rows: 0 } })
    return said(text.takenBack)
  } catch {
    return said(text.notTakenBack)
  }
}

/** False: the parent's settings were changed meanwhile, and stay as they are. */
async function writeAuth(
  { control, box }: MergeDeps,
  { parent, branch }: ComparedBranch,
  { auth }: MergePlanned,
): Promise<boolean> {
  if (auth.length === 0) return true
  const changes: Record<string, unknown> = {}
  for (const { id, branch: value, secret } of auth)
    changes[id] = secret
      ? ((await authSecretOf(control, box, branch.ref, id as never)) ?? '')
      : JSON.parse(value ?? 'null')
  const written = await control.write([
    changeAuth(box, parent.ref, changes as AuthConfigChanges, parent.authVersion),
  ])
  return written.ok
}

async function rememberMerge(
  { control }: MergeDeps,
  { parent, branch, base }: ComparedBranch,
  { schema, buckets }: MergePlanned,
  { version, by }: { version: string | null; by: string | null },
): Promise<MergeRow> {
  if (version !== null) await recordInBranch(branch.database, parent.database, version)
  const mark = await markOf(parent.database)
  const after = await readCatalogue(parent.database)
  const undone = [
    ...undoOf(() => (schema.length === 0 ? [] : diffSchemas(after, parent.catalogue).changes)),
    ...buckets.map(({ name }) =>
      bucketChange({
        id: name,
        parent: branch.buckets[name] ?? null,
        branch: parent.buckets[name] ?? null,
      }),
    ),
  ]
  const row = {
    id: randomUUID(),
    merged_at: new Date().toISOString(),
    merged_by: by,
    version,
    statements: [...schema, ...buckets].map(({ sql }) => sql),
    undo: undone.length === 0 ? null : undone.map(differenceOf),
    comes_back_empty: [...new Set(schema.filter(({ losesData }) => losesData).map(nameOf))],
    undone_at: null,
    parent_version: mark,
    base_before: (await branchBaseOf(control, branch.ref)) ?? null,
  }
  const statements: ControlStatement[] = [insertMerge(branch.ref, row)]
  const schemas = { base: base?.catalogue ?? null, parent: after, branch: branch.catalogue }
  const catalogue = advancedCatalogue(schemas)
  if (base && catalogue) {
    const taken = Object.fromEntries(buckets.map(({ name }) => [name, branch.buckets[name] ?? '']))
    statements.push(
      keepBranchBase(branch.ref, baseText({ ...base, catalogue, buckets: { ...base.buckets, ...taken } })),
    )
  }
  await control.append(statements)
  return row
}

function nameOf({ schema, name }: SchemaChange): string {
  return schema === null ? name : `${schema}.${name}`
}

function undoOf(changes: () => SchemaChange[]): SchemaChange[] {
  try {
    return changes()
  } catch (error) {
    if (error instanceof NotComparable) return []
    throw error
  }
}

/**
 * A branch whose own migrations explain its changes needs no other. Else the merge explains them, so that a check for drift
 * finds nothing.
 */
async function recordInBranch(branch: Database, parent: Database, version: string): Promise<void> {
  const [own, theirs] = [await wholeHistory(branch), await wholeHistory(parent)]
  const known = new Set(theirs.map((one) => one.version))
  const recorded = theirs.find((one) => one.version === version)
  if (!recorded || own.some((one) => !known.has(one.version))) return
  await recordMigration(
    branch,
    {
      version,
      name: recorded.name ?? '',
      statements: recorded.statements ?? [],
      createdBy: recorded.created_by,
    },
    { runId: randomUUID() },
  ).catch((error: unknown) => {
    // The merge is made; a branch without its line has drift, which the page of migrations shows.
    if (!(error instanceof DatabaseError || error instanceof DomainError)) throw error
  })
}
