/** What the projects' life asks of branches. */
import { randomBytes } from 'node:crypto'
import { branchByRef } from '../control/branches.js'
import type { BranchMaking } from '../project-life/project-life.js'
import type { BranchesContext } from './branches-context.js'
import { keepMergeBase } from '../merge/merge-base.js'
import { jobLine } from '../log-lines/work-lines.js'
import { workText } from '../text/logs.js'
import { fillBranch } from './fill-branch.js'
import { dropOnServer } from './on-server/fill-on-server.js'

const PASSWORD_BYTES = 24

export function createBranchMaking(context: BranchesContext): BranchMaking {
  return {
    async begun(ref) {
      const branch = await branchByRef(context.control, ref)
      return branch?.making ? branch : undefined
    },
    fill: (branch, how) => fillBranch(context, branch, how),
    async drop({ ref, engine, parent_ref: parent }) {
      if (engine === 'postgres' && parent !== null) await dropOnServer(context, { ref, parent })
    },
    async opened({ name, project_ref: ref, parent_project_ref: parent }, database) {
      // The one that its files came with is that of another database.
      await database.ownerLogin?.setPassword?.(randomBytes(PASSWORD_BYTES).toString('base64url'))
      await Promise.all([
        context.copyFunctions?.(parent, ref),
        // Before others may change it.
        keepMergeBase(context.control, { ref, database }).catch((error: unknown) =>
          context.log.warn({ err: error, project: ref }, 'what a branch began with could not be kept'),
        ),
      ])
      context.writeLine?.(
        jobLine(
          {
            project: parent,
            event: 'branch.made',
            message: workText.branchMade(name),
            fields: { branch: ref },
          },
          context.now().getTime(),
        ),
      )
    },
  }
}
