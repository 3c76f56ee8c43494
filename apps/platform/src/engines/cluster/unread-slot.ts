/** Drops the slot of realtime after a start of the server, when its reader does not come back soon. */
import type pg from 'pg'
import { CHANGES_SLOT } from '../roles.js'
import { asAdmin } from './way-in.js'

/** Subscribers that come back within that time miss nothing. */
const WAIT_MS = 60_000

/** Returns at once. A slot that nobody reads by then is dropped, so that it keeps nothing of the log. */
export function endUnreadSlot(admin: pg.ClientConfig): void {
  const timer = setTimeout(() => {
    // A server that was stopped meanwhile does the same at its next start.
    asAdmin(admin, (session) => session.ask(DROP)).catch(() => {})
  }, WAIT_MS)
  timer.unref()
}

const DROP = `select pg_catalog.pg_drop_replication_slot(slot_name) from pg_catalog.pg_replication_slots
where slot_name = '${CHANGES_SLOT}' and not active`
