/** A branch compared with its parent, and merged into it: schema, policies, buckets, auth settings, and rows of tables. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import type { SchemaDifference } from './migrations.js'
import { runId } from './params.js'
import { inProject } from './permission.js'
import type { Cell } from './result.js'

/** One text for each side; null: it is not there, or can't be written. */
export interface MergeSides {
  /** As it was when the branch was made; null also where that is not known. */
  base: string | null
  parent: string | null
  branch: string | null
}

/** An object of the schema that the branch changed. */
export interface MergeObject {
  /** Names it in a merge, the same in each comparison. */
  id: string
  /** `table`, `function`, `policy`, … */
  kind: string
  /** Null: it is in no schema. */
  schema: string | null
  /** With its table before it where it belongs to one. */
  name: string
  verb: 'create' | 'alter' | 'drop'
  /** What a merge of everything runs on it. */
  changes: SchemaDifference[]
  /** The parent changed it too since the branch was made. */
  theirs: boolean
  /** Both changed the same part of it, or one dropped what the other changed: a merge takes the branch's. */
  conflict: boolean
  /** Other objects of the comparison that it can't do without, by id. */
  needs: string[]
  definitions: MergeSides
}

/** A bucket or a setting that differs. */
export interface MergeValue extends MergeSides {
  /** Names it in a merge. */
  id: string
  /** The parent changed it since the branch was made, to something else. */
  conflict: boolean
  /** A secret: its value is not told, and the sides say whether it is set. */
  secret: boolean
}

/** What is not known to be equal. */
export interface MergeUnknown {
  kind: string
  names: string[]
}

/** A merge that was made. */
export interface MergeRecord {
  id: string
  /** ISO 8601. */
  merged_at: string
  merged_by: string | null
  /** Of the migration in the parent's history; null: nothing of the schema was merged. */
  version: string | null
  /** What ran, in its order. */
  statements: string[]
  /** What takes it back. Null: it can't be taken back by SQL. */
  undo: SchemaDifference[] | null
  /** Objects whose rows or values the merge dropped: they come back empty. */
  comes_back_empty: string[]
  /** ISO 8601; null: it was not taken back. */
  undone_at: string | null
}

/** A branch against its parent. */
export interface BranchComparison {
  parent: { ref: string; name: string }
  branch: { ref: string; name: string }
  /** Whether what both began with is known. Without it each difference counts as a change of the branch. */
  has_base: boolean
  /** Changes with everything that is compared of the parent, sent back with a merge. */
  parent_version: string
  branch_version: string
  /** In the order of their names; conflicts first. */
  objects: MergeObject[]
  /** What a merge also runs on objects that are equal: a view is made again around a change of its table. */
  around: SchemaDifference[]
  not_compared: MergeUnknown[]
  buckets: MergeValue[]
  /** Empty for callers who may not read them. */
  auth: MergeValue[]
  /** The newest merge of this branch; null: there is none. */
  last: MergeRecord | null
}

/** What a merge is made of. */
export const mergeChoice = v.strictObject({
  /** As the comparison had them. 409 `stale` with the new comparison in `stored` where one is another by now. */
  parent_version: v.string('parent_version must be a text'),
  branch_version: v.string('branch_version must be a text'),
  /** Ids of objects, buckets and settings. */
  objects: v.array(v.string()),
  buckets: v.optional(v.array(v.string()), []),
  auth: v.optional(v.array(v.string()), []),
})

/** The statements of a merge before it runs. */
export interface MergePlan {
  statements: SchemaDifference[]
}

/** What `mergeBranch` gives. */
export interface MergeResult {
  merge: MergeRecord
  /** What was chosen and still differs. */
  left: string[]
  comparison: BranchComparison
}

/** A row that is not the same in both. */
export interface RowDifference {
  kind: 'added' | 'removed' | 'changed'
  /** Values of `columns`, as PostgreSQL writes them. Null: the row is not there. */
  parent: Cell[] | null
  branch: Cell[] | null
}

/** The rows of a table on both sides. */
export interface RowComparison {
  schema: string
  table: string
  /** The columns of the primary key. */
  key: string[]
  /** The columns that both have, in the order of the branch. */
  columns: string[]
  /** Columns that only one of them has, and that are not compared. */
  only: { parent: string[]; branch: string[] }
  added: number
  removed: number
  changed: number
  equal: number
  /** The first that differ, in the order of the key. */
  rows: RowDifference[]
  /** There are more than `rows` has. */
  truncated: boolean
}

