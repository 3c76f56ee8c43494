/** Findings of the advisors that members put aside. */
import type { LintDismissal } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

/** By the key of the finding; those whose time is over are left out. */
export async function dismissalsOf(
  control: Pick<ControlDatabase, 'select'>,
  ref: string,
): Promise<Map<string, LintDismissal>> {
  const rows = await control.select<LintDismissal & { finding: string }>(
    `select d.finding, d.reason, d.until, d.made_by, d.made_at
     from control.advisor_dismissals d join control.projects p on p.id = d.project_id
     where p.ref = $1 and (d.until is null or d.until > now())`,
    [ref],
  )
  return new Map(rows.map(({ finding, ...dismissal }) => [finding, dismissal]))
}

/** A second one takes the place of the first. */
export function dismiss(
  ref: string,
  {
    finding,
    reason,
    until,
    madeBy,
  }: { finding: string; reason: string; until: string | null; madeBy: string | null },
): ControlStatement {
  return {
    sql: `insert into control.advisor_dismissals (project_id, finding, reason, until, made_by)
      select p.id, $2, $3, $4::timestamptz, $5 from control.projects p where p.ref = $1
      on conflict (project_id, finding) do update
        set reason = excluded.reason, until = excluded.until, made_by = excluded.made_by, made_at = now()`,
    parameters: [ref, finding, reason, until, madeBy],
    expect: 1,
  }
}

export function restore(ref: string, finding: string): ControlStatement {
  return {
    sql: `delete from control.advisor_dismissals d using control.projects p
      where p.id = d.project_id and p.ref = $1 and d.finding = $2`,
    parameters: [ref, finding],
  }
}
