/** Every list of the catalogue by its name. */
import { columnPrivileges, policies, roles } from './access.js'
import {
  activity,
  foreignServers,
  integrations,
  publishedTables,
  replicationSlots,
  settings,
  subscriptions,
  tableScans,
  tableSizes,
} from './activity.js'
import type { CatalogueList } from './catalogue-list.js'
import { authAuditLogs, buckets, users } from './records.js'
import { columns, indexes, schemas, tables, triggers } from './relations.js'
import { functions, publications, sequences, types } from './routines.js'

/** The catalogue lists by their names. */
export const catalogue = {
  activity,
  authAuditLogs,
  buckets,
  columnPrivileges,
  columns,
  foreignServers,
  functions,
  indexes,
  integrations,
  policies,
  publications,
  publishedTables,
  replicationSlots,
  roles,
  schemas,
  sequences,
  settings,
  subscriptions,
  tableScans,
  tableSizes,
  tables,
  triggers,
  types,
  users,
} as const satisfies Record<string, CatalogueList>

/** The name of a catalogue list. */
export type CatalogueName = keyof typeof catalogue

export type { CatalogueColumn, CatalogueList, ColumnKind } from './catalogue-list.js'
export {
  CATALOGUE_PAGE_SIZE,
  countStatement,
  definitionStatement,
  pageStatement,
  presenceStatement,
  type CatalogueRequest,
  type CatalogueSort,
  type Statement,
} from './statements.js'
