/** What the projects' life asks of branches. */
import { randomBytes } from 'node:crypto'
import { branchByRef } from '../control/branches.js'
import type { BranchMaking } from '../project-life/project-life.js'
import type { BranchesContext } from './branches-context.js'
import { fillBranch } from './fill-branch.js'

const PASSWORD_BYTES = 24

export function createBranchMaking(context: BranchesContext): BranchMaking {
  return {
    async begun(ref) {
      const branch = await branchByRef(context.control, ref)
      return branch?.making ? branch : undefined
    },
    fill: (branch, how) => fillBranch(context, branch, how),
    // The one that its files came with is that of another database.
    opened: async (_, { ownerLogin }) =>
      ownerLogin?.setPassword?.(randomBytes(PASSWORD_BYTES).toString('base64url')),
    async made(ref) {
      const branch = await branchByRef(context.control, ref)
      if (branch) await context.afterMade?.(branch)
    },
  }
}
