/**
 * What a change of a table's structure costs others: the lock that its statement takes, and whether PostgreSQL reads or
 * rewrites the whole table meanwhile. From PostgreSQL's documentation of ALTER TABLE and of explicit locking.
 * @rule structure.lock  @spec §4
 */
import { canonicalType } from './column-types.js'
import { volatilityOf } from './ddl-expression.js'

/** A change of the structure, as far as its cost depends on it. */
export type DdlStep =
  | { step: 'create-schema' }
  | { step: 'create-table'; refersTo: readonly string[] }
  | { step: 'rename' }
  | { step: 'set-schema' }
  | { step: 'add-column'; column: AddedColumn }
  | { step: 'drop-column' }
  | { step: 'set-type'; from: string; to: string }
  /** A default, DROP NOT NULL, identity, row-level security, or a constraint that goes. */
  | { step: 'catalogue-only' }
  | { step: 'set-not-null' }
  | { step: 'add-key' }
  | { step: 'add-check' }
  | { step: 'add-foreign-key'; refersTo: readonly string[] }
  | { step: 'drop-foreign-key'; refersTo: readonly string[] }
  | { step: 'comment' }
  | { step: 'publish' }
  | { step: 'create-publication' }
  | { step: 'set-sequence' }
  | { step: 'copy-rows' }
  | { step: 'drop-table' }
  /** Any other kind of object: its cost is stated with its statement. */
  | { step: 'object'; lock: LockMode | null; work: RowWork; on: readonly string[] }

/** A new column, as far as its cost depends on it. */
export interface AddedColumn {
  type: string
  default: string | null
  identity: string | null
  generated: string | null
  isUnique: boolean
  check: string | null
}

/** PostgreSQL's names of the locks on a table. */
export type LockMode =
  | 'ACCESS EXCLUSIVE'
  | 'EXCLUSIVE'
  | 'SHARE ROW EXCLUSIVE'
  | 'SHARE'
  | 'SHARE UPDATE EXCLUSIVE'
  | 'ACCESS SHARE'

/**
 * What is done to the rows meanwhile: `rewrite` writes each of them, `may-rewrite` depends on a type or function that is
 * not known here, `index` reads all and writes an index, `scan` reads all, `copy` reads all and writes them elsewhere.
 */
export type RowWork = 'none' | 'scan' | 'index' | 'copy' | 'may-rewrite' | 'rewrite'

/** What a statement costs others. */
export interface DdlCost {
  /** Null: no table is locked that others use. */
  lock: LockMode | null
  work: RowWork
  /** Other tables with the same lock. */
  alsoOn: readonly string[]
}

/** The cost of one statement. */
export function ddlCost(step: DdlStep): DdlCost {
  switch (step.step) {
    case 'create-schema':
    case 'create-publication':
    case 'set-sequence':
      return cost(null)
    case 'create-table':
      return {
        lock: step.refersTo.length === 0 ? null : 'SHARE ROW EXCLUSIVE',
        work: 'none',
        alsoOn: step.refersTo,
      }
    case 'add-column':
      return cost('ACCESS EXCLUSIVE', workOfColumn(step.column))
    case 'set-type':
      return cost('ACCESS EXCLUSIVE', workOfType(step.from, step.to))
    case 'set-not-null':
    case 'add-check':
      return cost('ACCESS EXCLUSIVE', 'scan')
    case 'add-key':
      return cost('ACCESS EXCLUSIVE', 'index')
    case 'add-foreign-key':
      return cost('SHARE ROW EXCLUSIVE', 'scan', step.refersTo)
    case 'drop-foreign-key':
      return cost('ACCESS EXCLUSIVE', 'none', step.refersTo)
    case 'comment':
    case 'publish':
      return cost('SHARE UPDATE EXCLUSIVE')
    case 'copy-rows':
      return cost('ACCESS SHARE', 'copy')
    case 'rename':
    case 'set-schema':
    case 'drop-column':
    case 'drop-table':
    case 'catalogue-only':
      return cost('ACCESS EXCLUSIVE')
    case 'object':
      return cost(step.lock, step.work, step.on)
  }
}

function cost(lock: LockMode | null, work: RowWork = 'none', alsoOn: readonly string[] = []): DdlCost {
  return { lock, work, alsoOn }
}

