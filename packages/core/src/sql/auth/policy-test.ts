/**
 * A test of the policies of a table: the text that a discarded run sends. The owner gathers rows and policies, then the
 * session becomes the role, computes each policy's own expression about each row, and tries the statement on each row.
 */
import type { ImpersonatedRole } from '@basedeck/platform-client/contract'
import type { Policy, RowOperation } from '../../rules/auth/policy.js'
import type { PolicyValue, RowOutcome } from '../../rules/auth/policy-decision.js'
import type { TableName } from '../column-ddl.js'
import { claimsJson, databaseRoleStatement, restRoleStatement, roleName } from '../impersonation.js'
import { qualifiedName, quoteIdentifier, quoteLiteral } from '../quoting.js'
import { FUNCTIONS, UNDO } from './policy-test-functions.js'

/** Rows that one test looks at. */
export const TESTED_ROWS_MAX = 50
/** Rows are counted up to this number. */
export const COUNTED_ROWS_MAX = 10_000
/** Longer values are cut. */
const SHOWN_CHARACTERS = 80

/** What is tested. */
export interface PolicyTest {
  table: TableName
  role: ImpersonatedRole
  operation: RowOperation
  /** A condition in SQL that chooses the rows; empty: the first ones. An insert looks at no row. */
  where: string
  /** New values of an insert or an update as a JSON object; empty: an update that changes nothing, a row of defaults. */
  values: string
  /** Whether an insert gives back what it made, for which SELECT policies count too. */
  returns: boolean
}

/** A row as the test saw it. */
export interface TestedRow {
  /** Values by column as text, long ones cut; of an insert, the new row's. Null: it could not be made as the owner. */
  shown: Readonly<Record<string, string | null>> | null
  /** What PostgreSQL did. */
  outcome: RowOutcome
  /** The value of a policy's expression about the row; undefined: it was not computed. */
  valueOf(policy: string, row: 'old' | 'new', by: 'using' | 'check'): PolicyValue | undefined
}

/** What a test found. */
export interface PolicyTestResult {
  isRlsOn: boolean
  isForced: boolean
  /** Whether PostgreSQL applies the policies to the role. */
  isActive: boolean
  /** Why it does not, though row-level security is on: the role owns the table, or bypasses all of them. */
  bypass: 'owner' | 'attribute' | null
  /** Whether whoever gathered the rows is subject to the policies too, and did not see all of them. */
  isLimited: boolean
  /** The policies that apply to the role. */
  policies: readonly Policy[]
  rows: readonly TestedRow[]
  /** Rows of the table, and those that the role reads, up to `COUNTED_ROWS_MAX`; null: it could not count. */
  total: number | null
  visible: number | null
}

/** The text of a test; it is sent as one discarded run of somebody who may write. @throws SyntaxError: values are no JSON */
export function policyTestText(test: PolicyTest): string {
  const { role } = test
  const table = qualifiedName(test.table.schema, test.table.name)
  const claims = role.type === 'rest' ? claimsJson(role) : ''
  return [
    FUNCTIONS,
    // The owner makes new rows with the claims too, for defaults such as auth.uid().
    `select pg_catalog.set_config('request.jwt.claims', ${quoteLiteral(claims)}, true)`,
    subjectStatement(table, quoteLiteral(roleName(role))),
    rowsStatement(table, test),
    newRowsStatement(table, test),
    // Without a search path PostgreSQL writes every name in an expression with its schema.
    `select pg_catalog.set_config('search_path', '', true)`,
    policiesStatement(test, quoteLiteral(roleName(role))),
    `select pg_catalog.set_config('search_path', (select path from pg_temp.basedeck_subject), true)`,
    'grant select on pg_temp.basedeck_subject, pg_temp.basedeck_rows, pg_temp.basedeck_new, pg_temp.basedeck_policies to public',
    role.type === 'rest' ? restRoleStatement(role.role, claims) : databaseRoleStatement(role.name),
    resultStatement(table, test),
  ].join(';\n')
}

const LETTERS: Readonly<Record<RowOperation, string>> = { select: 'r', insert: 'a', update: 'w', delete: 'd' }

function countOf(table: string): string {
  return `pg_temp.basedeck_count(${quoteLiteral(`select count(*) from (select from ${table} limit ${COUNTED_ROWS_MAX}) counted`)})`
}

