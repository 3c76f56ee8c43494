/** Rows of a control plane for tests, as programs of each step wrote them; and all rows that one holds. */
import type { ControlDatabase } from '../control-database.js'
import { migrateControl } from '../migrate.js'
import { CONTROL_MIGRATIONS } from '../migrations/index.js'

const ADA = '00000000-0000-4000-8000-000000000001'
const BO = '00000000-0000-4000-8000-000000000002'

/** By the step that made their tables. */
const rowsOfStep: Readonly<Record<number, string>> = {
  1: `
    insert into control.settings values ('key-check', 'sealed');
    insert into control.profiles (id, email, first_name, password_hash, created_at) values
      ('${ADA}', 'ada@example.com', 'Ada', 'hash', '2020-01-01'),
      ('${BO}', 'bo@example.com', 'Bo', 'hash', '2021-01-01');
    insert into control.sessions (token_hash, profile_id, awaits_second_factor, user_agent, ip, expires_at)
      values ('session', '${ADA}', false, 'browser', '127.0.0.1', '2099-01-01');
    insert into control.totp_factors (profile_id, name, secret) values ('${BO}', 'phone', 'sealed');
    insert into control.recovery_codes values ('${BO}', 'code');
    insert into control.access_tokens (profile_id, name, token_hash, prefix)
      values ('${BO}', 'deploy', 'token', 'bd_1');
    insert into control.password_resets values ('reset', '${BO}', '2099-01-01');
    insert into control.organizations (slug, name, plan) values ('acme', 'Acme', 'pro');
    insert into control.members (organization_id, profile_id, role)
      values (1, '${ADA}', 'owner'), (1, '${BO}', 'developer');
    insert into control.invitations (organization_id, email, role, token_hash, invited_by, expires_at)
      values (1, 'cy@example.com', 'developer', 'invitation', '${ADA}', '2099-01-01');
    insert into control.projects (ref, name, organization_id, status, engine, db_host)
      values ('shop', 'Shop', 1, 'ACTIVE_HEALTHY', 'cluster', '127.0.0.1');
    insert into control.projects (ref, name, organization_id, status, engine, db_host, parent_ref)
      values ('shoptrial', 'Trial', 1, 'INACTIVE', 'pglite', '127.0.0.1', 'shop');
    insert into control.project_secrets values (1, 'jwt_secret', 'sealed');
    insert into control.api_keys (project_id, name, type, prefix, hash, value)
      values (1, 'anon', 'legacy', 'ey', 'hash', 'sealed'), (1, 'default', 'secret', 'bd_secret_', 'hash2', 'sealed');
    insert into control.flags values ('unifiedLogs', true);
    insert into control.addons values (1, 'ipv4', 'ipv4_default');
    insert into control.usage values (1, 'egress', '2020-01-01', 7);
    insert into control.audit_log (actor_id, organization_id, project_ref, action, target)
      values ('${ADA}', 1, 'shop', 'project.create', 'Shop');
  `,
  3: `
    insert into control.sql_folders (id, project_id, owner_id, name) values ('${BO}', 1, '${ADA}', 'Reports');
    insert into control.snippets (id, project_id, owner_id, folder_id, type, visibility, name, description, sql)
      values ('${ADA}', 1, '${ADA}', '${BO}', 'sql', 'user', 'Sales', '', 'select 1');
    insert into control.snippet_favorites values ('${ADA}', '${BO}');
  `,
  6: `insert into control.samples values (1, '2020-01-01', 1000, 2);`,
  16: `
    insert into control.notifications (profile_id, name, priority, fact, audience, organization_id, project_id, data)
      values ('${ADA}', 'project.created', 'Info', 'project.created shop', 'projects', 1, 1,
        '{"title": "Shop is ready", "message": "", "actions": []}');
    insert into control.known_lints values (1, 'rls_disabled_in_public public.orders');
  `,
  10: `insert into control.budgets values ('ai', 3, '2020-01-01');`,
}

/** Brings an empty control plane to a step, with the rows that the programs of each step before it wrote. */
export async function fillControl(control: ControlDatabase, upTo: number): Promise<void> {
  await control.script('drop schema if exists control cascade')
  for (const { id } of CONTROL_MIGRATIONS.slice(0, upTo)) {
    await migrateControl(control, CONTROL_MIGRATIONS.slice(0, id))
    await control.script(rowsOfStep[id] ?? 'select 1')
  }
}

/** All rows of all tables, as JSON; not when which step was taken. */
export async function everything(control: ControlDatabase): Promise<Record<string, object[]>> {
  const tables = await control.select<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'control' and tablename <> 'migrations' order by 1`,
  )
  const rows = tables.map(async ({ name }) => {
    const all = await control.select<object>(`select * from control."${name}"`)
    return [name, all.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))] as const
  })
  return Object.fromEntries(await Promise.all(rows))
}
