/**
 * Hears that the schema of a project's database changed: `NOTIFY pgrst`, which migrations of the family send, and which our own
 * event trigger sends after each change. One connection for each project whose schema is kept; its listening is no use of the
 * database.
 */
import pg from 'pg'
import { configOf } from '../../engines/server/sign-in.js'
import type { SessionsHost } from '../sessions/project-sessions.js'
import { RELOAD_CHANNEL, RELOAD_CONFIG } from './family-names.js'

export interface SchemaEar {
  /** Resolves when it listens, or can't: a database that one process reaches alone has no other sessions to be told by. */
  listen(ref: string): Promise<void>
  close(ref?: string): void
}

export interface HeardSchema {
  changed(ref: string): void
  /** What changed from now on is not heard. */
  lost(ref: string): void
}

const ANSWER_MS = 5000

export function createSchemaEar(
  { signIn }: Pick<SessionsHost, 'signIn'>,
  { changed, lost }: HeardSchema,
): SchemaEar {
  const clients = new Map<string, pg.Client>()

  const end = (ref: string): void => {
    const client = clients.get(ref)
    clients.delete(ref)
    client?.end().catch(() => {})
  }

  async function open(ref: string): Promise<void> {
    const way = await signIn(ref)
    if (way === 'serve' || clients.has(ref)) return
    const client = new pg.Client({ ...configOf(way), query_timeout: ANSWER_MS })
    clients.set(ref, client)
    const isLost = (): void => {
      if (clients.get(ref) !== client) return
      end(ref)
      lost(ref)
    }
    client.on('notification', ({ payload }) => {
      if (payload !== RELOAD_CONFIG) changed(ref)
    })
    client.on('error', isLost)
    client.on('end', isLost)
    try {
      await client.connect()
      await client.query(`listen ${RELOAD_CHANNEL}`)
    } catch {
      // The schema is read nevertheless; a request that misses something has it read again.
      if (clients.get(ref) === client) end(ref)
    }
  }

  return {
    listen: (ref) => open(ref).catch(() => {}),
    close(ref) {
      for (const one of ref === undefined ? clients.keys() : [ref]) end(one)
    },
  }
}
