/** The migration in progress of each project. */
import { MIGRATION_MAX_BYTES, type MigrationDraft } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

/** The version of a project that has none yet. */
const NONE = '0'

export async function migrationDraftOf(
  control: Pick<ControlDatabase, 'select'>,
  ref: string,
): Promise<MigrationDraft> {
  const [found] = await control.select<MigrationDraft>(
    `select d.sql, d.version::text, d.updated_at, d.updated_by
     from control.migration_drafts d join control.projects p on p.id = d.project_id where p.ref = $1`,
    [ref],
  )
  return found ?? { sql: '', version: NONE, updated_at: null, updated_by: null }
}

/** Touches no row where its version is another one. */
export function replaceDraft(
  ref: string,
  { sql, by, expected }: { sql: string; by: string | null; expected: string },
): ControlStatement {
  return {
    sql: `insert into control.migration_drafts as d (project_id, sql, version, updated_by)
      select p.id, $2, 1, $3 from control.projects p
      where p.ref = $1 and ($4 = '${NONE}' or exists (select from control.migration_drafts o where o.project_id = p.id))
      on conflict (project_id) do update
        set sql = excluded.sql, version = d.version + 1, updated_by = excluded.updated_by, updated_at = now()
        where d.version::text = $4`,
    parameters: [ref, sql, by, expected],
    expect: 1,
  }
}

/** Adds a line at the end. It changes no row if the text would become too long. */
export function addToDraft(ref: string, { sql, by }: { sql: string; by: string | null }): ControlStatement {
  return {
    sql: `insert into control.migration_drafts as d (project_id, sql, version, updated_by)
      select p.id, $2, 1, $3 from control.projects p where p.ref = $1
      on conflict (project_id) do update
        set sql = case when d.sql = '' then excluded.sql else d.sql || E'\\n\\n' || excluded.sql end,
          version = d.version + 1, updated_by = excluded.updated_by, updated_at = now()
        where octet_length(d.sql) + octet_length(excluded.sql) < ${MIGRATION_MAX_BYTES}`,
    parameters: [ref, sql, by],
    expect: 1,
  }
}

/** After it was made a migration; one that was changed meanwhile stays. */
export function clearDraft(ref: string, version: string): ControlStatement {
  return {
    sql: `update control.migration_drafts d set sql = '', version = d.version + 1, updated_at = now()
      from control.projects p where p.id = d.project_id and p.ref = $1 and d.version::text = $2`,
    parameters: [ref, version],
  }
}
