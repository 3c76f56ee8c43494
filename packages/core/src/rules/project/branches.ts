/**
 * Branches of a project: their order, their badge, and which one a page shows.
 * @rule branches  @spec §4
 */
import type { Branch } from '@basedeck/platform-client/contract'

/** What a branch is: the project itself, a persistent one, or a preview that ends with its pull request. */
export type BranchKind = 'production' | 'persistent' | 'preview'

/** Undefined: the project has no branching, and so is production itself. */
export function branchKind(branch: Pick<Branch, 'is_default' | 'persistent'> | undefined): BranchKind {
  if (!branch || branch.is_default) return 'production'
  return branch.persistent ? 'persistent' : 'preview'
}

/** The default one first, then the newest. CLARIFICATIONS "Branches". */
export function branchesInOrder(branches: readonly Branch[]): Branch[] {
  return branches.toSorted(
    (one, other) =>
      Number(other.is_default) - Number(one.is_default) || other.created_at.localeCompare(one.created_at),
  )
}

/** What a platform answers for a project without branching: an empty list, and no error. CLARIFICATIONS "Branches". */
export function isBranchingOff(message: string): boolean {
  return message === 'Preview branching is not enabled for this project.'
}

/** The branch of a page: the one whose project is open. */
export function branchOf(branches: readonly Branch[], ref: string): Branch | undefined {
  return branches.find(({ project_ref }) => project_ref === ref)
}

/**
 * What a branch's merge request is: none where the button is hidden, else it is opened, or reviewed once a review was asked for.
 * CLARIFICATIONS "Branches".
 */
export function mergeRequestOf(
  branch: Pick<Branch, 'is_default' | 'persistent' | 'git_branch' | 'review_requested_at'> | undefined,
): 'none' | 'open' | 'review' {
  if (!branch || branchKind(branch) !== 'preview' || branch.git_branch) return 'none'
  return branch.review_requested_at ? 'review' : 'open'
}

/** A branch that is well keeps the reason of a reset that failed until the next one. */
export function isResetRefused({
  status,
  status_reason: reason,
}: Pick<Branch, 'status' | 'status_reason'>): boolean {
  return status === 'ACTIVE_HEALTHY' && reason !== undefined
}