/** One row: what is known of the table and of the role. */
function subjectStatement(table: string, role: string): string {
  return `create temp table basedeck_subject on commit drop as
select c.oid, c.relname::text as relation, c.relrowsecurity as is_on, c.relforcerowsecurity as is_forced,
  pg_catalog.current_setting('search_path') as path, pg_catalog.row_security_active(c.oid) as is_limited,
  pg_catalog.pg_has_role(r.oid, c.relowner, 'USAGE') as owns, (r.rolsuper or r.rolbypassrls) as bypasses,
  pg_catalog.has_table_privilege(r.oid, c.oid, 'SELECT') as reads_all, ${countOf(table)} as total,
  (select pg_catalog.format('%1$I = %1$I', a.attname) from pg_catalog.pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity <> 'a'
    order by pg_catalog.has_column_privilege(r.oid, c.oid, a.attnum, 'UPDATE') desc, a.attnum limit 1) as same_value
from pg_catalog.pg_class c, pg_catalog.pg_roles r
where c.oid = ${quoteLiteral(table)}::pg_catalog.regclass and r.rolname = ${role}`
}

/** The rows, each with the condition that finds it: its place, or its key where the role may not read all columns. */
function rowsStatement(table: string, { operation, where }: PolicyTest): string {
  const begin = 'create temp table basedeck_rows on commit drop as\nselect'
  if (operation === 'insert') return `${begin} 1 as n, null::${table} as tested, null::text as finds`
  return `${begin} pg_catalog.row_number() over () as n, basedeck_row as tested,
  coalesce(case when not s.reads_all then
    (select pg_catalog.string_agg(pg_catalog.format('%I = %L', v.key, v.value), ' and ')
      from pg_catalog.json_each_text(pg_catalog.to_json(basedeck_row)) v
      join pg_catalog.pg_attribute a on a.attrelid = s.oid and a.attname = v.key
      join pg_catalog.pg_constraint o on o.conrelid = s.oid and o.contype = 'p' and a.attnum = any (o.conkey)) end,
    pg_catalog.format('tableoid = %s and ctid = %L', basedeck_row.tableoid, basedeck_row.ctid)) as finds
from ${table} basedeck_row, pg_temp.basedeck_subject s
${where.trim() === '' ? '' : `where (${where}\n)\n`}limit ${TESTED_ROWS_MAX}`
}

/** The statement about the row `r`, as an expression. */
function attemptOf(table: string, { operation, values, returns }: PolicyTest, after = ''): string {
  const end = after === '' ? '' : ` || ${quoteLiteral(after)}`
  const found = `' where ' || r.finds${end}`
  const given = values.trim() === '' ? [] : Object.keys(JSON.parse(values) as object).map(quoteIdentifier)
  const made = `select ${given.join(', ')} from pg_catalog.jsonb_populate_record(null::${table}, ${quoteLiteral(values)}::jsonb)`
  switch (operation) {
    case 'select':
      return `${quoteLiteral(`select from ${table}`)} || ${found}`
    case 'delete':
      return `${quoteLiteral(`delete from ${table}`)} || ${found}`
    case 'update':
      return given.length === 0
        ? `${quoteLiteral(`update ${table} set `)} || s.same_value || ${found}`
        : `${quoteLiteral(`update ${table} set (${given.join(', ')}) = (${made})`)} || ${found}`
    case 'insert': {
      const what = given.length === 0 ? 'default values' : `(${given.join(', ')}) ${made}`
      return quoteLiteral(`insert into ${table} ${what}${after === '' && returns ? ' returning *' : after}`)
    }
  }
}

/**
 * The rows as they become. The owner makes them, and undoes it. Where it can't, an update's row has the new values, without
 * what triggers and generated columns would add, and an insert's row is unknown: it lacks its defaults.
 */
function newRowsStatement(table: string, test: PolicyTest): string {
  const { operation, values } = test
  const isMade = operation === 'insert' || operation === 'update'
  const changed =
    values.trim() === ''
      ? 'r.tested'
      : `pg_catalog.jsonb_populate_record(r.tested, ${quoteLiteral(values)}::jsonb)`
  return `create function pg_temp.basedeck_made(statement text) returns ${table} language plpgsql as $basedeck$
declare made ${table};
begin
  execute statement into made;
  raise exception using errcode = '${UNDO}';
exception
  when sqlstate '${UNDO}' then return made;
  when others then return null;
end $basedeck$;
create temp table basedeck_new on commit drop as
select m.n, ${operation === 'update' ? 'case when m.made is distinct from null then m.made else m.changed end' : 'm.made'} as tested
from (select r.n, ${changed} as changed, pg_temp.basedeck_made(${isMade ? attemptOf(table, test, ' returning *') : 'null'}) as made
  from pg_temp.basedeck_rows r, pg_temp.basedeck_subject s${isMade ? '' : ' where false'}) m`
}

