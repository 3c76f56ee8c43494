/** A branch for tests: an empty project beside another, with what both began with. */
import { createBranch } from '@basedeck/platform-client/contract'
import { MERGE_CONTRACT_SQL } from '@basedeck/platform-client/contract-suite'
import { OWN_REF } from '../src/control/own-installation.js'
import { keepMergeBase } from '../src/merge/merge-base.js'
import type { RunningApp } from './running-app.js'

export interface TestBranchOptions {
  /** Default `dev`. */
  name?: string
  /** Default: the project of the installation. */
  parent?: string
  /** SQL that runs in both before the base is kept. */
  began?: string
  /** Default true. */
  keepsBase?: boolean
  /** Default: that of the running app. */
  organizationId?: number
}

/** Gives its ref. */
export async function makeTestBranch(
  { control, life, organizationId: own }: RunningApp,
  { name = 'dev', parent = OWN_REF, began, keepsBase = true, organizationId = own }: TestBranchOptions = {},
): Promise<string> {
  const rest = { region: undefined, engine: undefined, existing: undefined, ownerPassword: undefined }
  const { ref } = await life.create({ name, organizationId, ...rest }, null)
  await life.settled()
  await control.write([
    {
      sql: `update control.branches set name = $3, is_default = false,
          parent_project_id = (select id from control.projects where ref = $2)
        where project_id = (select id from control.projects where ref = $1)`,
      parameters: [ref, parent, name],
      expect: 1,
    },
  ])
  if (began !== undefined)
    for (const id of [parent, ref])
      await (await life.database(id)).run({ runId: `began-${id}`, query: began })
  if (keepsBase) await keepMergeBase(control, { ref, database: await life.database(ref) })
  return ref
}

/** The branch of the contract suite. */
export async function makeContractBranch(running: RunningApp): Promise<string> {
  const ref = await makeTestBranch(running, { began: MERGE_CONTRACT_SQL.both })
  await differ(running, ref)
  return ref
}

/** The same of a project by URL, whose branches are made on its server. */
export async function makeContractBranchBesideParent(running: RunningApp): Promise<string> {
  await runIn(running, OWN_REF, MERGE_CONTRACT_SQL.both)
  const body = { branch_name: 'dev' }
  const { project_ref: ref } = await running.client.call(createBranch, { params: { ref: OWN_REF }, body })
  await running.life.settled()
  await differ(running, ref)
  return ref
}

async function differ(running: RunningApp, ref: string): Promise<void> {
  await runIn(running, OWN_REF, MERGE_CONTRACT_SQL.parent)
  await runIn(running, ref, MERGE_CONTRACT_SQL.branch)
}

async function runIn({ life }: RunningApp, ref: string, query: string): Promise<void> {
  await (await life.database(ref)).run({ runId: `contract-${ref}`, query })
}
