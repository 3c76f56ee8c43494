/** Branches of projects. */
import {
  createBranch,
  deleteBranch,
  getBranchSettings,
  listBranches,
  resetBranch,
  turnOnInBranch,
  updateBranch,
  updateBranchSettings,
} from '@basedeck/platform-client/contract'
import { branchOf, type Branches } from '../branches/branches.js'
import { branchesOf } from '../control/branches.js'
import type { ControlDatabase } from '../control/control-database.js'
import type { BranchResource } from '../control/resources.js'
import { DomainError } from '../kernel/domain-error.js'
import type { Mount } from './mount.js'

export interface BranchRouteDeps {
  control: ControlDatabase
  branches?: Branches
}

export function branchRoutes(mount: Mount, { control, branches: given }: BranchRouteDeps): void {
  const branches = (): Branches => {
    if (!given) throw new DomainError('branch_unavailable')
    return given
  }
  const refOf = (branch: BranchResource | undefined): string => {
    if (!branch) throw new DomainError('branch_not_found')
    return branch.ref
  }

  mount.on(listBranches, async ({ project }) =>
    given ? given.list(project.ref) : (await branchesOf(control, project.ref)).map(branchOf),
  )

  mount.on(
    createBranch,
    ({ caller, project, body, origin }) =>
      branches().create(
        project.ref,
        {
          name: body.branch_name,
          gitBranch: body.git_branch ?? null,
          persistent: body.persistent ?? false,
          withData: body.with_data ?? false,
          at: body.at,
          ttlHours: body.ttl_hours ?? null,
        },
        { actor: caller, origin },
      ),
    201,
  )

  mount.on(updateBranch, ({ caller, branch, body, origin }) =>
    branches().update(
      refOf(branch),
      {
        name: body.branch_name,
        gitBranch: body.git_branch,
        persistent: body.persistent,
        review: body.request_review,
        ttlHours: body.ttl_hours,
      },
      { actor: caller, origin },
    ),
  )

  mount.on(deleteBranch, ({ caller, branch, origin }) =>
    branches().remove(refOf(branch), { actor: caller, origin }),
  )

  mount.on(resetBranch, ({ caller, branch, origin }) =>
    branches().reset(refOf(branch), { actor: caller, origin }),
  )

  mount.on(turnOnInBranch, ({ caller, branch, body, origin }) =>
    branches().turnOn(refOf(branch), body, { actor: caller, origin }),
  )

  mount.on(getBranchSettings, ({ project }) => branches().settings(project.ref))

  mount.on(updateBranchSettings, ({ caller, project, body, origin }) =>
    branches().changeSettings(
      project.ref,
      { masks: body.masks, expected: body.expected_version },
      { actor: caller, origin },
    ),
  )
}
