/** The processes that share the control plane: where each is reached, and when it was seen last. */
import type { ControlDatabase, ControlStatement } from './control-database.js'

/** A process counts as away after this many seconds without a heartbeat. */
const AWAY_AFTER_SECONDS = 30

/** For a row of `control.processes` with the alias `r`. */
export const IS_LIVE = `r.seen_at > now() - interval '${AWAY_AFTER_SECONDS} seconds'`

/** After this time away, a process is not expected to return. */
const LOST_AFTER = '1 day'

/**
 * For a row of `control.databases` with the alias `d`: the process that holds it has been away for a day, while
 * others are alive. If none is alive, the control plane is not shared, and absence can't be known.
 */
export const IS_HOLDER_LOST = `d.installation_id is not null
  and exists (select from control.processes r where ${IS_LIVE})
  and not exists (select from control.processes r where r.installation_id = d.installation_id
    and r.seen_at > now() - interval '${LOST_AFTER}')`

export interface Peer {
  installation_id: string
  address: string
}

/** Also updates an existing row: a process that was away is back. */
export function seeProcess({ installation_id, address }: Peer): ControlStatement {
  return {
    sql: `insert into control.processes as r (installation_id, address) values ($1::uuid, $2)
      on conflict (installation_id) do update set address = excluded.address, seen_at = now(),
        started_at = case when r.address = excluded.address then r.started_at else now() end`,
    parameters: [installation_id, address],
  }
}

/** Marks the process as away at once. Its row stays and records since when. */
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

/** The other live processes. */
export function livePeers(control: ControlDatabase, installationId: string): Promise<Peer[]> {
  return control.select<Peer>(
    `select r.installation_id, r.address from control.processes r
     where r.installation_id <> $1::uuid and ${IS_LIVE} order by r.installation_id`,
    [installationId],
  )
}

export interface Holder {
  /** The process that holds the database; null: it is reached by URL, from any process. */
  installation_id: string | null
  /** Null when that process is away. */
  address: string | null
  /** Whether it has been away for a day. */
  is_lost: boolean
}

/** The holder of a database; undefined when no database has that identifier. */
export async function holderOf(control: ControlDatabase, ref: string): Promise<Holder | undefined> {
  const [row] = await control.select<Holder>(
    `select d.installation_id, r.address, (${IS_HOLDER_LOST}) as is_lost from control.databases d
     left join control.processes r on r.installation_id = d.installation_id and ${IS_LIVE} where d.identifier = $1`,
    [ref],
  )
  return row
}
