/** The processes that share the control plane: where each is reached, and when it was seen last. */
import type { ControlDatabase, ControlStatement } from './control-database.js'

/** Seconds without a sign of life after which a process counts as away. */
const AWAY_AFTER_SECONDS = 30

/** Of a row of `control.processes` that is called `r`. */
export const IS_LIVE = `r.seen_at > now() - interval '${AWAY_AFTER_SECONDS} seconds'`

/** How long a process is away before it is no longer expected back. */
const LOST_AFTER = '1 day'

/**
 * Of a row of `control.databases` that is called `d`: the process that holds it has been away for a day, while
 * others are seen. Where none is seen the control plane is not shared, and no absence is known.
 */
export const IS_HOLDER_LOST = `d.installation_id is not null
  and exists (select from control.processes r where ${IS_LIVE})
  and not exists (select from control.processes r where r.installation_id = d.installation_id
    and r.seen_at > now() - interval '${LOST_AFTER}')`

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

/** It counts as away at once. Its row stays: it tells since when. */
export function leaveProcess(installationId: string): ControlStatement {
  return {
    sql: `update control.processes set seen_at = now() - interval '${AWAY_AFTER_SECONDS} seconds'
      where installation_id = $1::uuid`,
    parameters: [installationId],
  }
}

export const forgetLostProcesses: ControlStatement = {
  sql: `delete from control.processes where seen_at < now() - interval '${LOST_AFTER}'`,
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
  /** It has been away for a day. */
  is_lost: boolean
}

/** Of a database; undefined when there is none of that identifier. */
export async function holderOf(control: ControlDatabase, ref: string): Promise<Holder | undefined> {
  const [row] = await control.select<Holder>(
    `select d.installation_id, r.address, (${IS_HOLDER_LOST}) as is_lost from control.databases d
     left join control.processes r on r.installation_id = d.installation_id and ${IS_LIVE} where d.identifier = $1`,
    [ref],
  )
  return row
}
