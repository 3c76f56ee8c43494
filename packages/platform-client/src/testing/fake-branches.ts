/** Branches of the fake platform’s projects. They are made at once, and hold nothing. */
import {
  createBranch,
  deleteBranch,
  getBranchSettings,
  listBranches,
  resetBranch,
  turnOnInBranch,
  updateBranch,
  updateBranchSettings,
  type Branch,
  type BranchSettings,
} from '../contract/branches.js'
import { makeProject } from './fake-projects.js'
import { FakeRefusal, fakeRoute, replyRoute, type FakeRoute } from './fake-route.js'
import { projectOf, record, tick, type FakeProject, type FakeWorld } from './fake-world.js'

const HOUR_MS = 3_600_000

export function branchRoutes(world: FakeWorld): FakeRoute[] {
  const parentOf = (ref: string | undefined): FakeProject => {
    const found = projectOf(world, ref)
    const { parent_project_ref: parent } = found.project
    return parent === undefined ? found : projectOf(world, parent)
  }
  const one = (idOrRef: string | undefined): Branch => {
    const branch = world.branches.find(({ id, project_ref }) => id === idOrRef || project_ref === idOrRef)
    if (branch) return branch
    if (world.projects.some(({ project }) => project.ref === idOrRef))
      throw new FakeRefusal(422, 'branch_is_default', 'This is the project itself, not a branch of it')
    throw new FakeRefusal(404, 'branch_not_found', 'Branch not found')
  }
  const noted = ({ project }: FakeProject, action: string, target: string, detail: object = {}) =>
    record(world, {
      slug: project.organization_slug,
      action,
      target,
      project_ref: project.ref,
      detail: { ...detail },
    })
  const requireFree = (parent: string, name: string, but?: string) => {
    const isTaken = world.branches.some(
      (branch) => branch.parent_project_ref === parent && branch.name === name && branch.id !== but,
    )
    if (isTaken)
      throw new FakeRefusal(
        409,
        'branch_name_taken',
        'Another branch of this project has that name; choose another one',
      )
  }
  return [
    fakeRoute(listBranches, ({ params }) => {
      const { ref, status, inserted_at } = parentOf(params['ref']).project
      return [
        {
          id: ref,
          name: 'main',
          project_ref: ref,
          parent_project_ref: ref,
          is_default: true,
          persistent: false,
          status,
          with_data: false,
          off: [],
          created_at: inserted_at,
          updated_at: inserted_at,
        },
        ...world.branches
          .filter((branch) => branch.parent_project_ref === ref)
          .toSorted((a, b) => b.created_at.localeCompare(a.created_at)),
      ]
    }),
    replyRoute(createBranch, ({ params, body }) => {
      const parent = parentOf(params['ref'])
      const { engine, organization_id, organization_slug, ref } = parent.project
      if (body.at !== undefined)
        throw new FakeRefusal(422, 'not_recoverable', 'The database can’t go back to that moment')
      requireFree(ref, body.branch_name)
      const at = tick(world)
      const made = makeProject(world, {
        name: body.branch_name,
        engine,
        organization_id,
        organization_slug,
        parent_project_ref: ref,
      })
      parent.project.is_branch_enabled = true
      const persistent = body.persistent ?? false
      const branch: Branch = {
        id: crypto.randomUUID(),
        name: body.branch_name,
        project_ref: made.project.ref,
        parent_project_ref: ref,
        is_default: false,
        persistent,
        ...(body.git_branch ? { git_branch: body.git_branch } : {}),
        status: made.project.status,
        with_data: body.with_data ?? false,
        taken_at: at,
        ...(body.ttl_hours && !persistent ? { ends_at: later(at, body.ttl_hours) } : {}),
        off: [{ kind: 'mail', name: '' }],
        created_at: at,
        updated_at: at,
      }
      world.branches.push(branch)
      noted(made, 'branch.create', branch.name)
      return { status: 201, body: branch }
    }),
    fakeRoute(updateBranch, ({ params, body }) => {
      const branch = one(params['branch'])
      const { branch_name, git_branch, persistent, request_review, ttl_hours } = body
      if (branch_name !== undefined) {
        requireFree(branch.parent_project_ref, branch_name, branch.id)
        branch.name = branch_name
        projectOf(world, branch.project_ref).project.name = branch_name
      }
      if (git_branch !== undefined) delete branch.git_branch
      if (git_branch) branch.git_branch = git_branch
      branch.updated_at = tick(world)
      if (ttl_hours === null) delete branch.ends_at
      else if (ttl_hours !== undefined) branch.ends_at = later(branch.updated_at, ttl_hours)
      if (persistent !== undefined) branch.persistent = persistent
      if (branch.persistent) delete branch.ends_at
      if (request_review) branch.review_requested_at ??= branch.updated_at
      else if (request_review === false) delete branch.review_requested_at
      noted(parentOf(branch.project_ref), 'branch.update', branch.name)
      return branch
    }),
    fakeRoute(deleteBranch, ({ params }) => {
      const branch = one(params['branch'])
      noted(parentOf(branch.project_ref), 'branch.delete', branch.name)
      world.branches = world.branches.filter((other) => other !== branch)
      world.projects = world.projects.filter(({ project }) => project.ref !== branch.project_ref)
      return { ...branch, status: 'GOING_DOWN' }
    }),
    fakeRoute(resetBranch, ({ params }) => {
      const branch = one(params['branch'])
      branch.taken_at = tick(world)
      branch.off = [{ kind: 'mail', name: '' }]
      noted(parentOf(branch.project_ref), 'branch.reset', branch.name)
      return branch
    }),
    fakeRoute(turnOnInBranch, ({ params, body }) => {
      const branch = one(params['branch'])
      const left = branch.off.filter(({ kind, name }) => kind !== body.kind || name !== body.name)
      if (left.length === branch.off.length)
        throw new FakeRefusal(404, 'branch_part_not_found', 'That is not off in this branch')
      branch.off = left
      noted(parentOf(branch.project_ref), 'branch.turn_on', branch.name, body)
      return branch
    }),
    fakeRoute(getBranchSettings, ({ params }) => settingsOf(parentOf(params['ref']))),
    fakeRoute(updateBranchSettings, ({ params, body: { masks, expected_version } }) => {
      const parent = parentOf(params['ref'])
      const stored = settingsOf(parent)
      if (expected_version !== undefined && expected_version !== stored.version)
        throw new FakeRefusal(409, 'stale', 'Someone else changed this in the meantime', { more: { stored } })
      parent.branchMasks = masks
      noted(parent, 'branch.update_settings', parent.project.name)
      return settingsOf(parent)
    }),
  ]
}

function settingsOf({ branchMasks: masks }: FakeProject): BranchSettings {
  return { masks: [...masks], version: JSON.stringify(masks) }
}

function later(from: string, hours: number): string {
  return new Date(Date.parse(from) + hours * HOUR_MS).toISOString()
}
