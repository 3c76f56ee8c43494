/** Work that comes again and again, and that one of several processes does: it is due so long after it was done last. */
import type { ControlStatement } from './control-database.js'

/**
 * The first statement of the transaction that does the work, which then happens once: a process that finds it done, or under way
 * at another one, gets a mismatch. When the doer dies, its transaction is undone and the work is due again.
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
