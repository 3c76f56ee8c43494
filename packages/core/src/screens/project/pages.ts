/** The pages of a project as a whole. */
import { pageTitles } from '../../text/page-titles.js'
import { infoPage } from '../info-pages/load-info-page.js'
import { page, pageAtHand } from '../page.js'
import { createProjectHome } from './project-home.js'

export const projectPages = {
  projectHome: pageAtHand({
    path: '/project/{ref}',
    title: pageTitles.projectHome,
    crumb: null,
    create: createProjectHome,
  }),
  reports: page({
    path: '/project/{ref}/reports',
    title: pageTitles.reports,
    needsDatabase: true,
    load: infoPage('reports'),
  }),
  projectApi: page({
    path: '/project/{ref}/api',
    title: pageTitles.projectApi,
    needsDatabase: 'partly',
    load: infoPage('projectApi'),
  }),
}
