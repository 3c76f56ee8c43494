/**
 * What the owner's SQL can do to lock everyone out of its database, and the SQL that repairs it. The facts are read
 * through another database of the server, which the owner can't change.
 *
 * @rule projects.blockers  @spec §4
 */
import { DATABASE_NAME, OWNER_ROLE } from '../roles.js'
import { blockerText } from '../../text/databases.js'

/** Concurrent sessions that the dashboard needs; a lower limit blocks runs. */
const NEEDED_SESSIONS = 20
/** Milliseconds; with a shorter timeout no repair statement can finish. */
const SHORTEST_TIMEOUT_MS = 100

/** As `FACTS_SQL` gives them: one row, null where there is no such database or role. */
export interface DatabaseFacts {
  /** Names of the other databases: a renamed one is among them. */
  otherDatabases: string[]
  database: { takesSessions: boolean; limit: number } | null
  /** Null before it is made. */
  owner: { mayLogIn: boolean; limit: number } | null
  /** Settings of the database, of the owner, and of the owner in the database: `statement_timeout=1ms`. */
  settings: string[]
}

export interface Blocker {
  /** The middle of a sentence: `its owner may not log in`. */
  what: string
  /** SQL that repairs it; undefined when SQL can't. */
  repair?: string
}

export const FACTS_SQL = `select pg_catalog.json_build_object(
  'otherDatabases', (select coalesce(json_agg(datname), '[]') from pg_database where not datistemplate and datname <> '${DATABASE_NAME}'),
  'database', (select json_build_object('takesSessions', datallowconn, 'limit', datconnlimit)
    from pg_database where datname = '${DATABASE_NAME}'),
  'owner', (select json_build_object('mayLogIn', rolcanlogin, 'limit', rolconnlimit)
    from pg_roles where rolname = '${OWNER_ROLE}'),
  'settings', (select coalesce(json_agg(setting), '[]') from pg_db_role_setting s, unnest(s.setconfig) setting
    where s.setdatabase in (0, coalesce((select oid from pg_database where datname = '${DATABASE_NAME}'), 0))
      and s.setrole in (0, coalesce((select oid from pg_roles where rolname = '${OWNER_ROLE}'), 0)))
)::text`

const DATABASE = `alter database "${DATABASE_NAME}"`
const OWNER = `alter role "${OWNER_ROLE}"`

export function blockersIn(facts: DatabaseFacts): Blocker[] {
  if (facts.database === null) {
    const others = facts.otherDatabases.map((name) => `“${name}”`).join(', ')
    return [{ what: blockerText.databaseGone(DATABASE_NAME, others) }]
  }
  const found: Blocker[] = []
  if (!facts.database.takesSessions)
    found.push({ what: blockerText.noConnections, repair: `${DATABASE} allow_connections true` })
  if (isTooFew(facts.database.limit))
    found.push({
      what: blockerText.fewConnections(facts.database.limit),
      repair: `${DATABASE} connection limit -1`,
    })
  if (facts.owner && !facts.owner.mayLogIn)
    found.push({ what: blockerText.ownerMayNotLogIn(OWNER_ROLE), repair: `${OWNER} login` })
  if (facts.owner && isTooFew(facts.owner.limit))
    found.push({
      what: blockerText.ownerFewConnections(OWNER_ROLE, facts.owner.limit),
      repair: `${OWNER} connection limit -1`,
    })
  if (facts.settings.some(isTooShort))
    found.push({
      what: blockerText.shortTimeout,
      repair: [DATABASE, OWNER, `${OWNER} in database "${DATABASE_NAME}"`]
        .map((whose) => `${whose} reset statement_timeout`)
        .join('; '),
    })
  return found
}

/** A sentence for the project's page. */
export function blockerSentence(blockers: readonly Blocker[]): string {
  const canRepair = blockers.every(({ repair }) => repair !== undefined)
  return blockerText.sentence(
    blockers.map((one) => one.what),
    canRepair,
  )
}

function isTooFew(limit: number): boolean {
  return limit >= 0 && limit < NEEDED_SESSIONS
}

function isTooShort(setting: string): boolean {
  const [, value, unit = 'ms'] = /^statement_timeout=(\d+)(us|ms)?$/.exec(setting) ?? []
  if (value === undefined) return false
  const timeoutMs = unit === 'us' ? Number(value) / 1000 : Number(value)
  return timeoutMs > 0 && timeoutMs < SHORTEST_TIMEOUT_MS
}