/** Differing rows that one comparison gives at most. */
export const MERGE_ROWS_MAX = 1000
const tableName = { schema: v.string('A schema is a text'), table: v.string('A table is a text') }
const cells = v.nullable(v.array(v.nullable(v.string())))

/** What `mergeRows` takes. */
export const mergeRowsBody = v.strictObject({
  ...tableName,
  columns: v.pipe(v.array(v.string()), v.minLength(1, 'There must be columns')),
  rows: v.pipe(
    v.array(
      v.strictObject({ kind: v.picklist(['added', 'removed', 'changed']), parent: cells, branch: cells }),
    ),
    v.minLength(1, 'There must be rows'),
    v.maxLength(MERGE_ROWS_MAX, `At most ${MERGE_ROWS_MAX} rows are merged at once`),
  ),
})

/** What became of the rows. */
export interface RowMerge {
  merged: number
  /** Rows of the request, from 0, that the parent has changed since: they are as they were. */
  conflicts: number[]
}

const PATH = '/platform/projects/{ref}/merge'
const REQUIRES = { ref: 'Project ref is required' }
const MAX_BODY = 20 * 1024 * 1024

/** 404 `branch_has_no_parent` for a project that is no branch; 409 `merge_impossible` with the reason where the two can’t be compared. */
export const compareBranch = endpoint({
  method: 'GET',
  path: PATH,
  access: inProject('read', 'database'),
  servedBy: 'holder',
  response: gives<BranchComparison>(),
  requires: REQUIRES,
})

/** What a merge of these would run. 409 `merge_incomplete` where one of them needs another that is not chosen. */
export const planMerge = endpoint({
  method: 'POST',
  path: `${PATH}/plan`,
  access: inProject('read', 'database'),
  servedBy: 'holder',
  evenFull: true,
  audit: 'never, because no data is changed',
  body: mergeChoice,
  response: gives<MergePlan>(),
  requires: REQUIRES,
})

/**
 * Merges what is chosen into the parent, in one transaction where its statements allow that, and records it as a migration
 * of both. The caller needs the right to change the parent's database, and its files or auth settings where these are
 * chosen. Where a statement fails, the parent is as it was: 400 with PostgreSQL's fields.
 */
export const mergeBranch = endpoint({
  method: 'POST',
  path: PATH,
  access: inProject('read', 'database'),
  servedBy: 'holder',
  limit: 'runs',
  audit: true,
  body: v.strictObject({ ...mergeChoice.entries, runId }),
  response: gives<MergeResult>(),
  requires: REQUIRES,
})

/**
 * Runs the reverse of a merge in the parent. 409 `stale` where the parent's schema was changed since, `undo_impossible`
 * where the merge can’t be taken back or was already, `undo_loses_data` where rows came since that it would lose.
 */
export const undoMerge = endpoint({
  method: 'POST',
  path: `${PATH}/{id}/undo`,
  access: inProject('read', 'database'),
  servedBy: 'holder',
  limit: 'runs',
  audit: true,
  body: v.strictObject({ runId }),
  response: gives<{ comparison: BranchComparison }>(),
  requires: REQUIRES,
})

/**
 * The rows of a table that differ, found by its primary key. 409 `rows_not_comparable` with the reason where the table has
 * no key, or is not the same table in both.
 */
export const compareRows = endpoint({
  method: 'POST',
  path: `${PATH}/rows`,
  access: inProject('read', 'database'),
  servedBy: 'holder',
  evenFull: true,
  limit: 'runs',
  audit: 'never, because no data is changed',
  body: v.strictObject({
    ...tableName,
    /** Differing rows that are given at most. Default and maximum 1000. */
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MERGE_ROWS_MAX))),
  }),
  response: gives<RowComparison>(),
  requires: REQUIRES,
})

/**
 * Writes rows of the branch into the parent in one transaction. A row is found by its key and by all values that it had in
 * the parent; one that was changed since is left as it is, and told.
 */
export const mergeRows = endpoint({
  method: 'POST',
  path: `${PATH}/rows/apply`,
  access: inProject('read', 'database'),
  servedBy: 'holder',
  limit: 'runs',
  audit: true,
  maxBody: MAX_BODY,
  body: mergeRowsBody,
  response: gives<RowMerge>(),
  requires: REQUIRES,
})
