/** The branches of the projects as rows. A branch is a project; the branch main is the project itself. */
import type { Branch } from '@basedeck/platform-client/contract'
import type { ControlDatabase } from './control-database.js'

/** As it is stored: what a branch does not have is null. */
export interface BranchRow extends Omit<Branch, 'git_branch' | 'review_requested_at'> {
  git_branch: string | null
  review_requested_at: string | null
}

/** All branches of a project, or of the project that a branch belongs to: the default branch first, then the newest. */
export function branchesOf(control: ControlDatabase, ref: string): Promise<BranchRow[]> {
  return control.select<BranchRow>(
    `select b.id, b.name, own.ref as project_ref, parent.ref as parent_project_ref, b.is_default, b.persistent,
       b.git_branch, b.review_requested_at, b.created_at, b.updated_at
     from control.branches b join control.projects own on own.id = b.project_id
       join control.projects parent on parent.id = b.parent_project_id
     where b.parent_project_id = (
       select asked.parent_project_id from control.branches asked join control.projects p on p.id = asked.project_id
       where p.ref = $1)
     order by b.is_default desc, b.created_at desc, b.id`,
    [ref],
  )
}
