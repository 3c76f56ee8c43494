/** The pages of a project’s branches. */
import { pageTitles } from '../../text/page-titles.js'
import { page } from '../page.js'

export const branchesPages = {
  branches: page({
    path: '/project/{ref}/branches',
    title: pageTitles.branches,
    needsDatabase: 'partly',
    load: async () => (await import('./branches.js')).createBranchesScreen,
  }),
  merge: page({
    path: '/project/{ref}/merge',
    title: pageTitles.merge,
    needsDatabase: true,
    load: async () => (await import('./merge.js')).createMerge,
  }),
}
