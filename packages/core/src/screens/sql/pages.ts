/** The pages of the SQL editor. */
import { menuText } from '../../text/menus.js'
import { pageTitles } from '../../text/page-titles.js'
import { leading, page } from '../page.js'

export const sqlPages = {
  sql: leading({
    path: '/project/{ref}/sql',
    menus: [
      {
        menu: 'project',
        group: 'tools',
        order: 20,
        icon: 'sql',
        label: menuText.project.sql,
        whileComingUp: 'overview',
        path: ({ isPlatform }) => `/project/{ref}/sql${isPlatform ? '' : '/1'}`,
        also: ['/project/{ref}/sql'],
      },
    ],
    leadsTo: ({ ref = '' }, { isPlatform, lastShown }) => {
      if (!isPlatform) return { type: 'redirect', to: `/project/${encodeURIComponent(ref)}/sql/1` }
      const to = lastShown(ref, 'sql')
      return to === null ? { type: 'new-query', ref } : { type: 'redirect', to }
    },
  }),
  // An empty query offers them.
  sqlTemplates: leading({
    path: '/project/{ref}/sql/templates',
    leadsTo: ({ ref = '' }) => ({ type: 'new-query', ref }),
  }),
  sqlEditor: page({
    path: '/project/{ref}/sql/{id}',
    title: pageTitles.sqlEditor,
    needsDatabase: 'partly',
    load: async () => (await import('./sql-editor.js')).createSqlEditor,
  }),
}
