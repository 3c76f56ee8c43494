/** The pages of the advisors. */
import { menuText } from '../../text/menus.js'
import { pageTitles } from '../../text/page-titles.js'
import type { Needs } from '../context.js'
import type { ProjectGate } from '../parts/project-gate.js'
import { leading, page } from '../page.js'

const advisor = (category: 'SECURITY' | 'PERFORMANCE') => async () => {
  const { createAdvisor } = await import('../info-pages/advisor.js')
  return (
    context: Needs<
      'host' | 'client' | 'queries' | 'router' | 'lazy' | 'account' | 'schemaChanges' | 'formDrafts'
    >,
    params: { ref: string; title: string; gate: ProjectGate },
  ) => createAdvisor(context, { ...params, category })
}

export const advisorsPages = {
  advisors: leading({ path: '/project/{ref}/advisors', leadsTo: '/project/{ref}/advisors/security' }),
  securityAdvisor: page({
    path: '/project/{ref}/advisors/security',
    title: pageTitles.securityAdvisor,
    needsDatabase: true,
    menus: [
      {
        menu: 'project',
        group: 'insight',
        order: 10,
        icon: 'advisors',
        label: menuText.project.advisors,
        whileComingUp: 'overview',
        also: ['/project/{ref}/advisors'],
      },
      { menu: 'advisors', group: 'advisors', order: 10 },
      { menu: 'database', group: 'tools', order: 10 },
    ],
    load: advisor('SECURITY'),
  }),
  performanceAdvisor: page({
    path: '/project/{ref}/advisors/performance',
    title: pageTitles.performanceAdvisor,
    needsDatabase: true,
    menus: [
      { menu: 'advisors', group: 'advisors', order: 20 },
      { menu: 'database', group: 'tools', order: 20 },
    ],
    load: advisor('PERFORMANCE'),
  }),
  queryPerformance: page({
    path: '/project/{ref}/advisors/query-performance',
    title: pageTitles.queryPerformance,
    needsDatabase: true,
    menus: [
      { menu: 'advisors', group: 'advisors', order: 30 },
      { menu: 'database', group: 'tools', order: 30 },
    ],
    load: async () => (await import('./query-performance.js')).createQueryPerformance,
  }),
}
