/** Merges of the fake platform's branches. Nothing is compared: a test says what differs. */
import {
  compareBranch,
  compareRows,
  mergeBranch,
  mergeRows,
  planMerge,
  undoMerge,
  type BranchComparison,
  type MergeRecord,
  type RowComparison,
} from '../contract/merge.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { projectOf, record, tick, type FakeWorld } from './fake-world.js'

/** What differs, by the ref of the branch. */
export interface FakeMerge {
  comparison: BranchComparison
  /** By `schema.table`; any other table has no key. */
  rows: Record<string, RowComparison>
  /** Keys of rows that the parent changed after they were compared, as JSON of the parent's values. */
  changedSince: Set<string>
  /** The next merge is refused so. */
  refusal: FakeRefusal | undefined
}

/** Branches that can be compared. */
export type FakeMerges = Map<string, FakeMerge>

/** A branch with nothing to merge. */
export function emptyComparison(branch: string, parent = 'default'): BranchComparison {
  return {
    parent: { ref: parent, name: 'Default project' },
    branch: { ref: branch, name: branch },
    has_base: true,
    parent_version: '1',
    branch_version: '1',
    objects: [],
    around: [],
    not_compared: [],
    buckets: [],
    auth: [],
    last: null,
  }
}

interface Choice {
  parent_version: string
  branch_version: string
  objects: string[]
  buckets?: string[] | undefined
  auth?: string[] | undefined
}

export function mergeRoutes(world: FakeWorld, merges: FakeMerges): FakeRoute[] {
  let made = 0
  const before = new Map<string, BranchComparison>()
  const find = (ref: string | undefined): FakeMerge => {
    const { project } = projectOf(world, ref)
    const merge = merges.get(project.ref)
    if (!merge)
      throw new FakeRefusal(
        404,
        'branch_has_no_parent',
        'This project is no branch, so there is nothing to merge it into',
      )
    return merge
  }
  const log = (ref: string | undefined, action: string) => {
    const { organization_slug: slug, ref: project_ref, name } = projectOf(world, ref).project
    record(world, { slug, action, target: name, project_ref })
  }
  const check = ({ comparison }: FakeMerge, choice: Choice) => {
    if (
      comparison.parent_version !== choice.parent_version ||
      comparison.branch_version !== choice.branch_version
    )
      throw new FakeRefusal(409, 'stale', 'Someone else changed this in the meantime', {
        more: { stored: comparison },
      })
    const chosen = choice.objects.map((id) => {
      const object = comparison.objects.find((one) => one.id === id)
      if (!object) throw new FakeRefusal(400, 'invalid_body', `The branch has no change ${id}`)
      return object
    })
    for (const { name, needs } of chosen) {
      const missing = needs.filter((id) => !choice.objects.includes(id))
      if (missing.length > 0)
        throw new FakeRefusal(
          409,
          'merge_incomplete',
          `${name} needs ${missing.join(', ')}, which is not chosen`,
        )
    }
    return chosen
  }
  const newer = (version: string) => String(Number(version) + 1)
  return [
    fakeRoute(compareBranch, ({ params }) => find(params['ref']).comparison),
    fakeRoute(planMerge, ({ params, body }) => ({
      statements: check(find(params['ref']), body).flatMap(({ changes }) => changes),
    })),
    fakeRoute(mergeBranch, ({ params, body }) => {
      const merge = find(params['ref'])
      const chosen = check(merge, body)
      const { comparison, refusal } = merge
      if (chosen.length + body.buckets.length + body.auth.length === 0)
        throw new FakeRefusal(400, 'invalid_body', 'Nothing is chosen')
      log(params['ref'], 'project.merge_branch')
      merge.refusal = undefined
      if (refusal) throw refusal
      const changes = chosen.flatMap((one) => one.changes)
      const last: MergeRecord = {
        id: `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`,
        merged_at: tick(world),
        merged_by: null,
        version: changes.length === 0 ? null : String(20260101000000 + made),
        statements: changes.map(({ sql }) => sql),
        undo: changes.length === 0 ? null : [...changes].reverse(),
        comes_back_empty: changes.filter((one) => one.loses_data).map((one) => one.name),
        undone_at: null,
      }
      before.set(last.id, comparison)
      merge.comparison = {
        ...comparison,
        parent_version: newer(comparison.parent_version),
        objects: comparison.objects.filter((one) => !chosen.includes(one)),
        buckets: comparison.buckets.filter(({ id }) => !body.buckets.includes(id)),
        auth: comparison.auth.filter(({ id }) => !body.auth.includes(id)),
        last,
      }
      return { merge: last, left: [], comparison: merge.comparison }
    }),
    fakeRoute(undoMerge, ({ params }) => {
      const merge = find(params['ref'])
      const { last, parent_version } = merge.comparison
      const was = before.get(params['id'] ?? '')
      if (!last || !was || last.undo === null || last.undone_at !== null)
        throw new FakeRefusal(409, 'undo_impossible', 'This merge can’t be taken back')
      log(params['ref'], 'project.undo_merge')
      merge.comparison = {
        ...was,
        parent_version: newer(parent_version),
        last: { ...last, undone_at: tick(world) },
      }
      return { comparison: merge.comparison }
    }),
    fakeRoute(compareRows, ({ params, body: { schema, table, limit = 1000 } }) => {
      const rows = find(params['ref']).rows[`${schema}.${table}`]
      if (!rows)
        throw new FakeRefusal(
          409,
          'rows_not_comparable',
          `${schema}.${table} has no primary key, so its rows can’t be told apart`,
        )
      return { ...rows, rows: rows.rows.slice(0, limit), truncated: rows.rows.length > limit }
    }),
    fakeRoute(mergeRows, ({ params, body }) => {
      const merge = find(params['ref'])
      const known = merge.rows[`${body.schema}.${body.table}`]
      if (!known)
        throw new FakeRefusal(409, 'rows_not_comparable', 'The rows of this table can’t be compared')
      log(params['ref'], 'project.merge_rows')
      const conflicts: number[] = []
      for (const [at, row] of body.rows.entries()) {
        const found = known.rows.find((one) => JSON.stringify(one) === JSON.stringify(row))
        if (!found || merge.changedSince.has(JSON.stringify(row.parent))) {
          conflicts.push(at)
          continue
        }
        known.rows = known.rows.filter((one) => one !== found)
        known[found.kind]--
        if (found.kind !== 'removed') known.equal++
      }
      return { merged: body.rows.length - conflicts.length, conflicts }
    }),
  ]
}
