/** The branches of the projects as rows. A branch is a project; the branch main is the project itself. */
import type { ControlDatabase } from './control-database.js'

export interface BranchRow {
  id: string
  name: string
  project_ref: string
  parent_project_ref: string
  is_default: boolean
  persistent: boolean
  git_branch: string | null
  review_requested_at: string | null
  created_at: string
  updated_at: string
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
