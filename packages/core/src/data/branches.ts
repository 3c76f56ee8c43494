/** Server data of branches. */
import {
  createBranch,
  deleteBranch,
  getBranchSettings,
  listBranches,
  PlatformError,
  resetBranch,
  turnOnInBranch,
  updateBranch,
  updateBranchSettings,
  type ArgumentsOf,
  type Branch,
  type BranchSettings,
  type Client,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { isBranchingOff } from '../rules/project/branches.js'
import { projectKey } from './projects.js'

const STALE_MS = 60_000
const branchesKey = (ref: string) => [...projectKey(ref), 'branches']
/** While one is made, reset or deleted. */
const CHANGING = /^(COMING_UP|RESTORING|GOING_DOWN|PAUSING)$/
const FOLLOWED_MS = 1000
/** Pipelines make and end branches. */
const LOOKED_AT_MS = 30_000

/** @param ref of any branch: all branches are listed */
export function branchesQuery(client: Client, ref: string): QueryData<Branch[]> {
  return {
    key: branchesKey(ref),
    async fetch(signal) {
      try {
        return await client.call(listBranches, { params: { ref } }, { signal })
      } catch (error) {
        if (error instanceof PlatformError && isBranchingOff(error.message)) return []
        throw error
      }
    },
    staleMs: STALE_MS,
    refetchMs: (data) => (data?.some(({ status }) => CHANGING.test(status)) ? FOLLOWED_MS : LOOKED_AT_MS),
  }
}

type Changed<Body> = Body & { branch: string }

export function branchCreation(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof createBranch>['body'], Branch> {
  return {
    call: (body) => client.call(createBranch, { params: { ref }, body }),
    refreshes: () => [projectKey(ref)],
  }
}

export function branchChange(
  client: Client,
  ref: string,
): MutationData<Changed<ArgumentsOf<typeof updateBranch>['body']>, Branch> {
  return {
    call: ({ branch, ...body }) => client.call(updateBranch, { params: { branch }, body }),
    // The project of the branch has its name too.
    refreshes: ({ project_ref: branch }) => [branchesKey(ref), projectKey(branch)],
  }
}

export function branchReset(client: Client, ref: string): MutationData<{ branch: string }, Branch> {
  return {
    call: (params) => client.call(resetBranch, { params }),
    refreshes: ({ project_ref: branch }) => [branchesKey(ref), projectKey(branch)],
  }
}

export function branchRemoval(client: Client, ref: string): MutationData<{ branch: string }, Branch> {
  return {
    call: (params) => client.call(deleteBranch, { params }),
    refreshes: () => [branchesKey(ref)],
  }
}

export function branchPartTurnedOn(
  client: Client,
  ref: string,
): MutationData<Changed<ArgumentsOf<typeof turnOnInBranch>['body']>, Branch> {
  return {
    call: ({ branch, ...body }) => client.call(turnOnInBranch, { params: { branch }, body }),
    refreshes: ({ project_ref: branch }) => [branchesKey(ref), projectKey(branch)],
  }
}

const settingsKey = (ref: string) => [...projectKey(ref), 'branch-settings']

export function branchSettingsQuery(client: Client, ref: string): QueryData<BranchSettings> {
  return {
    key: settingsKey(ref),
    fetch: (signal) => client.call(getBranchSettings, { params: { ref } }, { signal }),
  }
}

export function branchSettingsChange(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof updateBranchSettings>['body'], BranchSettings> {
  return {
    call: (body) => client.call(updateBranchSettings, { params: { ref }, body }),
    store: (queries, settings) => queries.set(branchSettingsQuery(client, ref), settings),
    refreshes: () => [settingsKey(ref)],
  }
}
