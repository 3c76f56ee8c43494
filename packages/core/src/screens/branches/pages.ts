/** The pages of a project’s branches. */
import { pageTitles } from '../../text/page-titles.js'
import { infoPage } from '../info-pages/load-info-page.js'
import { page } from '../page.js'

export const branchesPages = {
  branches: page({
    path: '/project/{ref}/branches',
    title: pageTitles.branches,
    needsDatabase: 'partly',
    load: infoPage('branches'),
  }),
  merge: page({
    path: '/project/{ref}/merge',
    title: pageTitles.merge,
    needsDatabase: true,
    load: async () => (await import('./merge.js')).createMerge,
  }),
}
