/** What makes the schema of one database out of that of another. The library that finds it is known here alone. */
import type { Fact, StableId } from '@supabase/pg-delta/core'
import { plan, type Action } from '@supabase/pg-delta/plan'
import { differingColumns } from './column-details.js'
import type { Predicate } from '@supabase/pg-delta/policy'
import { SERVICE_KINDS, SERVICE_SCHEMAS } from './own-names.js'
import type { Catalogue } from './read-catalogue.js'
import type { ChangeLock, NotCompared, SchemaChange, SchemaDiff } from './schema-change.js'

/** The two can't be compared; the message says why. */
export class NotComparable extends Error {
  override readonly name = 'NotComparable'
}

export interface DiffOptions {
  /** Leaves out what depends on who prepared the databases, and says so in `notCompared`. Default false. */
  onlyOwn?: boolean
}

/** @throws NotComparable */
export function diffSchemas(
  from: Catalogue,
  to: Catalogue,
  { onlyOwn = false }: DiffOptions = {},
): SchemaDiff {
  const left = onlyOwn ? leftOutOf([from, to]) : []
  return {
    changes: actionsBetween(from, to, onlyOwn).map(changeOf),
    notCompared: [...notComparedOf(from, to), ...left],
  }
}

/** The schemas and kinds that are there and are left out. */
export function leftOutOf(both: readonly Catalogue[]): NotCompared[] {
  const facts = both.flatMap(({ facts }) => [...facts.facts()])
  const schemas = namesOf(facts, 'schema').filter((name) => SERVICE_SCHEMAS.includes(name))
  const kinds = SERVICE_KINDS.filter((kind) => facts.some(({ id }) => id.kind === kind))
  return [
    { kind: 'schema', names: schemas.sort() },
    { kind: 'all of the kind', names: kinds.map((kind) => WORDS[kind] ?? kind).sort() },
  ].filter(({ names }) => names.length > 0)
}

/** What is in schemas of services, the schemas themselves, their rights, and kinds that belong to the preparation. */
const OF_SERVICES: Predicate = {
  any: [
    { schema: SERVICE_SCHEMAS },
    { all: [{ kind: 'schema' }, { name: SERVICE_SCHEMAS }] },
    { target: { schema: SERVICE_SCHEMAS } },
    { all: [{ kind: 'comment' }, { target: { kind: 'schema', name: SERVICE_SCHEMAS } }] },
    { all: [{ kind: 'acl' }, { target: { kind: 'schema' } }] },
    { kind: SERVICE_KINDS },
  ],
}

/** What makes one out of the other, as the library says it. @throws NotComparable */
export function actionsBetween(from: Catalogue, to: Catalogue, onlyOwn: boolean): Action[] {
  const facts = [...from.facts.facts(), ...to.facts.facts()]
  try {
    return plan(from.facts, to.facts, {
      // Roles belong to the server, and none is made by a migration of one database.
      scope: 'database',
      defaultOwner: to.owner,
      assumedRoles: namesOf(facts, 'role'),
      assumedSchemas: onlyOwn ? SERVICE_SCHEMAS : [],
      ...(onlyOwn ? { policy: { id: 'basedeck', filter: [{ match: OF_SERVICES, action: 'exclude' }] } } : {}),
    }).actions
  } catch (error) {
    throw new NotComparable(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

function namesOf(facts: readonly Fact[], kind: string): string[] {
  const names = facts.flatMap(({ id }) => (id.kind === kind && 'name' in id ? [id.name] : []))
  return [...new Set(names)]
}

const LOCKS: Readonly<Record<Action['lockClass'], ChangeLock>> = {
  none: null,
  share: 'SHARE',
  shareRowExclusive: 'SHARE ROW EXCLUSIVE',
  shareUpdateExclusive: 'SHARE UPDATE EXCLUSIVE',
  accessExclusive: 'ACCESS EXCLUSIVE',
}

export function changeOf(action: Action): SchemaChange {
  const { sql, verb, lockClass, dataLoss, rewriteRisk, transactionality } = action
  const id = action.produces[0] ?? action.destroys[0] ?? action.consumes[0]
  const isNewTable = verb === 'create' && id?.kind === 'table'
  return {
    ...(id ? objectOf(id) : { kind: 'object', schema: null, name: '' }),
    verb,
    sql: sql.trim().replace(/;$/, ''),
    lock: LOCKS[lockClass],
    // A new table has no rows.
    rewrites: rewriteRisk && !isNewTable,
    losesData: dataLoss === 'destructive',
    isAlone: transactionality !== 'transactional',
  }
}

/** Kinds whose word is another one than the library's. */
const WORDS: Readonly<Record<string, string>> = {
  materializedView: 'materialized view',
  foreignTable: 'foreign table',
  eventTrigger: 'event trigger',
  fdw: 'foreign data wrapper',
  userMapping: 'user mapping',
  typeAttribute: 'attribute',
  publicationRel: 'publication',
  publicationSchema: 'publication',
  acl: 'grant',
  securityLabel: 'security label',
  defaultPrivilege: 'default privilege',
  extensionIntent: 'extension',
}

export function objectOf(id: StableId): Pick<SchemaChange, 'kind' | 'schema' | 'name'> {
  const kind = WORDS[id.kind] ?? id.kind
  if ('target' in id) return { ...objectOf(id.target), kind }
  const schema = 'schema' in id ? id.schema : null
  return { kind, schema, name: nameOf(id) }
}

function nameOf(id: Exclude<StableId, { target: StableId }>): string {
  switch (id.kind) {
    case 'membership':
      return `${id.role} ${id.member}`
    case 'userMapping':
      return `${id.server} ${id.role}`
    case 'publicationRel':
      return `${id.publication} ${id.table}`
    case 'publicationSchema':
      return id.publication
    case 'defaultPrivilege':
      return `${id.role} ${id.grantee}`
    case 'typeAttribute':
      return `${id.type}.${id.name}`
    case 'extensionIntent':
      return `${id.ext} ${id.key}`
    default:
      return 'table' in id ? `${id.table}.${id.name}` : id.name
  }
}

export function notComparedOf(from: Catalogue, to: Catalogue): NotCompared[] {
  const kinds = new Set([...from.unmodelled.keys(), ...to.unmodelled.keys()])
  const unmodelled = [...kinds].sort().map((kind) => ({
    kind,
    names: [...new Set([...(from.unmodelled.get(kind) ?? []), ...(to.unmodelled.get(kind) ?? [])])].sort(),
  }))
  return [...unmodelled, ...differingColumns(from.columns, to.columns)]
}
