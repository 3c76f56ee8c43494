/** Walks the parse tree of one statement: which tables it reads and writes, and every reason to ask. */
import { LISTED_FUNCTIONS } from '../calls.js'
import { whereOf } from './condition.js'
import { destructionsOf, droppedRelations, type Destruction } from './destruction.js'
import { isNode, listIn, namesIn, nodeIn, textIn, unwrap, type Json, type Node } from './nodes.js'
import type { TextRange, Positions } from './positions.js'
import type { Reason, ReasonKind } from './reason.js'
import { explained, reasonsOf } from './statement-kind.js'

/** A table, view or other relation by its name in the text. */
export interface TableUse extends Partial<TextRange> {
  schema?: string | undefined
  name: string
}

export interface Findings {
  reads: TableUse[]
  writes: TableUse[]
  reasons: Reason[]
  /** The objects that it destroys. */
  destroys: Destruction[]
}

/** What a walk carries down: which names are a `with` query's and not a table's, and whether relations are only read. */
interface Scope {
  queries: ReadonlySet<unknown>
  reads: boolean
}

const WRITING: Scope = { queries: new Set(), reads: false }

/** Reads a statement that begins at `start`. */
export function findingsOf(statement: Node, start: number, positions: Positions): Findings {
  const walk = new Walk(start, positions)
  walk.statement(statement)
  return walk.findings
}

const CHANGES: Readonly<Record<string, string>> = {
  InsertStmt: 'insert',
  UpdateStmt: 'update',
  DeleteStmt: 'delete',
  MergeStmt: 'merge',
}

/** By type, the field that is stored and run later: creating it runs nothing. */
const LATER: Readonly<Record<string, string>> = {
  CreateFunctionStmt: 'sql_body',
  RuleStmt: 'actions',
  ViewStmt: 'query',
  PrepareStmt: 'query',
}

/** Fields whose relations are read although the statement writes. */
const SOURCES = new Set([
  'fromClause',
  'usingClause',
  'sourceRelation',
  'selectStmt',
  'query',
  'whereClause',
  'pktable',
  'inhRelations',
])

/** Fields that are looked at before the others. */
const READ_BEFORE = new Set(['withClause', 'intoClause', 'lockingClause'])

/** Fields that hold the content of this type without its name. */
const BARE: Readonly<Record<string, string>> = {
  funccall: 'FuncCall',
  larg: 'SelectStmt',
  rarg: 'SelectStmt',
}

const CALLS: ReadonlySet<ReasonKind> = new Set(['function', 'attribute-call'])

/** Words behind the `for` of a lock. */
const LOCKS: ReadonlySet<string> = new Set(['update', 'share', 'no', 'key'])

class Walk {
  readonly findings: Findings = { reads: [], writes: [], reasons: [], destroys: [] }

  constructor(
    private readonly start: number,
    private readonly positions: Positions,
  ) {}

  statement(statement: Node): void {
    const { type, content } = unwrap(statement)
    const change = CHANGES[type]
    const at = change === undefined ? this.positions.at(this.start) : this.changeAt(content, change)
    if (type === 'ExplainStmt') return this.explained(content)
    for (const reason of reasonsOf(type, content)) this.add(reason, at, nameOfSubject(content))
    this.change(type, content, at)
    this.findings.destroys.push(...destructionsOf(type, content))
    this.findings.writes.push(...droppedRelations(content))
    const reads = type === 'LockStmt' || isCopyOut(type, content)
    this.content(type, content, { queries: new Set(), reads })
  }

  private explained(content: Node): void {
    const { query, runs } = explained(content)
    if (runs) return this.statement(query)
    const inner = unwrap(query)
    this.content(inner.type, inner.content, { queries: new Set(), reads: true })
    // To plan a statement PostgreSQL may call its functions.
    this.findings.reasons = this.findings.reasons.filter(({ reason }) => CALLS.has(reason))
    this.findings.writes = []
    this.findings.destroys = []
  }

  private value(value: Json | undefined, scope: Scope): void {
    if (Array.isArray(value)) for (const item of value) this.value(item, scope)
    else if (isNode(value)) {
      const { type, content } = unwrap(value)
      if (type === '') this.content(type, value, scope)
      else this.node(type, content, scope)
    }
  }

  private node(type: string, content: Node, scope: Scope): void {
    const change = CHANGES[type]
    if (change !== undefined) {
      const at = this.changeAt(content, change)
      this.add('hidden-write', at, change)
      if (change === 'delete') this.add('delete', at)
      this.change(type, content, at)
      this.findings.destroys.push(...destructionsOf(type, content))
      return this.content(type, content, { ...scope, reads: false })
    }
    if (type === 'FuncCall') this.called(content)
    if (type === 'A_Indirection') this.attributes(content)
    this.content(type, content, scope)
  }

  /** The fields of a node. Most fields hold wrapped nodes; some hold the bare content of the one type they can have. */
  private content(type: string, content: Node, outer: Scope): void {
    const scope = this.withQueries(content, outer)
    this.relation(content, scope)
    this.select(content)
    for (const field of Object.keys(content)) {
      const value = content[field]
      if (READ_BEFORE.has(field) || field === LATER[type]) continue
      if (isNode(value) && BARE[field]) this.node(BARE[field], value, scope)
      else this.value(value, SOURCES.has(field) ? { ...scope, reads: true } : scope)
    }
  }