/** PostgreSQL's lock modes, from the weakest, as `pg_locks` calls them. */
const HELD = [
  'AccessShareLock',
  'RowShareLock',
  'RowExclusiveLock',
  'ShareUpdateExclusiveLock',
  'ShareLock',
  'ShareRowExclusiveLock',
  'ExclusiveLock',
  'AccessExclusiveLock',
] as const

/** Where in `HELD` the modes begin that a lock does not go together with. SHARE goes together with itself. */
const REFUSED_FROM: Readonly<Record<LockMode, number>> = {
  'ACCESS SHARE': 7,
  'SHARE UPDATE EXCLUSIVE': 3,
  SHARE: 2,
  'SHARE ROW EXCLUSIVE': 2,
  EXCLUSIVE: 1,
  'ACCESS EXCLUSIVE': 0,
}

/** The modes of other sessions that a lock waits for, as `pg_locks` calls them. */
export function locksAgainst(lock: LockMode): readonly string[] {
  const refused = HELD.slice(REFUSED_FROM[lock])
  return lock === 'SHARE' ? refused.filter((mode) => mode !== 'ShareLock') : refused
}

const SERIAL = /^(small|big)?serial[248]?$/

/** A constant default is stored once for all rows; any other value is written into each. */
function workOfColumn(column: AddedColumn): RowWork {
  const type = canonicalType(column.type)
  if (column.identity !== null || column.generated !== null || SERIAL.test(type)) return 'rewrite'
  const volatility = column.default !== null && volatilityOf(column.default)
  if (volatility === 'each') return 'rewrite'
  if (volatility === 'unknown') return 'may-rewrite'
  if (column.isUnique) return 'index'
  return column.check === null ? 'none' : 'scan'
}

interface TypeParts {
  name: string
  /** `(10,2)` → [10, 2]. */
  limits: readonly number[]
}

/** Types whose limit only shortens values: without one, or with a larger one, stored values stay as they are. */
const SHORTENED: ReadonlySet<string> = new Set([
  'character varying',
  'bit varying',
  'time without time zone',
  'time with time zone',
  'timestamp without time zone',
  'timestamp with time zone',
  'interval',
])

const KNOWN =
  /^(bigint|integer|smallint|text|boolean|uuid|jsonb?|numeric|date|character( varying)?|double precision|real|bytea|bit( varying)?|money|inet|macaddr|(time|timestamp) with(out)? time zone|interval)$/

/** Stored values of the one are values of the other. */
function workOfType(typedBefore: string, typedAfter: string): RowWork {
  const [before, after] = [canonicalType(typedBefore), canonicalType(typedAfter)]
  if (before === after) return 'none'
  const [from, to] = [partsOf(before), partsOf(after)]
  if (from.name === to.name) {
    if (SHORTENED.has(from.name)) return isWider(from.limits[0], to.limits[0]) ? 'none' : 'rewrite'
    if (from.name === 'numeric') return isWiderNumeric(from.limits, to.limits) ? 'none' : 'rewrite'
  }
  if (from.name === 'character varying' && to.name === 'text') return 'none'
  if (from.name === 'text' && to.name === 'character varying' && to.limits.length === 0) return 'none'
  if (from.name === 'cidr' && to.name === 'inet') return 'none'
  // The values stay only where the session's time zone is UTC.
  if (from.name.startsWith('timestamp') && to.name.startsWith('timestamp')) return 'may-rewrite'
  return KNOWN.test(from.name) && KNOWN.test(to.name) ? 'rewrite' : 'may-rewrite'
}

function partsOf(type: string): TypeParts {
  const limits = /\(([^)]*)\)/.exec(type)?.[1]
  return { name: type.replace(/\([^)]*\)/, ''), limits: limits?.split(',').map(Number) ?? [] }
}

/** Undefined: there is no limit. */
function isWider(before: number | undefined, after: number | undefined): boolean {
  return (after ?? Infinity) >= (before ?? Infinity)
}

function isWiderNumeric(before: readonly number[], after: readonly number[]): boolean {
  if (after.length === 0) return true
  return before.length > 0 && (after[0] ?? 0) >= (before[0] ?? 0) && (after[1] ?? 0) === (before[1] ?? 0)
}
