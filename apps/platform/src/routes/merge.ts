/** A branch compared with its parent, and merged into it. */
import {
  compareBranch,
  compareRows,
  mergeBranch,
  mergeRows,
  planMerge,
  undoMerge,
  type Action,
  type BranchComparison,
  type Resource,
} from '@basedeck/platform-client/contract'
import type { Caller } from '../access/caller.js'
import { isAllowed, requirePermission } from '../access/permission.js'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { parentOfBranch } from '../control/merges.js'
import type { ProjectResource } from '../control/resources.js'
import { DomainError } from '../kernel/domain-error.js'
import { mergeIntoParent } from '../merge/apply-merge.js'
import { compareWithParent } from '../merge/compare-branch.js'
import { compareTableRows } from '../merge/compare-rows.js'
import { mergeTableRows } from '../merge/merge-rows.js'
import { plannedMerge } from '../merge/plan-merge.js'
import { takeMergeBack } from '../merge/undo-merge.js'
import { differenceOf } from '../migrations/drift.js'
import type { ProjectLife } from '../project-life/project-life.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { auditedSql } from '../services/audited-sql.js'
import type { ReadersTurns } from '../services/readers-turns.js'
import type { Mount } from './mount.js'
import { mayWrite, ownRunId } from './query.js'

export interface MergeRouteDeps {
  control: ControlDatabase
  box: Pick<SecretBox, 'open' | 'seal'>
  life: Pick<ProjectLife, 'database'>
  turns: ReadersTurns
  /** Is called after a call that may have changed the schema of a project. */
  schemaChanged(ref: string): void
}

export function mergeRoutes(mount: Mount, deps: MergeRouteDeps): void {
  const { control, life, turns, schemaChanged } = deps

  mount.on(compareBranch, async ({ c, caller, project }) => {
    await requireParent(deps, caller, project)
    const { comparison } = await compareWithParent(deps, project.ref, c.req.raw.signal)
    return readableBy(caller, project, comparison)
  })

  mount.on(planMerge, async ({ c, caller, project, body }) => {
    await requireParent(deps, caller, project)
    const compared = await compareWithParent(deps, project.ref, c.req.raw.signal)
    const { schema, buckets } = plannedMerge(compared, body)
    return { statements: [...schema, ...buckets].map(differenceOf) }
  })

  mount.on(mergeBranch, async ({ c, caller, project, body, origin }) => {
    const { runId, ...choice } = body
    const parent = await requireParent(deps, caller, project, [
      ['update', 'database'],
      ...(choice.buckets.length > 0 ? [['update', 'storage'] as const] : []),
      ...(choice.auth.length > 0 ? [['update', 'auth'] as const] : []),
    ])
    try {
      const result = await mergeIntoParent(deps, {
        ref: project.ref,
        choice,
        by: caller.email,
        runId: ownRunId(caller, runId),
        signal: c.req.raw.signal,
        async begin({ schema, buckets, auth }) {
          const sql = [...schema, ...buckets].map((change) => `${change.sql};`).join('\n')
          const audited = sql === '' ? undefined : await auditedSql(sql, false)
          await control.write([
            auditStatement(caller, origin, {
              action: 'project.merge_branch',
              target: project.name,
              organizationId: project.organization.id,
              projectRef: parent.ref,
              detail: {
                branch: project.ref,
                ...(auth.length > 0 ? { auth: auth.map(({ id }) => id) } : {}),
                ...(audited ? { sql: audited.sql, ...(audited.isCut ? { isCut: true } : {}) } : {}),
              },
            }),
          ])
        },
      })
      return { ...result, comparison: readableBy(caller, project, result.comparison) }
    } finally {
      // Also after an error: what came before it may have been kept.
      schemaChanged(parent.ref)
    }
  })

  mount.on(undoMerge, async ({ c, caller, project, params, body, origin }) => {
    const parent = await requireParent(deps, caller, project, [['update', 'database']])
    try {
      await takeMergeBack(deps, {
        ref: project.ref,
        id: params['id'] ?? '',
        by: caller.email,
        runId: ownRunId(caller, body.runId),
        signal: c.req.raw.signal,
        async begin(statements) {
          const audited = await auditedSql(statements.map((sql) => `${sql};`).join('\n'), false)
          await control.write([
            auditStatement(caller, origin, {
              action: 'project.undo_merge',
              target: project.name,
              organizationId: project.organization.id,
              projectRef: parent.ref,
              detail: { branch: project.ref, ...(audited ? { sql: audited.sql } : {}) },
            }),
          ])
        },
      })
    } finally {
      schemaChanged(parent.ref)
    }
    const { comparison } = await compareWithParent(deps, project.ref, c.req.raw.signal)
    return { comparison: readableBy(caller, project, comparison) }
  })

  mount.on(compareRows, async ({ c, caller, project, body: { schema, table, limit } }) => {
    const branch = await life.database(project.ref)
    const parent = await requireParent(deps, caller, project)
    const { signal } = c.req.raw
    const as = mayWrite(caller, project) && mayWrite(caller, { ...project, ref: parent.ref })
    const compare = async () =>
      compareTableRows(
        { branch, parent: await life.database(parent.ref) },
        { schema, table },
        { limit, as: as ? 'owner' : 'reader', signal },
      )
    return as ? compare() : turns.take(project.ref, caller.id, signal, compare)
  })

  mount.on(mergeRows, async ({ caller, project, body, origin }) => {
    const branch = await life.database(project.ref)
    const parent = await requireParent(deps, caller, project, [['update', 'database']])
    await control.write([
      auditStatement(caller, origin, {
        action: 'project.merge_rows',
        target: `${body.schema}.${body.table}`,
        organizationId: project.organization.id,
        projectRef: parent.ref,
        detail: { branch: project.ref, rows: body.rows.length },
      }),
    ])
    return mergeTableRows({ branch, parent: await life.database(parent.ref) }, body)
  })
}

/** The caller has the right of the call in the branch; a right in the parent is another one. @throws DomainError */
async function requireParent(
  { control, life }: MergeRouteDeps,
  caller: Caller,
  project: ProjectResource,
  wanted: readonly (readonly [Action, Resource])[] = [['read', 'database']],
): Promise<{ ref: string }> {
  await life.database(project.ref)
  const parent = await parentOfBranch(control, project.ref)
  if (!parent) throw new DomainError('branch_has_no_parent')
  for (const [action, resource] of wanted)
    requirePermission(caller, project.organization, {
      action,
      resource,
      projectRef: parent.ref,
      missing: 'branch_has_no_parent',
    })
  return parent
}

function readableBy(
  caller: Caller,
  project: ProjectResource,
  comparison: BranchComparison,
): BranchComparison {
  const may = [project.ref, comparison.parent.ref].every((projectRef) =>
    isAllowed(caller, project.organization.slug, { action: 'read', resource: 'auth', projectRef }),
  )
  return may ? comparison : { ...comparison, auth: [] }
}
