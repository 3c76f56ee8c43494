/** A branch against its parent: what a merge would change, and what it can't say. */
import type { BranchComparison, MergeObject, MergeValue } from '@basedeck/platform-client/contract'
import { createHash, randomUUID } from 'node:crypto'
import { authConfigOf } from '../control/auth-settings.js'
import type { ControlDatabase } from '../control/control-database.js'
import { lastMergeOf, parentOfBranch, type MergeRow } from '../control/merges.js'
import { requireProjectRow } from '../control/projects.js'
import type { Database } from '../engines/engine.js'
import { TurnQueue } from '../engines/turn-queue.js'
import { DomainError } from '../kernel/domain-error.js'
import { differenceOf } from '../migrations/drift.js'
import type { ProjectLife } from '../project-life/project-life.js'
import { CATALOGUE_MARK } from '../schema-diff/catalogue-mark.js'
import { NotComparable } from '../schema-diff/diff-schemas.js'
import { catalogueVersion } from '../schema-diff/kept-catalogue.js'
import { mergeSchemas, type SchemaMerge } from '../schema-diff/merge-schemas.js'
import { readCatalogue, type Catalogue } from '../schema-diff/read-catalogue.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { mergeText as text } from '../text/merge.js'
import {
  authTexts,
  bucketsIn,
  differingSecrets,
  differingValues,
  type NamedTexts,
} from './branch-settings.js'
import { mergeBaseOf, type MergeBase } from './merge-base.js'

export interface MergeDeps {
  control: ControlDatabase
  box: Pick<SecretBox, 'open' | 'seal'>
  life: Pick<ProjectLife, 'database'>
}

/** One of the two. */
export interface MergeSide {
  ref: string
  name: string
  database: Database
  catalogue: Catalogue
  buckets: NamedTexts
  auth: NamedTexts
  authVersion: string
  version: string
}

export interface ComparedBranch {
  base: MergeBase | null
  parent: MergeSide
  branch: MergeSide
  /** Of the parent's catalogue before it was read. */
  mark: string
  schema: SchemaMerge
  comparison: BranchComparison
}

/** Two schemas in memory at once are enough. */
const turns = new TurnQueue()

/**
 * @param ref the branch's
 * @throws DomainError branch_has_no_parent, merge_impossible; DatabaseError, EngineError
 */
export function compareWithParent(
  deps: MergeDeps,
  ref: string,
  signal: AbortSignal,
): Promise<ComparedBranch> {
  return turns.take(signal, () => compare(deps, ref, signal))
}

async function compare(deps: MergeDeps, ref: string, signal: AbortSignal): Promise<ComparedBranch> {
  const { control, life } = deps
  const branchDatabase = await life.database(ref)
  const row = await parentOfBranch(control, ref)
  if (!row) throw new DomainError('branch_has_no_parent')
  const parentDatabase = await life.database(row.ref)
  const endUses = [branchDatabase.use(), parentDatabase.use()]
  try {
    const mark = await markOf(parentDatabase)
    const [parent, branch, base] = await Promise.all([
      sideOf(deps, { ref: row.ref, name: row.name, database: parentDatabase }, signal),
      sideOf(deps, { ref, name: row.branchName, database: branchDatabase }, signal),
      mergeBaseOf(control, ref),
    ])
    const onlyOwn = await areOthers(control, [ref, row.ref])
    const schema = schemasOf({ base, parent, branch }, onlyOwn)
    const auth = [
      ...differingValues(base?.auth, parent.auth, branch.auth),
      ...(await differingSecrets(deps, row.ref, ref)),
    ]
    const last = await lastMergeOf(control, ref)
    const sides = { base, parent, branch, mark, schema }
    return { ...sides, comparison: comparisonOf(sides, auth, last) }
  } finally {
    for (const end of endUses) end()
  }
}

async function sideOf(
  { control }: MergeDeps,
  side: Pick<MergeSide, 'ref' | 'name' | 'database'>,
  signal: AbortSignal,
): Promise<MergeSide> {
  const config = await authConfigOf(control, side.ref)
  const catalogue = await readCatalogue(side.database, signal)
  const buckets = await bucketsIn(side.database)
  const authVersion = config?.version ?? ''
  const version = createHash('sha256')
    .update(JSON.stringify([catalogueVersion(catalogue), buckets, authVersion]))
    .digest('hex')
  return { ...side, catalogue, buckets, auth: authTexts(config), authVersion, version }
}

/** Of databases by URL, whoever runs their server prepared them, each in its way. */
async function areOthers(control: ControlDatabase, refs: readonly string[]): Promise<boolean> {
  const rows = await Promise.all(refs.map((ref) => requireProjectRow(control, ref)))
  return rows.some(({ engine }) => engine === 'postgres')
}

function schemasOf(
  { base, parent, branch }: Pick<ComparedBranch, 'base' | 'parent' | 'branch'>,
  onlyOwn: boolean,
): SchemaMerge {
  try {
    return mergeSchemas(
      { base: base?.catalogue ?? null, parent: parent.catalogue, branch: branch.catalogue },
      { onlyOwn },
    )
  } catch (error) {
    if (!(error instanceof NotComparable)) throw error
    throw new DomainError('merge_impossible', text.notComparable(error.message), { cause: error })
  }
}

/** @throws DatabaseError, EngineError */
export async function markOf(database: Pick<Database, 'run'>): Promise<string> {
  const query = `select ${CATALOGUE_MARK}`
  const { results } = await database.run({ runId: randomUUID(), query, readOnly: true })
  return results[0]?.rows[0]?.[0] ?? ''
}

function comparisonOf(
  { base, parent, branch, schema }: Omit<ComparedBranch, 'comparison'>,
  auth: MergeValue[],
  last: MergeRow | undefined,
): BranchComparison {
  return {
    parent: { ref: parent.ref, name: parent.name },
    branch: { ref: branch.ref, name: branch.name },
    has_base: base !== null,
    parent_version: parent.version,
    branch_version: branch.version,
    objects: schema.objects
      .map(({ key, changes, isTheirs, isConflict, ...object }): MergeObject => ({
        ...object,
        id: key,
        changes: changes.map(differenceOf),
        theirs: isTheirs,
        conflict: isConflict,
      }))
      .sort((one, other) => orderOf(one).localeCompare(orderOf(other), 'en')),
    around: schema.around.map(differenceOf),
    not_compared: schema.notCompared,
    buckets: differingValues(base?.buckets, parent.buckets, branch.buckets),
    auth,
    last: last ? recordOf(last) : null,
  }
}

const orderOf = ({ conflict, schema, name, kind }: MergeObject) =>
  [conflict ? '0' : '1', schema ?? '', name, kind].join('\n')

export function recordOf({ parent_version: _parent, base_before: _base, ...record }: MergeRow) {
  return record
}
