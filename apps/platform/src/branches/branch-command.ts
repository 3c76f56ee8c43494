/** `basedeck branch`: the branches of a project, for those who have the machine, and for pipelines. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Branch } from '@basedeck/platform-client/contract'
import { typedMoment } from '@basedeck/core/rules/projects'
import type { BranchQuestion, OperatorAnswer } from '../config/operator-socket.js'
import { branchByRef } from '../control/branches.js'
import { projectByRef } from '../control/projects.js'
import { DomainError } from '../kernel/domain-error.js'
import type { Inside } from '../services/open-platform.js'
import { answerInProject } from '../services/operator-work.js'
import { branchCommandText as text } from '../text/branches.js'
import { keptCommandText } from '../text/kept-backups.js'
import type { Branches } from './branches.js'

export interface BranchCommandDeps extends Pick<Inside, 'control'> {
  branches: Branches
}

/** Commands on this machine act as its operator. */
const OPERATOR = { actor: null, origin: null }
const LOOK_MS = 200

/** One line of JSON: what `branchReport` reads. */
export function answerBranches(question: BranchQuestion, deps: BranchCommandDeps): Promise<OperatorAnswer> {
  return answerInProject(deps.control, question.project, (ref) => WORKS[question.verb](ref, question, deps))
}

type Work = (ref: string, question: BranchQuestion, deps: BranchCommandDeps) => Promise<unknown>

const WORKS: Readonly<Record<BranchQuestion['verb'], Work>> = {
  list: (ref, _, { branches }) => branches.list(ref),
  async create(ref, question, deps) {
    const { name, git, withData, persistent, hours, at } = question
    // A pipeline that runs again for a pull request finds its branch.
    const known =
      git === null ? undefined : (await deps.branches.list(ref)).find((one) => one.git_branch === git)
    if (known) return made(deps, known)
    const moment = at === null ? null : typedMoment(at)
    if (at !== null && moment === null) throw new DomainError('not_recoverable', keptCommandText.notAMoment)
    const begun = await deps.branches.create(
      ref,
      {
        name: name ?? git ?? '',
        gitBranch: git,
        persistent,
        withData,
        at: moment ?? undefined,
        ttlHours: hours,
      },
      OPERATOR,
    )
    return made(deps, begun)
  },
  async delete(ref, question, deps) {
    const branch = await find(deps.branches, ref, question)
    const removed = await deps.branches.remove(branch.project_ref, OPERATOR)
    while ((await projectByRef(deps.control, branch.project_ref))?.status === 'GOING_DOWN') {
      const row = await projectByRef(deps.control, branch.project_ref)
      if (row?.status_reason != null) throw new DomainError('project_busy', row.status_reason)
      await delay(LOOK_MS)
    }
    return removed
  },
  async reset(ref, question, deps) {
    const branch = await find(deps.branches, ref, question)
    return made(deps, await deps.branches.reset(branch.project_ref, OPERATOR))
  },
}

/** Waits until it is there. @throws DomainError with the reason when it isn't made */
async function made(
  { branches, control }: BranchCommandDeps,
  { project_ref: ref, name }: Branch,
): Promise<Branch> {
  for (;;) {
    const row = await branchByRef(control, ref)
    if (!row) throw new DomainError('branch_not_found')
    if (row.making === null || row.status === 'INIT_FAILED') {
      if (row.status_reason !== null)
        throw new DomainError('branch_failed', text.failed(name, row.status_reason))
      const shown = (await branches.list(ref)).find(({ project_ref: own }) => own === ref)
      if (shown && shown.status !== 'RESTORING') return shown
    }
    await delay(LOOK_MS)
  }
}

async function find(branches: Branches, ref: string, { name, git }: BranchQuestion): Promise<Branch> {
  const own = (await branches.list(ref)).filter(({ is_default }) => !is_default)
  const found = own.filter((one) =>
    git === null ? [one.name, one.project_ref, one.id].includes(name ?? '') : one.git_branch === git,
  )
  const [only] = found
  if (!only)
    throw new DomainError(
      'branch_not_found',
      text.unknown(
        git ?? name ?? '',
        own.map((one) => one.name),
      ),
    )
  if (found.length > 1) throw new DomainError('branch_not_found', text.ambiguous(git ?? name ?? ''))
  return only
}

/** What is printed. @param line of `answerBranches` */
export function branchReport(verb: BranchQuestion['verb'], line: string): string[] {
  const answer: unknown = JSON.parse(line)
  if (verb === 'list') return (answer as Branch[]).map(rowText)
  return [verb === 'delete' ? text.deleted((answer as Branch).name) : rowText(answer as Branch)]
}

function rowText({ name, project_ref, is_default, persistent, git_branch, status, ends_at }: Branch): string {
  const kind = is_default ? 'production' : persistent ? 'persistent' : 'preview'
  const end = ends_at === undefined ? undefined : text.endsAt(ends_at)
  return [project_ref, kind, status, name, git_branch && `git:${git_branch}`, end].filter(Boolean).join('  ')
}
