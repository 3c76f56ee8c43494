/**
 * What the statements of a project came to, by the hour and the day. PostgreSQL counts them since its beginning; this file keeps what
 * it said last, and adds the difference to the hour and the day.
 */
import type { ComparedStatement, StatementPoint } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

/** What PostgreSQL has counted of a statement of a role. */
export interface StatementCounter {
  /** A number of 64 bits. */
  query_id: string
  role: string
  calls: number
  /** Milliseconds. */
  total_ms: number
  rows: number
}

export type StatementResolution = 'hour' | 'day'

/** Of each measurement those that took the longest are followed: the store of a project is bounded. */
const FOLLOWED = 50
const KEPT_DAYS = { hour: 14, day: 90 } as const satisfies Record<StatementResolution, number>

const GIVEN = `select p.id as project_id, g.query_id, g.role, sum(g.calls)::bigint as calls, sum(g.total_ms) as total_ms, sum(g.rows)::bigint as rows
  from json_to_recordset($2::json) g (query_id text, role text, calls bigint, total_ms double precision, rows bigint)
    cross join control.projects p where p.ref = $1 group by 1, 2, 3`

/**
 * Adds what was counted since the last time. The first time nothing is added: the moments of those calls are unknown. A counter
 * that is less than before was reset.
 */
export function addStatementCounters(
  ref: string,
  at: Date,
  counters: readonly StatementCounter[],
): ControlStatement[] {
  const given = JSON.stringify(counters)
  return [
    {
      sql: `with given as (${GIVEN}), since as (
          select g.project_id, g.query_id, g.role,
            g.calls - case when began_anew then 0 else coalesce(c.calls, 0) end as calls,
            g.total_ms - case when began_anew then 0 else coalesce(c.total_ms, 0) end as total_ms,
            g.rows - case when began_anew then 0 else coalesce(c.rows, 0) end as rows
          from given g left join control.statement_counters c using (project_id, query_id, role)
            cross join lateral (select coalesce(g.calls < c.calls or g.rows < c.rows or g.total_ms < c.total_ms, false)) anew (began_anew)
          where exists (select from control.statement_counters k where k.project_id = g.project_id)
        ), followed as (select * from since where calls > 0 order by total_ms desc limit ${FOLLOWED})
        insert into control.statement_series as s (project_id, resolution, at, query_id, role, calls, total_ms, rows)
        select f.project_id, r.resolution, date_trunc(r.resolution, $3::timestamptz at time zone 'UTC') at time zone 'UTC',
          f.query_id, f.role, f.calls, f.total_ms, f.rows
        from followed f cross join (values ('hour'), ('day')) r (resolution)
        on conflict (project_id, resolution, at, query_id, role) do update set
          calls = s.calls + excluded.calls, total_ms = s.total_ms + excluded.total_ms, rows = s.rows + excluded.rows`,
      parameters: [ref, given, at.toISOString()],
    },
    {
      sql: `insert into control.statement_counters ${GIVEN}
        on conflict (project_id, query_id, role) do update set
          calls = excluded.calls, total_ms = excluded.total_ms, rows = excluded.rows`,
      parameters: [ref, given],
    },
    {
      // PostgreSQL has dropped them: when they come again, it counts from nought.
      sql: `delete from control.statement_counters c using control.projects p
        where p.id = c.project_id and p.ref = $1 and not exists (
          select from json_to_recordset($2::json) g (query_id text, role text) where g.query_id = c.query_id and g.role = c.role)`,
      parameters: [ref, given],
    },
  ]
}

/** What each statement came to in the last hours, and in as many hours before; whole hours, with the one that has begun. */
export async function compareStatements(
  control: Pick<ControlDatabase, 'select'>,
  { ref, hours, now }: { ref: string; hours: number; now: Date },
): Promise<{ since: string | null; statements: ComparedStatement[] }> {
  const parameters = [ref, now.toISOString(), hours]
  const [first] = await control.select<{ since: string | null }>(
    `select min(s.at) as since from control.statement_series s join control.projects p on p.id = s.project_id
     where p.ref = $1 and s.resolution = 'hour'`,
    [ref],
  )
  const rows = await control.select<Record<'query_id' | 'role', string> & Record<string, number>>(
    `select s.query_id, s.role,
       coalesce(sum(s.calls) filter (where s.at > border), 0)::float8 as now_calls,
       coalesce(sum(s.total_ms) filter (where s.at > border), 0) as now_ms,
       coalesce(sum(s.calls) filter (where s.at <= border), 0)::float8 as before_calls,
       coalesce(sum(s.total_ms) filter (where s.at <= border), 0) as before_ms
     from control.statement_series s join control.projects p on p.id = s.project_id
       cross join (select $2::timestamptz - make_interval(hours => $3::int)) b (border)
     where p.ref = $1 and s.resolution = 'hour' and s.at > border - make_interval(hours => $3::int) and s.at <= $2::timestamptz
     group by 1, 2 order by now_ms desc, 1, 2`,
    parameters,
  )
  return {
    since: first?.since ?? null,
    statements: rows.map(
      ({ query_id, role, now_calls = 0, now_ms = 0, before_calls = 0, before_ms = 0 }) => ({
        query_id,
        role,
        now: { calls: now_calls, total_ms: now_ms },
        before: { calls: before_calls, total_ms: before_ms },
      }),
    ),
  }
}

/** The points of a statement, of all roles or of one, the oldest first. */
export function statementPoints(
  control: Pick<ControlDatabase, 'select'>,
  asked: { ref: string; queryId: string; role: string | undefined; resolution: StatementResolution },
): Promise<StatementPoint[]> {
  return control.select<StatementPoint>(
    `select s.at, sum(s.calls)::float8 as calls, sum(s.total_ms) as total_ms, sum(s.rows)::float8 as rows
     from control.statement_series s join control.projects p on p.id = s.project_id
     where p.ref = $1 and s.query_id = $2 and s.resolution = $3 and ($4::text is null or s.role = $4)
     group by s.at order by s.at`,
    [asked.ref, asked.queryId, asked.resolution, asked.role ?? null],
  )
}

export const forgetOldStatementPoints: ControlStatement = {
  sql: `delete from control.statement_series s where s.at < now() - case s.resolution
    when 'hour' then interval '${KEPT_DAYS.hour} days' else interval '${KEPT_DAYS.day} days' end`,
}
