/** What draws the pages of `core/screens/database/pages.ts`. */
import { InfoPage } from '../info-pages/info-page-view.js'
import { view, type Views } from '../view.js'
import { CatalogueList } from '../catalogue/catalogue-list-view.js'
import { SchemaGraph } from './schema-graph-view.js'

const Activity = view(async () => (await import('./activity.js')).Activity)

export const databaseViews: Views<'database'> = {
  schemas: SchemaGraph,
  tables: CatalogueList,
  tableColumns: CatalogueList,
  functions: CatalogueList,
  triggers: CatalogueList,
  types: CatalogueList,
  sequences: CatalogueList,
  extensions: view(async () => (await import('./extensions.js')).Extensions),
  indexes: CatalogueList,
  publications: CatalogueList,
  replication: InfoPage,
  roles: CatalogueList,
  columnPrivileges: CatalogueList,
  databaseSettings: InfoPage,
  scheduledBackups: view(async () => (await import('./scheduled-backups.js')).ScheduledBackups),
  pointInTimeRecovery: view(async () => (await import('./point-in-time.js')).PointInTime),
  migrations: view(async () => (await import('./migrations.js')).Migrations),
  activity: Activity,
}
