/**
 * What a primary keeps for its replicas: a login that only replicates, and a slot for each of them. A slot keeps the
 * write-ahead log that its replica has not received, up to a limit.
 */
import type { DatabaseId } from '@basedeck/platform-client/contract'
import type pg from 'pg'
import { REPLICATION_ROLE } from '../../roles.js'
import { slotOf } from '../../replica-id.js'
import { asAdmin } from '../way-in.js'

/** A replica that is further behind must be copied from its primary again. */
export const SLOT_LIMIT_MB = 4096
/** The slot of realtime may keep so much of the log of a server that has no replicas. PostgreSQL gives up a slot beyond its limit. */
export const CHANGES_LIMIT_MB = 1024

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Sets the password each time: a restored database may have the login with another one. @throws EngineError, DatabaseError */
export async function keepReplicationLogin(admin: pg.ClientConfig, password: string): Promise<void> {
  await asAdmin(admin, async (session) => {
    const [row] = await session.ask(
      `select count(*) from pg_catalog.pg_roles where rolname = ${literal(REPLICATION_ROLE)}`,
    )
    if (row?.[0] === '0') await session.ask(`create role ${REPLICATION_ROLE} login`)
    await session.ask(
      `alter role ${REPLICATION_ROLE} nosuperuser nocreatedb nocreaterole noinherit replication password ${literal(password)}`,
    )
  })
}

/** The primary keeps the log for the replica from now on. A slot that PostgreSQL dropped is created again. @throws DatabaseError */
export async function makeSlot(admin: pg.ClientConfig, id: DatabaseId): Promise<void> {
  await dropSlot(admin, id)
  await asAdmin(admin, (session) =>
    session.ask(`select pg_catalog.pg_create_physical_replication_slot(${literal(slotOf(id))}, true)`),
  )
}

/** Idempotent. Ends the session that streams from it. @throws DatabaseError */
export async function dropSlot(admin: pg.ClientConfig, id: DatabaseId): Promise<void> {
  const isIt = `slot_name = ${literal(slotOf(id))}`
  await asAdmin(admin, async (session) => {
    await session.ask(
      `select pg_catalog.pg_terminate_backend(active_pid) from pg_catalog.pg_replication_slots where ${isIt} and active`,
    )
    for (let attempt = 0; attempt < DROP_ATTEMPTS; attempt++) {
      const [row] = await session.ask(
        `select count(*) filter (where active), count(pg_catalog.pg_drop_replication_slot(slot_name))
           filter (where not active) from pg_catalog.pg_replication_slots where ${isIt}`,
      )
      if (row?.[0] === '0') return
      await session.ask('select pg_catalog.pg_sleep(0.05)')
    }
  })
}

const DROP_ATTEMPTS = 100

/**
 * Gives each replica a slot, and drops the slots of replicas that are gone, which a copy of the files may have brought along.
 * @throws DatabaseError
 */
export async function settleSlots(admin: pg.ClientConfig, replicas: readonly DatabaseId[]): Promise<void> {
  const wanted = replicas.map(slotOf)
  await asAdmin(admin, async (session) => {
    const rows = await session.ask(
      `select slot_name from pg_catalog.pg_replication_slots
       where slot_type = 'physical' and not temporary and not active and slot_name like '%\\_rr\\_%'`,
    )
    const known = rows.map(([name]) => name ?? '')
    for (const name of known.filter((one) => !wanted.includes(one)))
      await session.ask(`select pg_catalog.pg_drop_replication_slot(${literal(name)})`)
    const [all] = await session.ask(
      `select coalesce(pg_catalog.json_agg(slot_name), '[]') from pg_catalog.pg_replication_slots`,
    )
    const there = JSON.parse(all?.[0] ?? '[]') as string[]
    for (const name of wanted.filter((one) => !there.includes(one)))
      await session.ask(`select pg_catalog.pg_create_physical_replication_slot(${literal(name)}, true)`)
  })
}

/** How a replica follows, as its primary sees it. */
export interface Following {
  isStreaming: boolean
  /** The primary no longer has the log that the replica needs, so the replica must be copied again. */
  isLost: boolean
  /** What it has not replayed yet. */
  lagBytes: number
  lagSeconds: number
}

/** By the replica. One without a slot is missing. @throws EngineError, DatabaseError */
export async function followings(
  admin: pg.ClientConfig,
  replicas: readonly DatabaseId[],
): Promise<Map<DatabaseId, Following>> {
  const rows = await asAdmin(admin, (session) => session.ask(FOLLOWING_SQL))
  const bySlot = new Map(rows.map((row) => [row[0] ?? '', row] as const))
  const found = new Map<DatabaseId, Following>()
  for (const id of replicas) {
    const row = bySlot.get(slotOf(id))
    if (!row) continue
    const [, state, walStatus, bytes, seconds] = row
    found.set(id, {
      isStreaming: state === 'streaming',
      isLost: walStatus === 'lost',
      lagBytes: Number(bytes ?? 0),
      lagSeconds: Number(seconds ?? 0),
    })
  }
  return found
}

/** A replica that has caught up has no lag in time, whatever the last one was. */
const FOLLOWING_SQL = `
select s.slot_name, r.state, s.wal_status,
  greatest(0, pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(), coalesce(r.replay_lsn, s.restart_lsn))),
  case when r.replay_lsn >= pg_catalog.pg_current_wal_lsn() then 0
    else coalesce(extract(epoch from r.replay_lag), 0) end
from pg_catalog.pg_replication_slots s
left join pg_catalog.pg_stat_replication r on r.pid = s.active_pid
where s.slot_type = 'physical'`
