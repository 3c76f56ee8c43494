/** Sessions: one row for each browser that signed in. */
import type { Origin } from '../access/caller.js'
import { SESSION_IDLE_DAYS } from './callers.js'
import type { ControlDatabase, ControlStatement } from './control-database.js'

const SESSION_DAYS = 30
/** For entering the second factor. */
const WAITING_MINUTES = 10

export interface NewSession {
  tokenHash: string
  profileId: string
  awaitsSecondFactor: boolean
  expiresAt: Date
}

export function newSession(
  profileId: string,
  tokenHash: string,
  awaitsSecondFactor: boolean,
  now: Date,
): NewSession {
  const minutes = awaitsSecondFactor ? WAITING_MINUTES : SESSION_DAYS * 24 * 60
  return { tokenHash, profileId, awaitsSecondFactor, expiresAt: new Date(now.getTime() + minutes * 60_000) }
}

const USER_AGENT_MAX = 300

/** Also deletes expired sessions. */
export function insertSession(session: NewSession, origin: Origin): ControlStatement[] {
  return [
    {
      sql: `delete from control.sessions
        where expires_at < now() or last_seen_at < now() - interval '${SESSION_IDLE_DAYS} days'`,
    },
    {
      sql: `insert into control.sessions (token_hash, profile_id, awaits_second_factor, user_agent, ip, expires_at)
        values ($1, $2, $3, $4, $5, $6)`,
      parameters: [
        session.tokenHash,
        session.profileId,
        session.awaitsSecondFactor,
        origin.userAgent.slice(0, USER_AGENT_MAX),
        origin.ip ?? '',
        session.expiresAt.toISOString(),
      ],
    },
  ]
}

export function deleteSession(id: string, profileId: string): ControlStatement {
  return {
    sql: 'delete from control.sessions where id = $1 and profile_id = $2',
    parameters: [id, profileId],
    expect: 1,
  }
}

/** Sessions shown to their owner: not those that wait for a second factor or have expired. */
const IS_IN_USE = `not awaits_second_factor and expires_at > now()
  and last_seen_at > now() - interval '${SESSION_IDLE_DAYS} days'`

/** Ends all sessions of a profile, or all but one. Returns `session` for each that was in use. */
export function deleteSessions(profileId: string, exceptId: string | null = null): ControlStatement {
  return {
    sql: `delete from control.sessions where profile_id = $1 and id is distinct from $2::uuid
      returning to_json(case when ${IS_IN_USE} then 'session'::text end)`,
    parameters: [profileId, exceptId],
  }
}

export interface SessionRow {
  id: string
  user_agent: string
  ip: string
  inserted_at: string
  last_seen_at: string
  expires_at: string
}

export function listSessionRows(control: ControlDatabase, profileId: string): Promise<SessionRow[]> {
  return control.select<SessionRow>(
    `select id, user_agent, ip, created_at as inserted_at, last_seen_at, expires_at from control.sessions
     where profile_id = $1 and ${IS_IN_USE}
     order by last_seen_at desc`,
    [profileId],
  )
}