  /** Reads the `with` of a node and answers the scope that its names make. */
  private withQueries(content: Node, outer: Scope): Scope {
    const clause = content['withClause']
    if (!isNode(clause)) return outer
    const queries = listIn(clause, 'ctes').map((query) => unwrap(query).content)
    const visible = new Set(outer.queries)
    // Without `recursive`, a query sees only the names before it.
    if (clause['recursive'] === true) for (const { ctename } of queries) visible.add(ctename)
    const scope = { ...outer, queries: visible }
    for (const { ctename, ctequery } of queries) {
      this.value(ctequery, scope)
      visible.add(ctename)
    }
    return scope
  }

  private relation(range: Node, { queries, reads }: Scope): void {
    const name = textIn(range, 'relname')
    if (name === undefined) return
    const schema = textIn(range, 'schemaname')
    if (reads && schema === undefined && queries.has(name)) return
    this.findings[reads ? 'reads' : 'writes'].push({ schema, name, ...this.nameAt(range) })
  }

  /** An update or delete of every row. */
  private change(type: string, content: Node, at: TextRange): void {
    if (merges(content, 'CMD_DELETE')) this.add('delete', at)
    if (type !== 'UpdateStmt' && type !== 'DeleteStmt') return
    const where = whereOf(content)
    if (where === 'none')
      this.add(type === 'UpdateStmt' ? 'update-without-where' : 'delete-without-where', at)
    if (where === 'tautology') this.add('tautological-where', at)
  }

  /** Only a `select` has these clauses. */
  private select(content: Node): void {
    const into = nodeIn(nodeIn(content, 'intoClause'), 'rel')
    const name = textIn(into, 'relname')
    if (name !== undefined) this.add('select-into', this.rangeOf(into), name)
    this.relation(into, WRITING)
    if (listIn(content, 'lockingClause').length > 0) this.add('row-lock', this.lockAt())
  }

  /**
   * Syntax that PostgreSQL implements by functions (`at time zone`, `like … escape`) is not user-defined, and has no
   * name in the text.
   */
  private called(call: Node): void {
    if (textIn(call, 'funcformat') === 'COERCE_SQL_SYNTAX') return
    const { start, end } = this.nameAt(call)
    const { tokens } = this.positions
    const isCall = tokens[this.positions.indexAt(end)]?.kind === 'open'
    const name = this.positions.text(start, end)
    if (isCall && !LISTED_FUNCTIONS.has(name.toLowerCase())) this.add('function', { start, end }, name)
  }

  /** The name at a node, with its schema. */
  private nameAt(node: Node): TextRange {
    const { start, end } = this.rangeOf(node)
    const { tokens } = this.positions
    let index = this.positions.indexAt(start)
    while (tokens[index + 1]?.kind === 'dot') index += 2
    return { start, end: tokens[index]?.end ?? end }
  }

  private attributes(content: Node): void {
    const [name] = namesIn(content, 'indirection')
    if (name !== undefined) this.add('attribute-call', this.rangeOf(unwrap(content['arg']).content), name)
  }

  private rangeOf(node: Node): TextRange {
    const byte = Number(node['location'])
    return this.positions.at(byte > 0 ? this.positions.offsetOfByte(byte) : this.start)
  }

  private changeAt(content: Node, word: string): TextRange {
    const target = this.rangeOf(nodeIn(content, 'relation'))
    return this.positions.wordBefore(target.start, this.start, [word]) ?? target
  }

  /**
   * The parse tree has no position for a lock, so this finds the first `for update`, `for share` … of the statement.
   */
  private lockAt(): TextRange {
    const { positions } = this
    const lock = positions.tokens.find(
      ({ start }, index) =>
        start > this.start && positions.word(index) === 'for' && LOCKS.has(positions.word(index + 1)),
    )
    return lock ?? positions.at(this.start)
  }

  private add(reason: ReasonKind, { start, end }: TextRange, name?: string): void {
    this.findings.reasons.push({ reason, start, end, name })
  }
}

function isCopyOut(type: string, content: Node): boolean {
  return type === 'CopyStmt' && content['is_from'] !== true
}

function merges(content: Node, command: string): boolean {
  return listIn(content, 'mergeWhenClauses').some(
    (clause) => textIn(unwrap(clause).content, 'commandType') === command,
  )
}

/** Where the statements keep the one name of what they are about: as a text, as a relation, or word by word. */
const NAMED_IN = {
  texts: ['name', 'idxname', 'trigname', 'rulename', 'policy_name', 'schemaname', 'extname'],
  relations: ['relation', 'view', 'sequence', 'typevar', 'rel'],
  words: ['funcname', 'typeName', 'domainname', 'defnames', 'objname'],
}

/** The object of a statement whose node has a single name: a setting, a prepared statement, a table, a function. */
function nameOfSubject(content: Node): string | undefined {
  for (const field of NAMED_IN.texts) {
    const name = textIn(content, field)
    if (name !== undefined) return name
  }
  for (const node of [content, nodeIn(content, 'into'), nodeIn(content, 'func')]) {
    for (const field of NAMED_IN.relations) {
      const name = textIn(nodeIn(node, field), 'relname')
      if (name !== undefined) return name
    }
    for (const field of NAMED_IN.words) {
      const name = namesIn(node, field).at(-1)
      if (name !== undefined) return name
    }
  }
  return undefined
}
