/** The pages of the database: what it holds, and how it is kept. */
import { menuText } from '../../text/menus.js'
import { pageTitles } from '../../text/page-titles.js'
import { sideMenuText } from '../../text/side-menus.js'
import { infoPage } from '../info-pages/load-info-page.js'
import { leading, page } from '../page.js'
import { catalogueList } from '../catalogue/load-catalogue-list.js'

const { labels } = sideMenuText

export const databasePages = {
  database: leading({
    path: '/project/{ref}/database',
    leadsTo: '/project/{ref}/database/schemas',
    menus: [
      {
        menu: 'project',
        group: 'products',
        order: 10,
        icon: 'database',
        label: menuText.project.database,
        whileComingUp: 'overview', // Backups can be seen while the database is away. SPEC §2.
        path: ({ status }) =>
          `/project/{ref}/database/${status === undefined || status === 'ACTIVE_HEALTHY' ? 'schemas' : 'backups/scheduled'}`,
        also: ['/project/{ref}/database'],
      },
    ],
  }),
  schemas: page({
    path: '/project/{ref}/database/schemas',
    title: pageTitles.schemas,
    needsDatabase: true,
    menus: [{ menu: 'database', group: 'management', order: 10 }],
    load: async () => (await import('./schema-graph.js')).createSchemaGraph,
  }),
  tables: page({
    path: '/project/{ref}/database/tables',
    title: pageTitles.tables,
    needsDatabase: true,
    menus: [{ menu: 'database', group: 'management', order: 20 }],
    load: catalogueList('tables'),
  }),
  tableColumns: page({
    path: '/project/{ref}/database/tables/{id}',
    title: pageTitles.tableColumns,
    needsDatabase: true,
    load: catalogueList('tableColumns'),
  }),
  functions: page({
    path: '/project/{ref}/database/functions',
    title: pageTitles.functions,
    needsDatabase: true,
    menus: [{ menu: 'database', group: 'management', order: 30 }],
    load: catalogueList('functions'),
  }),
  triggers: page({
    path: '/project/{ref}/database/triggers',
    title: pageTitles.triggers,
    needsDatabase: true,
    menus: [{ menu: 'database', group: 'management', order: 40 }],
    load: catalogueList('triggers'),
  }),
  types: page({
    path: '/project/{ref}/database/types',
    title: pageTitles.types,
    needsDatabase: true,
    menus: [{ menu: 'database', group: 'management', order: 50, label: labels.types }],
    load: catalogueList('types'),
  }),
  sequences: page({
    path: '/project/{ref}/database/sequences',
    title: pageTitles.sequences,
    needsDatabase: true,
    menus: [{ menu: 'database', group: 'management', order: 55 }],
    load: catalogueList('sequences'),
  }),
  extensions: page({
    path: '/project/{ref}/database/extensions',
    title: pageTitles.extensions,
    needsDatabase: true,
    menus: [{ menu: 'database', group: 'management', order: 60 }],
    load: async () => (await import('./extensions.js')).createExtensions,
  }),
  indexes: page({
    path: '/project/{ref}/database/indexes',
    title: pageTitles.indexes,
    needsDatabase: true,
    menus: [{ menu: 'database', group: 'management', order: 70 }],
    load: catalogueList('indexes'),
  }),
  publications: page({
    path: '/project/{ref}/database/publications',
    title: pageTitles.publications,
    needsDatabase: true,
    menus: [{ menu: 'database', group: 'management', order: 80 }],
    load: catalogueList('publications'),
  }),
  replication: page({
    path: '/project/{ref}/database/replication',
    title: pageTitles.replication,
    needsDatabase: true,
    menus: [
      {
        menu: 'database',
        group: 'management',
        order: 90,
        flag: 'replicationShown',
        badge: ({ flags }) => (flags.replicationEnabled ? undefined : 'coming-soon'),
      },
    ],
    load: infoPage('replication'),
  }),
  roles: page({
    path: '/project/{ref}/database/roles',
    title: pageTitles.roles,
    needsDatabase: true,
    menus: [{ menu: 'database', group: 'configuration', order: 10, flag: 'rolesShown' }],
    load: catalogueList('roles'),
  }),
  columnPrivileges: page({
    path: '/project/{ref}/database/column-privileges',
    title: pageTitles.columnPrivileges,
    needsDatabase: true,
    menus: [
      {
        menu: 'database',
        group: 'configuration',
        order: 20,
        label: labels.columnPrivileges,
        badge: 'alpha',
        flag: 'columnPrivileges',
      },
    ],
    load: catalogueList('columnPrivileges'),
  }),
  databaseSettings: page({
    path: '/project/{ref}/database/settings',
    title: pageTitles.databaseSettings,
    needsDatabase: true,
    menus: [
      { menu: 'database', group: 'configuration', order: 40, label: labels.settings },
      {
        menu: 'settings',
        group: 'configuration',
        order: 10,
        label: labels.database,
        whileComingUp: 'disabled',
      },
    ],
    load: infoPage('databaseSettings'),
  }),
  backups: leading({
    path: '/project/{ref}/database/backups',
    leadsTo: '/project/{ref}/database/backups/scheduled',
    hostedOnly: true,
    menus: [
      {
        menu: 'database',
        group: 'platform',
        order: 10,
        label: labels.backups,
        path: ({ pitr }) => `/project/{ref}/database/backups/${pitr ? 'pitr' : 'scheduled'}`,
        also: ['/project/{ref}/database/backups'],
      },
    ],
  }),
  scheduledBackups: page({
    path: '/project/{ref}/database/backups/scheduled',
    title: pageTitles.scheduledBackups,
    hostedOnly: true,
    needsDatabase: 'partly',
    load: async () => (await import('./scheduled-backups.js')).createScheduledBackups,
  }),
  pointInTimeRecovery: page({
    path: '/project/{ref}/database/backups/pitr',
    title: pageTitles.pointInTimeRecovery,
    hostedOnly: true,
    needsDatabase: 'partly',
    load: async () => (await import('./point-in-time.js')).createPointInTime,
  }),
  migrations: page({
    path: '/project/{ref}/database/migrations',
    title: pageTitles.migrations,
    needsDatabase: true,
    menus: [{ menu: 'database', group: 'platform', order: 20 }],
    load: async () => (await import('./migrations.js')).createMigrations,
  }),
  activity: page({
    path: '/project/{ref}/database/activity',
    title: pageTitles.activity,
    needsDatabase: true,
    menus: [{ menu: 'database', group: 'tools', order: 40 }],
    load: async () => (await import('./activity.js')).createActivity,
  }),
}
