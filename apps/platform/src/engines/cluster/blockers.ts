/**
 * What the owner's SQL can do to its own database so that it takes no sessions any more, found out through another
 * database of the server, which the owner can't change; and the SQL that puts it right.
 *
 * @rule projects.blockers  @spec §4
 */
import { databaseName, ownerRole } from '../roles.js'

/** Sessions that the dashboard needs at a time; a limit below them keeps runs out. */
const neededSessions = 20
/** Milliseconds; within less no statement can put anything right. */
const shortestTimeoutMs = 100

/** As `factsSql` gives them: one row, null where there is no such database or role. */
export interface DatabaseFacts {
  /** Names of the databases that could be it, when it has not the name it should have. */
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
  /** Undefined: it can't be put right by SQL. */
  repair?: string
}

export const factsSql = `select pg_catalog.json_build_object(
  'otherDatabases', (select coalesce(json_agg(datname), '[]') from pg_database where not datistemplate and datname <> '${databaseName}'),
  'database', (select json_build_object('takesSessions', datallowconn, 'limit', datconnlimit)
    from pg_database where datname = '${databaseName}'),
  'owner', (select json_build_object('mayLogIn', rolcanlogin, 'limit', rolconnlimit)
    from pg_roles where rolname = '${ownerRole}'),
  'settings', (select coalesce(json_agg(setting), '[]') from pg_db_role_setting s, unnest(s.setconfig) setting
    where s.setdatabase in (0, coalesce((select oid from pg_database where datname = '${databaseName}'), 0))
      and s.setrole in (0, coalesce((select oid from pg_roles where rolname = '${ownerRole}'), 0)))
)::text`

const database = `alter database "${databaseName}"`
const owner = `alter role "${ownerRole}"`

export function blockersIn(facts: DatabaseFacts): Blocker[] {
  if (facts.database === null) {
    const others = facts.otherDatabases.map((name) => `“${name}”`).join(', ')
    const hint = others === '' ? '' : `; the server has ${others}`
    return [{ what: `its database “${databaseName}” was renamed or dropped${hint}` }]
  }
  const found: Blocker[] = []
  if (!facts.database.takesSessions)
    found.push({ what: 'its database takes no connections', repair: `${database} allow_connections true` })
  if (isTooFew(facts.database.limit))
    found.push({
      what: `its database takes only ${facts.database.limit} connections`,
      repair: `${database} connection limit -1`,
    })
  if (facts.owner && !facts.owner.mayLogIn)
    found.push({ what: `its owner ${ownerRole} may not log in`, repair: `${owner} login` })
  if (facts.owner && isTooFew(facts.owner.limit))
    found.push({
      what: `its owner ${ownerRole} may have only ${facts.owner.limit} connections`,
      repair: `${owner} connection limit -1`,
    })
  if (facts.settings.some(isTooShort))
    found.push({
      what: 'statement_timeout is set so short that no statement ends in time',
      repair: [database, owner, `${owner} in database "${databaseName}"`]
        .map((whose) => `${whose} reset statement_timeout`)
        .join('; '),
    })
  return found
}

/** A sentence for the project's page. */
export function blockerSentence(blockers: readonly Blocker[]): string {
  const what = blockers.map((one) => one.what).join(', and ')
  const canRepair = blockers.every(({ repair }) => repair !== undefined)
  return `SQL of this project keeps the dashboard out: ${what}.${canRepair ? ' “Try again” puts that right.' : ''}`
}

function isTooFew(limit: number): boolean {
  return limit >= 0 && limit < neededSessions
}

function isTooShort(setting: string): boolean {
  const [, value, unit = 'ms'] = /^statement_timeout=(\d+)(us|ms)?$/.exec(setting) ?? []
  if (value === undefined) return false
  const timeoutMs = unit === 'us' ? Number(value) / 1000 : Number(value)
  return timeoutMs > 0 && timeoutMs < shortestTimeoutMs
}
