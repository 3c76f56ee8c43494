/** What was measured of the projects' databases over the last hours. */
import type { DatabaseSample } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

const SHOWN_HOURS = 24
const KEPT_DAYS = 7

export function insertSample(ref: string, { at, size_bytes, connections }: DatabaseSample): ControlStatement {
  return {
    sql: `insert into control.samples (project_id, at, size_bytes, connections)
      select id, $2::timestamptz, $3::bigint, $4::int from control.projects where ref = $1
      on conflict do nothing`,
    parameters: [ref, at, size_bytes, connections],
  }
}

/** Of the last day, the oldest first. */
export function readSamples(control: ControlDatabase, ref: string, now: Date): Promise<DatabaseSample[]> {
  return control.select<DatabaseSample>(
    `select s.at, s.size_bytes, s.connections from control.samples s
       join control.projects p on p.id = s.project_id
     where p.ref = $1 and s.at > $2::timestamptz - make_interval(hours => ${SHOWN_HOURS}) order by s.at`,
    [ref, now.toISOString()],
  )
}

export const forgetOldSamples: ControlStatement = {
  sql: `delete from control.samples where at < now() - interval '${KEPT_DAYS} days'`,
}
