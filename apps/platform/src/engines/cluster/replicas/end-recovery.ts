/** A replica's files that are a primary's now: its server ends the recovery, on a new timeline. */
import { join } from 'node:path'
import type pg from 'pg'
import { EngineError } from '../../engine.js'
import { isThere } from '../../is-there.js'
import { asAdmin } from '../way-in.js'
import { replicaText } from '../../../text/replicas.js'

/** PostgreSQL deletes the file when a promotion is done. */
export function isStandby(directory: string): Promise<boolean> {
  return isThere(join(directory, 'standby.signal'))
}

const WAIT_SECONDS = 60

/** @throws EngineError when it takes too long */
export async function endRecovery(admin: pg.ClientConfig): Promise<void> {
  const [row] = await asAdmin(admin, (session) =>
    session.ask(
      `select case when pg_catalog.pg_is_in_recovery() then pg_catalog.pg_promote(true, ${WAIT_SECONDS}) else true end`,
    ),
  )
  if (row?.[0] !== 't' && row?.[0] !== 'true') throw new EngineError('unavailable', replicaText.notPromoted)
}
