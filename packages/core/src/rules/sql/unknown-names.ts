/**
 * Tables and columns of a script that neither the database nor the script defines: most likely misspelt. Only
 * certain findings are reported; nothing is where the effect of a statement is unknown, or changes the meaning of names.
 * @rule sql.unknown-names  @spec §2
 */
import type { StatementJudgement, StatementNames, TableUse } from '@basedeck/sql-guard/grammar'
import type { KnownRelation, SqlCatalogue } from './sql-catalogue.js'

/** A statement parsed by the grammar. Offsets are relative to it. */
export interface ReadStatement {
  kind: string
  reads: readonly TableUse[]
  writes: readonly TableUse[]
  /** Absent where names mean something other than rows. */
  names?: StatementNames
  /** Its effects are known, and it does not change the meaning of names. */
  isClear: boolean
}

export function readingOf({
  kind,
  reads,
  writes,
  names,
  reasons,
  canBeJudged,
}: StatementJudgement): ReadStatement {
  const isClear =
    canBeJudged &&
    !UNCLEAR.test(kind) &&
    !reasons.some(({ reason }) => reason === 'search-path-change' || reason === 'role-change')
  return { kind, reads, writes, ...(names ? { names } : {}), isClear }
}

/** After these statements a name may mean something else. */
const UNCLEAR = /^(?:rename|alter|prepare|execute|create-schema|create-foreign|import)/

export interface UnknownName {
  type: 'relation' | 'column'
  name: string
  start: number
  end: number
}

/** @returns the findings of each statement */
export function unknownNames(script: readonly ReadStatement[], catalogue: SqlCatalogue): UnknownName[][] {
  if (script.some(({ isClear }) => !isClear)) return script.map(() => [])
  const made = new Set(script.filter(({ names }) => !names).flatMap(({ writes }) => writes.map(keyOf)))
  // `select … into t`
  for (const { kind, writes } of script) if (kind === 'select') for (const one of writes) made.add(keyOf(one))
  return script.map((statement) =>
    statement.names ? unknownIn(statement, statement.names, made, catalogue) : [],
  )
}

function unknownIn(
  { reads, writes }: ReadStatement,
  names: StatementNames,
  made: ReadonlySet<string>,
  catalogue: SqlCatalogue,
): UnknownName[] {
  const uses = [...reads, ...writes]
  const known: KnownRelation[] = []
  const unknown: UnknownName[] = []
  let isOpen = names.isOpen || uses.length === 0
  for (const use of uses) {
    const relation = catalogue.relation(use.schema, use.name)
    if (relation) known.push(relation)
    else isOpen = true
    if (relation || made.has(keyOf(use)) || !isJudged(use, catalogue)) continue
    const { name, start = 0, end = 0 } = use
    unknown.push({ type: 'relation', name, start, end })
  }
  if (isOpen) return unknown
  const columns = new Set(known.flatMap((relation) => relation.columns.map(({ name }) => name)))
  for (const { name, start, end } of names.columns)
    if (!columns.has(name) && !names.made.has(name) && !GIVEN.test(name))
      unknown.push({ type: 'column', name, start, end })
  return unknown
}

/** Sequences can be read like tables, and the catalogue does not contain them. */
function isJudged({ name, schema, end }: TableUse, { schemas, sequences }: SqlCatalogue): boolean {
  if (end === undefined || schemas.length === 0) return false
  return !sequences.has(schema === undefined ? name : `${schema}.${name}`)
}

function keyOf({ schema, name }: TableUse): string {
  return schema === undefined || schema === 'public' ? name : `${schema}.${name}`
}

/** PostgreSQL's system columns. */
const GIVEN =
  /^(?:ctid|xmin|xmax|cmin|cmax|oid|tableoid|column\d+|case|coalesce|nullif|greatest|least|exists|array|row|bool|int[248]|text|numeric|float8|ordinality)$/
