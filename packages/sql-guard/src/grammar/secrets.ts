/**
 * Whether a statement can carry a secret. Sure is only what changes rows or tables, calls nothing but well-known
 * functions, and names nothing after a secret; all other statements can.
 *
 * @rule sql.secrets  @spec §5
 */
import { LISTED_FUNCTIONS } from '../calls.js'
import { isNode, lastNameIn, namesIn, textIn, type Json, type Node } from './nodes.js'

/** A name, a text or a comment that speaks of a secret: `api_token`, `password=…`, `https://user:…@host`. */
export const NAMES_SECRET =
  /pass.?(?:word|wd|phrase|code)|passwd|pwd|secret|token|credential|bearer|jwt|(?:api|private|access|service|secret)[_\s-]*key|:\/\/[^\s/@]*:[^\s/@]*@/i

/** By PostgreSQL's name: what these say is rows, tables and their parts. */
const SURE: ReadonlySet<string> = new Set([
  'AlterEnumStmt',
  'AlterObjectSchemaStmt',
  'AlterOwnerStmt',
  'AlterSeqStmt',
  'AlterTableStmt',
  'ClosePortalStmt',
  'ClusterStmt',
  'CompositeTypeStmt',
  'CreateDomainStmt',
  'CreateEnumStmt',
  'CreateExtensionStmt',
  'CreatePolicyStmt',
  'CreateSchemaStmt',
  'CreateSeqStmt',
  'CreateStmt',
  'CreateTableAsStmt',
  'DeallocateStmt',
  'DeclareCursorStmt',
  'DeleteStmt',
  'DiscardStmt',
  'DropOwnedStmt',
  'DropRoleStmt',
  'DropStmt',
  'DropdbStmt',
  'ExplainStmt',
  'FetchStmt',
  'GrantRoleStmt',
  'GrantStmt',
  'IndexStmt',
  'InsertStmt',
  'ListenStmt',
  'LockStmt',
  'MergeStmt',
  'PrepareStmt',
  'RefreshMatViewStmt',
  'ReindexStmt',
  'RenameStmt',
  'SelectStmt',
  'TransactionStmt',
  'TruncateStmt',
  'UnlistenStmt',
  'UpdateStmt',
  'VacuumStmt',
  'VariableShowStmt',
  'ViewStmt',
])

const SURE_FUNCTIONS: ReadonlySet<string> = new Set([
  ...LISTED_FUNCTIONS,
  ...`abs age array_agg array_append array_length array_remove array_to_string any_value btrim bool_and bool_or
  cardinality ceil ceiling char_length clock_timestamp concat concat_ws currval date_bin date_part dense_rank exp
  first_value floor format_type gen_random_uuid generate_series greatest initcap json_agg json_build_array
  json_build_object jsonb_agg jsonb_array_elements jsonb_build_array jsonb_build_object jsonb_object_agg jsonb_set
  lag last_value lead least like_escape ln lpad ltrim make_date make_interval md5 mod nextval now ntile overlay pg_sleep
  percentile_cont position power random rank regexp_replace repeat replace reverse right round row_number
  row_to_json rpad rtrim setval sign split_part sqrt starts_with statement_timestamp stddev strpos substr timezone
  to_json to_jsonb to_number to_timestamp transaction_timestamp translate trunc unnest uuid_generate_v4 variance
  width_bucket`.split(/\s+/),
])

/** @param statement the wrapped node */
export function canCarrySecret(statement: Node): boolean {
  return Object.entries(statement).some(([field, value]) => isSuspect(field, value))
}

function isSuspect(field: string, value: Json | undefined): boolean {
  if (typeof value === 'string') return NAMES_SECRET.test(value)
  if (Array.isArray(value)) return value.some((item) => isSuspect('', item))
  if (!isNode(value)) return false
  if (field.endsWith('Stmt') && /^[A-Z]/.test(field) && !SURE.has(field)) return true
  if (field === 'FuncCall' || field === 'funccall') return !isSureCall(value) || canCarrySecret(value)
  if (field === 'AlterTableStmt' && textIn(value, 'objtype') === 'OBJECT_FOREIGN_TABLE') return true
  return canCarrySecret(value)
}

/** In another schema than PostgreSQL's own, the name may be anybody's. */
function isSureCall(call: Node): boolean {
  const names = namesIn(call, 'funcname')
  return (names.length === 1 || names[0] === 'pg_catalog') && SURE_FUNCTIONS.has(lastNameIn(call, 'funcname'))
}
