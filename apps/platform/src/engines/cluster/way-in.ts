/**
 * How the platform connects to a project's server: as its superuser, through a database that the owner can't change.
 */
import type pg from 'pg'
import { EngineError } from '../engine.js'
import { ServerConnection } from '../server/connection.js'
import { Session } from '../session/session.js'
import { TypeNames } from '../session/type-names.js'
import { FACTS_SQL, blockersIn, blockerSentence, type DatabaseFacts, type Blocker } from './blockers.js'

/** PostgreSQL makes it with every server; only a superuser can change it. */
const ALWAYS_THERE = 'template1'

/** Runs a query as the superuser, in a new session. @param admin how it signs in @throws EngineError */
export async function asAdmin<T>(admin: pg.ClientConfig, use: (session: Session) => Promise<T>): Promise<T> {
  const connection = await ServerConnection.open({ ...admin, database: ALWAYS_THERE })
  try {
    return await use(new Session(connection, new TypeNames()))
  } finally {
    connection.close()
  }
}

async function blockers(session: Session): Promise<Blocker[]> {
  const [row] = await session.ask(FACTS_SQL)
  return blockersIn(JSON.parse(row?.[0] ?? 'null') as DatabaseFacts)
}

/** Repairs what can be repaired. @throws EngineError `blocked` when something is left */
export async function openTheWay(admin: pg.ClientConfig, { repair }: { repair: boolean }): Promise<void> {
  await asAdmin(admin, async (session) => {
    if (repair) {
      for (const { repair: sql } of await blockers(session))
        for (const statement of sql?.split('; ') ?? []) await session.ask(statement)
    }
    const left = await blockers(session)
    if (left.length > 0) throw new EngineError('blocked', blockerSentence(left))
  })
}

/** Explains a failed sign-in of the owner if the owner's own SQL caused it; otherwise returns the error. */
export async function explained(admin: pg.ClientConfig, error: unknown): Promise<unknown> {
  const found = await asAdmin(admin, blockers).catch(() => [])
  return found.length > 0 ? new EngineError('blocked', blockerSentence(found), { cause: error }) : error
}
