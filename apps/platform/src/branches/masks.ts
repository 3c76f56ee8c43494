/** Masks of columns: checked when they are stored, and applied to a copy before anybody else can connect to it. */
import { randomUUID } from 'node:crypto'
import type { BranchMask } from '@basedeck/platform-client/contract'
import { splitStatements } from '@basedeck/sql-guard'
import { quoteIdentifier, quoteLiteral } from '@basedeck/sql-guard/quoting'
import { DatabaseError, type Database } from '../engines/engine.js'
import { DomainError } from '../kernel/domain-error.js'
import { branchText } from '../text/branches.js'

const CHECK_MS = 10_000

/** Plans what would be applied, as the owner and READ ONLY. @throws DomainError mask_refused with PostgreSQL’s reason */
export async function checkMasks(database: Database, masks: readonly BranchMask[]): Promise<void> {
  for (const mask of masks) {
    const query = `explain update ${tableOf(mask)} set ${assignmentOf(mask)}`
    const place = `${mask.schema}.${mask.table}.${mask.column}`
    if (splitStatements(query).length !== 1)
      throw new DomainError('mask_refused', branchText.maskRefused(place, branchText.maskIsNoExpression))
    try {
      await database.run({ runId: randomUUID(), query, readOnly: true, timeoutMs: CHECK_MS })
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      throw new DomainError('mask_refused', branchText.maskRefused(place, error.message), { cause: error })
    }
  }
}

/**
 * @param isSuperuser whether the database’s admin is one
 * @throws DomainError branch_failed with PostgreSQL’s reason
 */
export async function applyMasks(
  database: Database,
  masks: readonly BranchMask[],
  { signal, isSuperuser }: { signal: AbortSignal; isSuperuser: boolean },
): Promise<void> {
  for (const [table, columns] of byTable(masks)) {
    const run = (query: string, as: 'owner' | 'admin' = 'owner') =>
      database.run({ runId: randomUUID(), query, as, timeoutMs: 0, signal })
    const relation = quoteLiteral(table)
    try {
      const assignments = columns.map(assignmentOf)
      await run(
        `${QUIET_TRIGGERS(relation)}; update ${table} set ${assignments.join(', ')}; ${LOUD_TRIGGERS(relation)}`,
      )
      // The old values: in dead rows, and among the statistics.
      await run(`vacuum full ${table}`, 'admin')
      // Only a superuser may delete statistics. Others replace them by those of the masked values.
      await run(
        isSuperuser
          ? `delete from pg_catalog.pg_statistic where starelid = ${relation}::pg_catalog.regclass`
          : `analyze ${table}`,
        'admin',
      )
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      throw new DomainError('branch_failed', branchText.maskFailed(table, error.message), { cause: error })
    }
  }
}

/** Row-level security must not leave a row as it is: PostgreSQL refuses the update then. Triggers could keep the old values. */
const QUIET_TRIGGERS = (table: string) => `set local row_security = off;
do $masks$ declare one record; begin
  perform pg_catalog.set_config('basedeck.triggers', (select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('n', tgname, 'e', tgenabled))::text, '[]')
    from pg_catalog.pg_trigger where tgrelid = ${table}::pg_catalog.regclass and not tgisinternal and tgenabled <> 'D'), true);
  for one in select tgname from pg_catalog.pg_trigger
    where tgrelid = ${table}::pg_catalog.regclass and not tgisinternal and tgenabled <> 'D' loop
    execute pg_catalog.format('alter table %s disable trigger %I', ${table}, one.tgname);
  end loop;
end $masks$`

const LOUD_TRIGGERS = (table: string) => `do $masks$ declare one record; begin
  for one in select t.value ->> 'n' as name, t.value ->> 'e' as enabled
    from pg_catalog.json_array_elements(pg_catalog.current_setting('basedeck.triggers')::json) t loop
    execute pg_catalog.format('alter table %s enable %s trigger %I', ${table},
      case one.enabled when 'A' then 'always' when 'R' then 'replica' else '' end, one.name);
  end loop;
end $masks$`

/** By the quoted name of the table. */
function byTable(masks: readonly BranchMask[]): Map<string, BranchMask[]> {
  const tables = new Map<string, BranchMask[]>()
  for (const mask of masks) {
    const name = tableOf(mask)
    tables.set(name, [...(tables.get(name) ?? []), mask])
  }
  return tables
}

function tableOf({ schema, table }: BranchMask): string {
  return `${quoteIdentifier(schema)}.${quoteIdentifier(table)}`
}

/** The line break ends a comment in the expression. */
function assignmentOf({ column, expression }: BranchMask): string {
  return `${quoteIdentifier(column)} = (${expression}\n)`
}
