/** SQL over pg_stat_statements, in whichever schema it is installed: the list, and one statement whole. Versions 1.8 and later. */
import type { CatalogueList, Statement } from './catalogue/index.js'
import { quoteIdentifier } from './quoting.js'

/** What a list is narrowed to: statements of the project, or those that read PostgreSQL's own catalogue. */
export const STATEMENT_KINDS = ['own', 'catalogue'] as const

/** The name under which a plan is asked for where parameters need a prepared statement. */
export const PLAN_NAME = 'basedeck_plan'

const OF_THIS_DATABASE = `s.dbid = (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database())`

/** One row for a statement of a role: PostgreSQL counts calls from inside functions separately. */
function statementsIn(schema: string): string {
  return `(select s.queryid, s.userid, min(s.query) as query, sum(s.calls)::int8 as calls,
    sum(s.total_exec_time) as total_ms, max(s.max_exec_time) as max_ms, sum(s.rows)::int8 as rows,
    sum(s.shared_blks_hit)::int8 as hit, sum(s.shared_blks_read)::int8 as read
  from ${quoteIdentifier(schema)}.pg_stat_statements s where ${OF_THIS_DATABASE} group by s.queryid, s.userid) s
  left join pg_catalog.pg_roles r on r.oid = s.userid`
}

/** The statements of this database; its owner is the role. */
export function statementList(schema: string): CatalogueList {
  return {
    columns: [
      { key: 'query', kind: 'code', sql: 'left(s.query, 300)' },
      { key: 'role', kind: 'text', sql: 'coalesce(r.rolname::text, s.userid::text)' },
      { key: 'calls', kind: 'count', sql: 's.calls' },
      { key: 'totalMs', kind: 'number', sql: 'round(s.total_ms::numeric, 1)' },
      { key: 'meanMs', kind: 'number', sql: 'round((s.total_ms / nullif(s.calls, 0))::numeric, 2)' },
      { key: 'maxMs', kind: 'number', sql: 'round(s.max_ms::numeric, 1)' },
      { key: 'rowsGiven', kind: 'count', sql: 's.rows' },
      { key: 'fromCache', kind: 'number', sql: 'round(100.0 * s.hit / nullif(s.hit + s.read, 0), 1)' },
      { key: 'queryId', kind: 'number', sql: 's.queryid', hidden: true },
    ],
    from: statementsIn(schema),
    search: 's.query',
    order: [
      { sql: 's.total_ms', type: 'float8' },
      { sql: 'coalesce(s.queryid, 0)', type: 'int8' },
      { sql: 's.userid', type: 'oid' },
    ],
    descending: true,
    isMoving: true,
    owner: { sql: 's.userid', type: 'oid' },
    type: `case when s.query ~* '\\m(pg_catalog|information_schema|pg_stat_\\w+|pg_class|${PLAN_NAME})\\M' then 'catalogue' else 'own' end`,
  }
}

/** The roles whose statements are counted: oid and name. */
export function statementRolesStatement(schema: string): Statement {
  return {
    query: `select distinct s.userid::text, coalesce(r.rolname::text, s.userid::text)
from ${quoteIdentifier(schema)}.pg_stat_statements s left join pg_catalog.pg_roles r on r.oid = s.userid
where ${OF_THIS_DATABASE} order by 2`,
    parameters: [],
  }
}

/** A statement whole, with what else PostgreSQL counted. Times are in milliseconds. */
export interface StatementDetail {
  text: string
  calls: number
  totalMs: number
  minMs: number
  maxMs: number
  /** Of the times of the calls. */
  deviationMs: number
  rows: number
  /** Blocks of 8 kB. */
  hit: number
  read: number
  written: number
  temporary: number
  /** The schema of hypopg; null: it is not installed. */
  hypopgSchema: string | null
}

/** One row with one JSON object, or none when it is no longer kept. @param id PostgreSQL's id of the statement, and the oid of the role */
export function statementDetailStatement(
  schema: string,
  { queryId, userId }: { queryId: string; userId: string },
): Statement {
  return {
    query: `select pg_catalog.json_build_object('text', min(s.query),
  'calls', sum(s.calls), 'totalMs', sum(s.total_exec_time),
  'minMs', min(s.min_exec_time), 'maxMs', max(s.max_exec_time), 'deviationMs', max(s.stddev_exec_time),
  'rows', sum(s.rows), 'hit', sum(s.shared_blks_hit), 'read', sum(s.shared_blks_read),
  'written', sum(s.shared_blks_written), 'temporary', sum(s.temp_blks_read + s.temp_blks_written),
  'hypopgSchema', (select n.nspname from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'hypopg'))::text
from ${quoteIdentifier(schema)}.pg_stat_statements s
where ${OF_THIS_DATABASE} and s.queryid = $1::int8 and s.userid = $2::oid having count(*) > 0`,
    parameters: [queryId, userId],
  }
}

/** Forgets what was counted: by the platform's own function, which forgets this database alone, else by PostgreSQL's. */
export function resetStatementsText(schema: string, hasOwnReset: boolean): string {
  const name = hasOwnReset ? 'pg_stat_statements_reset_of_database' : 'pg_stat_statements_reset'
  return `select ${quoteIdentifier(schema)}.${name}()`
}

/** Whether the platform's function is there: `true` or `false`. */
export function ownResetStatement(schema: string): Statement {
  return {
    query: `select (pg_catalog.to_regprocedure($1) is not null)::text`,
    parameters: [`${quoteIdentifier(schema)}.pg_stat_statements_reset_of_database()`],
  }
}

/** Statement, role, name of the role and text, of those that are still kept. @param queryIds numbers of 64 bits */
export function statementTextsStatement(schema: string, queryIds: readonly string[]): Statement {
  return {
    query: `select s.queryid::text, s.userid::text, r.rolname::text, min(left(s.query, 300))
from ${quoteIdentifier(schema)}.pg_stat_statements s join pg_catalog.pg_roles r on r.oid = s.userid
where ${OF_THIS_DATABASE} and s.queryid = any ($1::int8[]) group by 1, 2, 3`,
    parameters: [`{${queryIds.join(',')}}`],
  }
}