/** The policies that apply to the role, and could matter. */
function policiesStatement({ operation }: PolicyTest, role: string): string {
  return `create temp table basedeck_policies on commit drop as
select p.polname::text as name, p.polpermissive as is_permissive,
  case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end as command,
  (select pg_catalog.json_agg(case when o.id = 0 then 'public' else pg_catalog.pg_get_userbyid(o.id)::text end)
    from pg_catalog.unnest(p.polroles) o(id)) as roles,
  pg_catalog.pg_get_expr(p.polqual, p.polrelid) as using_text, pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid) as check_text
from pg_catalog.pg_policy p
where p.polrelid = (select oid from pg_temp.basedeck_subject) and p.polcmd in ('*', 'r', ${quoteLiteral(LETTERS[operation])})
  and exists (select from pg_catalog.unnest(p.polroles) r(id)
    where case when r.id = 0 then true else pg_catalog.pg_has_role(${role}, r.id, 'USAGE') end)`
}

/** One row, one column: all that was found, as JSON. */
function resultStatement(table: string, test: PolicyTest): string {
  const valuesOf = (row: 'r' | 'w', expression: string) =>
    `(select pg_catalog.json_object_agg(p.name, pg_temp.basedeck_holds(p.${expression}, s.relation, ${row}.tested))
      from pg_temp.basedeck_policies p where p.${expression} is not null and ${row}.tested is distinct from null)`
  const shown = test.operation === 'insert' ? 'w.tested' : 'r.tested'
  return `select pg_catalog.json_build_object(
  'isRlsOn', s.is_on, 'isForced', s.is_forced, 'isActive', pg_catalog.row_security_active(s.oid),
  'owns', s.owns, 'bypasses', s.bypasses, 'isLimited', s.is_limited, 'total', s.total, 'visible', ${countOf(table)},
  'policies', (select pg_catalog.json_agg(pg_catalog.json_build_object('name', p.name, 'command', p.command,
      'isPermissive', p.is_permissive, 'roles', p.roles, 'using', p.using_text, 'check', p.check_text) order by p.name)
    from pg_temp.basedeck_policies p),
  'rows', (select pg_catalog.json_agg(pg_catalog.json_build_object(
      'shown', (select pg_catalog.json_object_agg(v.key, case when pg_catalog.length(v.value) > ${SHOWN_CHARACTERS}
          then pg_catalog.left(v.value, ${SHOWN_CHARACTERS}) || '…' else v.value end)
        from pg_catalog.json_each_text(pg_catalog.to_json(${shown})) v),
      'old using', ${valuesOf('r', 'using_text')},
      'new using', ${valuesOf('w', 'using_text')},
      'new check', ${valuesOf('w', 'check_text')},
      'outcome', pg_temp.basedeck_attempt(${attemptOf(table, test)})) order by r.n)
    from pg_temp.basedeck_rows r left join pg_temp.basedeck_new w on w.n = r.n))::text
from pg_temp.basedeck_subject s`
}

interface ReadResult extends Omit<PolicyTestResult, 'rows' | 'policies' | 'bypass'> {
  owns: boolean
  bypasses: boolean
  policies: Policy[] | null
  rows:
    | ({ shown: TestedRow['shown']; outcome: RowOutcome } & Partial<
        Record<string, Record<string, string> | null>
      >)[]
    | null
}

/** What the text's last result says. @param json its one value */
export function policyTestIn(json: string): PolicyTestResult {
  const { owns, bypasses, policies, rows, ...read } = JSON.parse(json) as ReadResult
  return {
    ...read,
    bypass: !read.isRlsOn || read.isActive ? null : bypasses ? 'attribute' : owns ? 'owner' : null,
    policies: policies ?? [],
    rows: (rows ?? []).map(({ shown, outcome, ...values }) => ({
      shown,
      outcome,
      valueOf(policy, row, by) {
        const { check } = (policies ?? []).find(({ name }) => name === policy) ?? { check: null }
        const part = by === 'check' && check !== null ? 'check' : 'using'
        return valueIn(values[`${row} ${part}`]?.[policy])
      },
    })),
  }
}

function valueIn(text: string | undefined): PolicyValue | undefined {
  if (text === undefined) return undefined
  if (text.startsWith('error ')) return { message: text.slice('error '.length) }
  return { holds: text === 'null' ? null : text === 'true' }
}
