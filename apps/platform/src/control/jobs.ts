/** Periodic jobs, each done by one of several processes. A job is due a fixed time after it was last done. */
import type { ControlStatement } from './control-database.js'

/**
 * The first statement of a job's transaction, so that the job runs once: a process that finds it done or running
 * elsewhere gets a mismatch. If the process dies, its transaction is rolled back and the job is due again.
 */
export function claimJob(name: string, everySeconds: number): ControlStatement {
  return {
    sql: `insert into control.jobs as j (name, done_at) values ($1, now())
      on conflict (name) do update set done_at = now()
        where j.done_at <= now() - make_interval(secs => $2::int)`,
    parameters: [name, everySeconds],
    expect: 1,
  }
}
