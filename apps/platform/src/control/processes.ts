/** The processes that share the control plane: where each is reached, and when it was seen last. */
import type { ControlDatabase, ControlStatement } from './control-database.js'

/** Seconds without a sign of life after which a process counts as away. */
const AWAY_AFTER_SECONDS = 30

/** Of a row of `control.processes` that is called `r`. */
export const IS_LIVE = `r.seen_at > now() - interval '${AWAY_AFTER_SECONDS} seconds'`

export interface Peer {
  installation_id: string
  address: string
}

/** Also renews it: a process that was away is there again. */
export function seeProcess({ installation_id, address }: Peer): ControlStatement {
  return {
    sql: `insert into control.processes as r (installation_id, address) values ($1::uuid, $2)
      on conflict (installation_id) do update set address = excluded.address, seen_at = now(),
        started_at = case when r.address = excluded.address then r.started_at else now() end`,
    parameters: [installation_id, address],
  }
}

export function forgetProcess(installationId: string): ControlStatement {
  return {
    sql: 'delete from control.processes where installation_id = $1::uuid',
    parameters: [installationId],
  }
}

export const forgetProcessesLongAway: ControlStatement = {
  sql: `delete from control.processes where seen_at < now() - interval '1 day'`,
}

/** Those that are there, without the one that asks. */
export function livePeers(control: ControlDatabase, installationId: string): Promise<Peer[]> {
  return control.select<Peer>(
    `select r.installation_id, r.address from control.processes r
     where r.installation_id <> $1::uuid and ${IS_LIVE} order by r.installation_id`,
    [installationId],
  )
}

export interface Holder {
  /** Whose data directory holds the database; null: it is reached by URL, from any process. */
  installation_id: string | null
  /** Null: that process is away. */
  address: string | null
}

/** Of a database; undefined when there is none of that identifier. */
export async function holderOf(control: ControlDatabase, ref: string): Promise<Holder | undefined> {
  const [row] = await control.select<Holder>(
    `select d.installation_id, r.address from control.databases d
     left join control.processes r on r.installation_id = d.installation_id and ${IS_LIVE} where d.identifier = $1`,
    [ref],
  )
  return row
}
