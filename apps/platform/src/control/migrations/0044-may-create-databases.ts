/** Whether the user of a database that was added by URL may make others on its server: branches are made so. */
import type { ControlMigration } from './control-migration.js'

export const MAY_CREATE_DATABASES: ControlMigration = {
  id: 44,
  name: 'may create databases',
  sql: `
    alter table control.databases add column may_create_databases boolean not null default true;
  `,
}
