/** Why a statement of a save changed no row that is there: policies, triggers and rules can do so without an error. */
import type { Cell } from '@basedeck/platform-client/contract'
import type { Statement } from './catalogue/statements.js'

/** What can keep a row from being changed. */
export interface UnchangedReasons {
  /** Whether policies of the table hold for the role. */
  hasPolicies: boolean
  /** Triggers before each row, which may pass it over. */
  triggers: readonly string[]
  /** Rules that do something instead. */
  rules: readonly string[]
}

/** `pg_trigger.tgtype` and `pg_rewrite.ev_type` of each command. */
const EVENTS = {
  insert: { trigger: 4, rule: 3 },
  update: { trigger: 16, rule: 2 },
  delete: { trigger: 8, rule: 4 },
} as const
/** Row-level and before it; 64 is instead of it, on a view. */
const ROW = 1
const BEFORE_OR_INSTEAD = 2 | 64

/** One row. Read as the role that saves. */
export function unchangedReasonsStatement(oid: string, command: keyof typeof EVENTS): Statement {
  const { trigger, rule } = EVENTS[command]
  return {
    query: `select pg_catalog.row_security_active(c.oid),
  (select coalesce(json_agg(t.tgname order by t.tgname), '[]') from pg_catalog.pg_trigger t
    where t.tgrelid = c.oid and not t.tgisinternal and t.tgenabled <> 'D'
      and t.tgtype & ${ROW} <> 0 and t.tgtype & ${BEFORE_OR_INSTEAD} <> 0 and t.tgtype & ${trigger} <> 0),
  (select coalesce(json_agg(r.rulename order by r.rulename), '[]') from pg_catalog.pg_rewrite r
    where r.ev_class = c.oid and r.is_instead and r.ev_enabled <> 'D' and r.ev_type = '${rule}')
from pg_catalog.pg_class c
where c.oid = $1::oid`,
    parameters: [oid],
  }
}

/** The statement's answer. */
export function unchangedReasonsIn(row: readonly Cell[] | undefined): UnchangedReasons {
  const names = (cell: Cell | undefined) => JSON.parse(cell ?? '[]') as string[]
  return { hasPolicies: row?.[0] === 't', triggers: names(row?.[1]), rules: names(row?.[2]) }
}
