/** Branches of a project: copies of it to try things on. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { displayName } from './names.js'
import { inBranch, inProject } from './permission.js'
import type { ProjectStatus } from './projects.js'

/** What was turned off in a branch when it was copied, so that it does not act beside its parent. */
export interface BranchOff {
  kind: 'mail' | 'hook' | 'schedule' | 'subscription' | 'webhook' | 'log_drain' | 'job'
  /** Of the hook, the schedule (of pg_cron), the subscription, the webhook, the log drain or the job (a schedule of the platform); of mail, the host that it was sent through. */
  name: string
}

/** SPEC §3, and how the branch was made. */
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
  /** Of its project. */
  status: ProjectStatus
  /** Why it is unhealthy, or could not be made or reset. */
  status_reason?: string
  /** Whether the rows of the parent were copied too. */
  with_data: boolean
  /** The moment of the parent that it holds, as an ISO date; absent: it is being made, or it is the default branch. */
  taken_at?: string
  /** When it is deleted by itself, as an ISO date; absent: never. Only a preview has one. */
  ends_at?: string
  /** Bytes of the database, measured some minutes ago; absent: not measured yet. */
  size_bytes?: number
  /** What is off in it and can be turned on. */
  off: BranchOff[]
}

/** A column whose values no branch shows. */
export interface BranchMask {
  schema: string
  table: string
  column: string
  /** An SQL expression over the row, such as `'user' || id || '@example.com'`. */
  expression: string
}

/** How branches of a project are made. */
export interface BranchSettings {
  /** Applied to each copy with data, before anybody can connect to it. */
  masks: BranchMask[]
  /** Changes with every change; sent back as `expected_version`. */
  version: string
}

/** The most columns that are masked. */
export const MASKS_MAX = 200
const TTL_MAX_HOURS = 8760
const IDENTIFIER_MAX = 63
const EXPRESSION_MAX = 2000
const GIT_BRANCH_MAX = 250

const branch_name = displayName('The name of the branch')
const git_branch = v.nullable(
  v.pipe(
    v.string('git_branch must be a text'),
    v.trim(),
    v.maxLength(GIT_BRANCH_MAX, 'git_branch is too long'),
  ),
)
const ttl_hours = v.nullable(
  v.pipe(
    v.number('ttl_hours must be a number'),
    v.integer('ttl_hours must be a whole number'),
    v.minValue(1, 'ttl_hours must be at least 1'),
    v.maxValue(TTL_MAX_HOURS, `ttl_hours must be at most ${TTL_MAX_HOURS}`),
  ),
)
const identifier = (what: string) =>
  v.pipe(v.string(), v.nonEmpty(`Enter the ${what}`), v.maxLength(IDENTIFIER_MAX, `The ${what} is too long`))

/** What `createBranch` takes. */
export const createBranchBody = v.object({
  branch_name,
  git_branch: v.optional(git_branch),
  /** Default false: a preview. */
  persistent: v.optional(v.boolean()),
  /** Default false: schema, roles, policies, buckets and settings only. */
  with_data: v.optional(v.boolean()),
  /** The moment whose rows it gets, where the log of the parent is kept. It implies `with_data`. */
  at: v.optional(v.pipe(v.string(), v.isoTimestamp('at must be a time such as 2026-01-31T12:00:00Z'))),
  /** Deletes a preview after so many hours. Default: never. */
  ttl_hours: v.optional(ttl_hours),
})

/** What `updateBranch` changes; an absent field stays as it is. */
export const updateBranchBody = v.object({
  branch_name: v.optional(branch_name),
  /** Null or an empty text: none. */
  git_branch: v.optional(git_branch),
  persistent: v.optional(v.boolean()),
  /** Sets or clears `review_requested_at`. */
  request_review: v.optional(v.boolean()),
  /** From now on; null: it stays. */
  ttl_hours: v.optional(ttl_hours),
})

/** What `updateBranchSettings` takes. */
export const branchSettingsBody = v.object({
  masks: v.pipe(
    v.array(
      v.object({
        schema: identifier('schema'),
        table: identifier('table'),
        column: identifier('column'),
        expression: v.pipe(
          v.string(),
          v.trim(),
          v.nonEmpty('Enter the expression'),
          v.maxLength(EXPRESSION_MAX, 'The expression is too long'),
        ),
      }),
    ),
    v.maxLength(MASKS_MAX, `At most ${MASKS_MAX} columns can be masked`),
  ),
  /** 409 `stale` with the stored settings when they were changed meanwhile. */
  expected_version: v.optional(v.string()),
})

const IN_PROJECT = '/v1/projects/{ref}/branches'
const ONE = '/v1/branches/{branch}'
const REQUIRES = { ref: 'Project ref is required' }

/** With branching off there is one entry, main. CLARIFICATIONS "Branches". */
export const listBranches = endpoint({
  method: 'GET',
  path: IN_PROJECT,
  access: inProject('read', 'projects'),
  response: gives<Branch[]>(),
  requires: REQUIRES,
})

/**
 * Begins a branch of the project, or of the parent of the branch: 201, COMING_UP. 409 `branch_name_taken`; 422 `branch_unavailable`
 * where the engine can't make one; 422 `not_recoverable` for a moment that is not kept.
 */
export const createBranch = endpoint({
  method: 'POST',
  path: IN_PROJECT,
  access: inProject('update', 'database'),
  servedBy: 'holder',
  audit: true,
  body: createBranchBody,
  response: gives<Branch>(),
  requires: REQUIRES,
})

/** Renames a branch, names its git branch, keeps it, or asks for its review. The default branch can't be changed: 422. */
export const updateBranch = endpoint({
  method: 'PATCH',
  path: ONE,
  access: inBranch('update', 'database'),
  audit: true,
  body: updateBranchBody,
  response: gives<Branch>(),
})

/** Deletes a branch with its database and files; one that is being made is stopped. The default branch can't be deleted: 422. */
export const deleteBranch = endpoint({
  method: 'DELETE',
  path: ONE,
  access: inBranch('update', 'database'),
  servedBy: 'holder',
  audit: true,
  response: gives<Branch>(),
})

/** Makes the branch again from what its parent is now. What was changed in it is lost. */
export const resetBranch = endpoint({
  method: 'POST',
  path: `${ONE}/reset`,
  access: inBranch('update', 'database'),
  servedBy: 'holder',
  audit: true,
  response: gives<Branch>(),
})

/** Turns on what was off since the branch was copied. 404 `branch_part_not_found` when it is not off. */
export const turnOnInBranch = endpoint({
  method: 'POST',
  path: `${ONE}/turn-on`,
  access: inBranch('update', 'database'),
  servedBy: 'holder',
  audit: true,
  body: v.object({
    kind: v.picklist(['mail', 'hook', 'schedule', 'subscription', 'webhook', 'log_drain', 'job'] as const),
    name: v.pipe(v.string(), v.maxLength(200)),
  }),
  response: gives<Branch>(),
})

/** How branches of the project, or of the parent of the branch, are made. */
export const getBranchSettings = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/branch-settings',
  access: inProject('read', 'projects'),
  response: gives<BranchSettings>(),
  requires: REQUIRES,
})

/** Changes which columns are masked. 422 `mask_refused` with PostgreSQL's reason. */
export const updateBranchSettings = endpoint({
  method: 'PATCH',
  path: '/platform/projects/{ref}/branch-settings',
  access: inProject('update', 'project_settings'),
  audit: true,
  body: branchSettingsBody,
  response: gives<BranchSettings>(),
  requires: REQUIRES,
})
