/** Branches of a project: copies of it to try things on. */
import { endpoint, gives } from './endpoint.js'
import { inProject } from './permission.js'

/** SPEC §3. */
export interface Branch {
  id: string
  name: string
  project_ref: string
  parent_project_ref: string
  is_default: boolean
  persistent: boolean
  git_branch?: string
  created_at: string
  updated_at: string
  review_requested_at?: string
}

/** With branching off there is one entry, main. CLARIFICATIONS "Branches". */
export const listBranches = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/branches',
  access: inProject('read', 'projects'),
  response: gives<Branch[]>(),
  requires: { ref: 'Project ref is required' },
})
