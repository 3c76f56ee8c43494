/** The pages of a project as a whole. */
import { menuText } from '../../text/menus.js'
import { pageTitles } from '../../text/page-titles.js'
import { page, pageAtHand } from '../page.js'
import { createProjectHome } from './project-home.js'

export const projectPages = {
  projectHome: pageAtHand({
    path: '/project/{ref}',
    title: pageTitles.projectHome,
    crumb: null,
    menus: [
      {
        menu: 'project',
        group: 'start',
        order: 10,
        icon: 'home',
        label: menuText.project.home,
        isExact: true,
      },
    ],
    create: createProjectHome,
  }),
  reports: page({
    path: '/project/{ref}/reports',
    permission: 'reports',
    title: pageTitles.reports,
    needsDatabase: true,
    menus: [
      {
        menu: 'project',
        group: 'insight',
        order: 20,
        icon: 'reports',
        label: menuText.project.reports,
        whileComingUp: 'overview',
      },
    ],
    load: async () => (await import('./reports.js')).createReports,
  }),
  ownReport: page({
    path: '/project/{ref}/reports/{id}',
    permission: 'reports',
    title: pageTitles.ownReport,
    needsDatabase: true,
    load: async () => (await import('./own-report.js')).createOwnReport,
  }),
  projectApi: page({
    path: '/project/{ref}/api',
    title: pageTitles.projectApi,
    needsDatabase: 'partly',
    menus: [
      {
        menu: 'project',
        group: 'insight',
        order: 40,
        icon: 'api',
        label: menuText.project.api,
        whileComingUp: 'overview',
      },
    ],
    load: async () => (await import('./api-docs.js')).createApiDocs,
  }),
}
