/**
 * What PostgreSQL's statement types do: the kind each is called by, and why it is asked about.
 *
 * @rule sql.grammar-statement  @spec §5
 */
import { listIn, nodeIn, textIn, unwrap, type Node } from './nodes.js'
import type { ReasonKind } from './reason.js'

/** `create-table`, `alter-table`, `drop`, `select` …: PostgreSQL's own name of the statement type where it has a clear one. */
export function kindOf(type: string): string {
  return KINDS[type] ?? kebab(type.replace('Stmt', ''))
}

const KINDS: Readonly<Record<string, string>> = {
  AlterTableStmt: 'alter-table',
  ClosePortalStmt: 'close',
  CompositeTypeStmt: 'create-type',
  CreateStmt: 'create-table',
  CreateTrigStmt: 'create-trigger',
  CreatedbStmt: 'create-database',
  DefineStmt: 'create-object',
  DropdbStmt: 'drop-database',
  IndexStmt: 'create-index',
  RefreshMatViewStmt: 'refresh-materialized-view',
  RuleStmt: 'create-rule',
  TransactionStmt: 'transaction',
  VariableSetStmt: 'set',
  VariableShowStmt: 'show',
  ViewStmt: 'create-view',
}

function kebab(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()
}

/** Why the statement itself is asked about, before its parts are read; none for what only reads. */
export function reasonsOf(type: string, content: Node): ReasonKind[] {
  const special = SPECIAL[type]
  if (special) return special(content)
  const plain = PLAIN[type] ?? PATTERNS.find(([pattern]) => pattern.test(type))?.[1]
  return [plain ?? 'unknown-statement']
}

/** Types that can't be judged, because they run a string or stored code. */
export function canBeJudged(type: string, content: Node): boolean {
  return (
    !['DoStmt', 'ExecuteStmt', 'CallStmt'].includes(type) &&
    !reasonsOf(type, content).includes('unknown-statement')
  )
}

const SPECIAL: Readonly<Record<string, (content: Node) => ReasonKind[]>> = {
  SelectStmt: () => [],
  ExplainStmt: () => [],
  VariableShowStmt: () => [],
  AlterTableStmt: (content) => (dropsColumn(content) ? ['schema-change', 'drop-column'] : ['schema-change']),
  CopyStmt: copyReasons,
  VariableSetStmt: (content) => [settingReason(textIn(content, 'name'))],
}

const PLAIN: Readonly<Record<string, ReasonKind>> = {
  InsertStmt: 'insert',
  UpdateStmt: 'update',
  DeleteStmt: 'delete',
  MergeStmt: 'merge',
  TruncateStmt: 'truncate',
  DoStmt: 'do-block',
  ExecuteStmt: 'execute',
  CallStmt: 'call',
  TransactionStmt: 'transaction-control',
  ConstraintsSetStmt: 'transaction-control',
  DiscardStmt: 'setting-change',
  AlterSystemStmt: 'setting-change',
  LockStmt: 'table-lock',
  LoadStmt: 'load-library',
}

const PATTERNS: readonly (readonly [RegExp, ReasonKind])[] = [
  [/^Drop/, 'drop'],
  [
    /^(Grant|(Alter|Create)(Role|UserMapping)|AlterDefaultPrivileges|ReassignOwned|(Create|Alter)Policy|AlterOwner)/,
    'permission-change',
  ],
  [
    /^(Create|Alter|Define|Index|View|Rule|Comment|SecLabel|Rename|CompositeType|ImportForeignSchema|ReplicaIdentity)/,
    'schema-change',
  ],
  [/^(Vacuum|Cluster|Reindex|CheckPoint|RefreshMatView)/, 'maintenance'],
  [/^(Listen|Notify|Unlisten)/, 'notification'],
  [/^(Prepare|Deallocate|DeclareCursor|Fetch|ClosePortal)/, 'session-state'],
]

function dropsColumn(content: Node): boolean {
  return listIn(content, 'cmds').some(
    (command) => textIn(unwrap(command).content, 'subtype') === 'AT_DropColumn',
  )
}

function copyReasons(content: Node): ReasonKind[] {
  const reasons: ReasonKind[] = []
  if (content['is_from'] === true) reasons.push('copy-from')
  if (content['is_program'] === true) reasons.push('copy-program')
  else if (textIn(content, 'filename') !== undefined) reasons.push('copy-file')
  return reasons
}

function settingReason(name: string | undefined): ReasonKind {
  if (name?.startsWith('transaction_')) return 'transaction-control'
  switch (name) {
    case 'role':
    case 'session_authorization':
      return 'role-change'
    case 'search_path':
      return 'search-path-change'
    case 'TRANSACTION':
    case 'TRANSACTION SNAPSHOT':
    case 'SESSION CHARACTERISTICS':
      return 'transaction-control'
    default:
      return 'setting-change'
  }
}

/** The statement that an `explain` looks at, and whether it also runs it. */
export function explained(content: Node): { query: Node; runs: boolean } {
  const runs = listIn(content, 'options').some((option) => isOn(unwrap(option).content))
  return { query: nodeIn(content, 'query'), runs }
}

/** `analyze`, `analyze true`, `analyze on`, `analyze 1`. */
function isOn(option: Node): boolean {
  if (textIn(option, 'defname') !== 'analyze') return false
  const { type, content } = unwrap(option['arg'])
  // The integer 0 is a default value, and so is left out.
  if (type === 'Integer') return content['ival'] !== undefined
  const value = textIn(content, 'sval')?.toLowerCase()
  return value !== 'false' && value !== 'off'
}
