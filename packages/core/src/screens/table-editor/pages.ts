/** The pages of the table editor: the tables of a project, and the rows of one. */
import { menuText } from '../../text/menus.js'
import { pageTitles } from '../../text/page-titles.js'
import { catalogueList } from '../catalogue/load-catalogue-list.js'
import { page } from '../page.js'

export const tableEditorPages = {
  tableEditor: page({
    path: '/project/{ref}/editor',
    title: pageTitles.tableEditor,
    needsDatabase: true,
    menus: [
      {
        menu: 'project',
        group: 'tools',
        order: 10,
        icon: 'editor',
        label: menuText.project.editor,
        whileComingUp: 'overview',
      },
    ],
    // Opens the table that was shown last, unless a schema is asked for. The page of a table also lists the other tables.
    leadsTo: ({ ref = '' }, { lastShown, search }) => {
      if (new URLSearchParams(search).has('schema')) return { type: 'screen' }
      const to = lastShown(ref, 'table')
      return to === null ? { type: 'screen' } : { type: 'redirect', to }
    },
    load: catalogueList('tableEditor'),
  }),
  tableEditorTable: page({
    path: '/project/{ref}/editor/{id}',
    title: pageTitles.tableEditorTable,
    needsDatabase: true,
    isOfRole: true,
    load: async () => (await import('./table-grid.js')).createTableGrid,
  }),
}
