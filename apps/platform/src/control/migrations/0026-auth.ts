/** How the auth service of each project is set up. */
import type { ControlMigration } from './control-migration.js'

export const AUTH: ControlMigration = {
  id: 26,
  name: 'auth',
  sql: `
    -- Settings that differ from the defaults; secrets are sealed. Null: never set up, so it is off.
    alter table control.projects add column auth jsonb;
    -- A project that existed before the auth service refuses sign-ups until a member allows them.
    update control.projects p set auth = '{"enabled": true}'
      from control.databases d where d.project_id = p.id and d.type = 'PRIMARY' and d.engine <> 'postgres';
  `,
}
