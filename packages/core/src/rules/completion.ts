/**
 * What can be written at the cursor: the database's own names with what they are, the columns of the tables the statement
 * names, and the words of the grammar. The best first.
 * @rule completion.suggestions  @spec §2, §9
 */
import { completionPlace, type CompletionPlace } from './completion-place.js'
import {
  isSparse,
  isSystem,
  type KnownForeignKey,
  type KnownFunction,
  type KnownRelation,
  type RelationKind,
  type SqlCatalogue,
} from './sql-catalogue.js'
import { CLAUSE_WORDS, HEAD_WORDS, VALUE_WORDS, writtenName } from './sql-keywords.js'
import { columnIn, scopeAt, type Scope, type Source } from './sql-scope.js'

export interface Suggestion {
  kind:
    | RelationKind
    | 'column'
    | 'function'
    | 'keyword'
    | 'schema'
    | 'type'
    | 'query'
    | 'alias'
    | 'role'
    | 'value'
    | 'condition'
  label: string
  /** What it is: a column's type, a function's parameters, a table's schema. */
  detail: string
  comment: string | null
  insert: string
  /** The cursor comes to stand between its brackets. */
  isCall: boolean
}

export interface Completion {
  /** What a suggestion replaces; offsets in the text that was given. */
  start: number
  end: number
  items: Suggestion[]
}

/** The most that is offered at once; more letters bring the rest. */
export const SUGGESTIONS_MAX = 100
/** Columns of tables that no FROM names yet. */
const OWN_COLUMNS_MAX = 30
/** Behind something complete a single letter may as well be an alias: words are offered from the second on. */
const CLAUSE_LETTERS = 2

/** @param offset the cursor, in the statement */
export function completionsAt(statement: string, offset: number, catalogue: SqlCatalogue): Completion {
  const place = completionPlace(statement, offset)
  const items = new Map<string, Suggestion>()
  for (const item of suggestionsAt(place, catalogue)) {
    const key = `${item.kind} ${item.label} ${item.kind === 'function' ? '' : item.insert}`
    if (!items.has(key)) items.set(key, item)
    if (items.size >= SUGGESTIONS_MAX) break
  }
  return { start: place.start, end: place.end, items: [...items.values()] }
}

function* suggestionsAt(place: CompletionPlace, catalogue: SqlCatalogue): Generator<Suggestion> {
  const { typed } = place
  const fits = (name: string) => fitsWord(name, typed)
  const scope = () => scopeAt(place.words, place.index, catalogue)
  switch (place.type) {
    case 'nothing':
      return
    case 'head':
      yield* keywords(HEAD_WORDS, place)
      return
    case 'star':
      yield* expanded(scope())
      return
    case 'clause':
      if (typed.length >= CLAUSE_LETTERS) yield* keywords(CLAUSE_WORDS, place)
      return
    case 'role':
      for (const name of catalogue.roles) if (fits(name)) yield plain('role', name, '', quoted(name, place))
      return
    case 'literal':
      yield* labels(place.column, place, scope(), catalogue)
      return
    case 'relation':
      if (place.words.is(place.index - 1, 'join')) yield* linked(place, scope(), catalogue)
      yield* scope()
        .queries.filter(({ name }) => fits(name))
        .map(query)
      yield* relations(place, catalogue)
      yield* schemas(place, catalogue)
      yield* rowFunctions(place, catalogue)
      return
    case 'columns-of': {
      const relation = catalogue.relation(place.relation.at(-2), place.relation.at(-1) ?? '')
      if (relation) yield* columns({ name: relation.name, columns: relation.columns, relation }, place)
      return
    }
    case 'type':
      for (const name of catalogue.types) if (fitsWord(name, typed)) yield plain('type', name, '', name)
      return
    case 'member':
      yield* members(place, place.of, place.wantsRelation, scope(), catalogue)
      return
    case 'value':
      yield* values(place, scope(), catalogue)
  }
}

function* values(place: CompletionPlace, scope: Scope, catalogue: SqlCatalogue): Generator<Suggestion> {
  if (place.words.is(place.index - 1, 'on')) yield* conditions(place, scope, catalogue)
  for (const source of scope.sources) yield* columns(source, place)
  // A list is often written before its FROM.
  if (scope.sources.length === 0 && place.typed !== '')
    for (const { column, relation } of catalogue.columnsLike(place.typed, OWN_COLUMNS_MAX))
      yield* columns({ name: relation.name, columns: [column] }, place)
  for (const { name, relation } of scope.sources)
    if (fitsWord(name, place.typed))
      yield plain('alias', name, relation ? fullName(relation) : '', quoted(name, place))
  // A letter alone fits hundreds of functions: the user's own and what the grammar needs there come first.
  yield* callable(place, catalogue, (schema) => !isSystem(schema))
  yield* keywords(VALUE_WORDS, place)
  yield* callable(place, catalogue, isSystem)
  yield* keywords(CLAUSE_WORDS, place)
  yield* schemas(place, catalogue)
}

function* members(
  place: CompletionPlace,
  of: readonly string[],
  wantsRelation: boolean,
  scope: Scope,
  catalogue: SqlCatalogue,
): Generator<Suggestion> {
  const [first = '', second] = of
  if (second !== undefined) {
    const relation = catalogue.relation(first, second)
    if (relation) yield* columns({ name: second, columns: relation.columns, relation }, place)
    return
  }
  if (!wantsRelation) {
    const source = scope.sources.find(({ name }) => name === first)
    if (source) yield* columns(source, place)
  }
  if (!catalogue.schemas.includes(first)) return
  for (const relation of catalogue.relationsLike(place.typed, SUGGESTIONS_MAX, first))
    yield plain(relation.kind, relation.name, first, quoted(relation.name, place), relation.comment)
  for (const one of catalogue.functionsLike(place.typed, SUGGESTIONS_MAX, first))
    yield call(one, quoted(one.name, place))
}

/** Tables that a foreign key joins with those that are there. */
function* linked(place: CompletionPlace, { sources }: Scope, catalogue: SqlCatalogue): Generator<Suggestion> {
  const there = new Set(sources.map(({ relation }) => relation && fullName(relation)))
  for (const { relation } of sources)
    for (const key of relation ? catalogue.linksOf(relation) : [])
      for (const [schema, name] of [
        [key.toSchema, key.toName],
        [key.schema, key.name],
      ] as const) {
        const other = catalogue.relation(schema, name)
        if (other && !there.has(fullName(other)) && fitsWord(name, place.typed))
          yield relationItem(other, place, catalogue)
      }
}

/** Behind ON: what the foreign keys between the tables say, the table just named first. */
function* conditions(
  place: CompletionPlace,
  { sources }: Scope,
  catalogue: SqlCatalogue,
): Generator<Suggestion> {
  const joined = place.words.plainName(place.index - 2)
  const named = [...sources].sort((a, b) => Number(b.name === joined) - Number(a.name === joined))
  for (const [index, one] of named.entries())
    for (const other of named.slice(index + 1))
      for (const key of one.relation ? catalogue.linksOf(one.relation) : []) {
        const texts = [...conditionsOf(key, one, other), ...conditionsOf(key, other, one)]
        const text = texts.find((written) => written.startsWith(place.typed.toLowerCase()))
        if (text !== undefined) yield plain('condition', text, '', text)
      }
}

/** Both ways round, the table that refers first. */
function conditionsOf(key: KnownForeignKey, from: Source, to: Source): string[] {
  const isFrom = from.relation?.schema === key.schema && from.relation.name === key.name
  const isTo = to.relation?.schema === key.toSchema && to.relation.name === key.toName
  if (!isFrom || !isTo) return []
  const pairs = key.columns.map((column, index) => [
    `${writtenName(from.name)}.${writtenName(column)}`,
    `${writtenName(to.name)}.${writtenName(key.toColumns[index] ?? '')}`,
  ])
  return [
    pairs.map((pair) => pair.join(' = ')).join(' and '),
    pairs.map((pair) => pair.toReversed().join(' = ')).join(' and '),
  ]
}

/** Labels of the enum that the column is of. */
function* labels(
  path: readonly string[],
  { typed }: CompletionPlace,
  scope: Scope,
  catalogue: SqlCatalogue,
): Generator<Suggestion> {
  const column = columnIn(scope, path.at(-2), path.at(-1) ?? '')?.column
  for (const label of catalogue.enums.get(column?.type ?? '') ?? [])
    if (label.toLowerCase().startsWith(typed.toLowerCase()))
      yield plain('value', label, column?.type ?? '', label.replaceAll("'", "''"))
}

/** The columns in the place of `*`. */
function* expanded({ sources }: Scope): Generator<Suggestion> {
  const isOne = sources.length === 1
  const list = sources.flatMap(({ name, columns: known }) =>
    known.map((column) => (isOne ? '' : `${writtenName(name)}.`) + writtenName(column.name)),
  )
  if (list.length > 0) yield plain('column', '* as its columns', list.join(', '), list.join(', '))
}

function* columns(source: Source, place: CompletionPlace): Generator<Suggestion> {
  for (const { name, type, comment } of source.columns)
    if (name !== '' && fitsWord(name, place.typed))
      yield plain(
        'column',
        name,
        [type, source.name].filter(Boolean).join('  '),
        quoted(name, place),
        comment,
      )
}

function* relations(place: CompletionPlace, catalogue: SqlCatalogue): Generator<Suggestion> {
  for (const relation of catalogue.relationsLike(place.typed, SUGGESTIONS_MAX))
    yield relationItem(relation, place, catalogue)
}

function relationItem(relation: KnownRelation, place: CompletionPlace, catalogue: SqlCatalogue): Suggestion {
  const name = quoted(relation.name, place)
  const insert = catalogue.isVisible(relation) ? name : `${writtenName(relation.schema)}.${name}`
  return plain(relation.kind, relation.name, relation.schema, insert, relation.comment)
}

function* callable(
  place: CompletionPlace,
  catalogue: SqlCatalogue,
  from: (schema: string) => boolean,
): Generator<Suggestion> {
  if (place.typed === '') return
  for (const one of catalogue.functionsLike(place.typed, SUGGESTIONS_MAX))
    if (from(one.schema) && !isInternal(one)) yield call(one, functionName(one, place, catalogue))
}

/** Functions that give rows: what may stand in a FROM. */
function* rowFunctions(place: CompletionPlace, catalogue: SqlCatalogue): Generator<Suggestion> {
  if (place.typed === '') return
  for (const one of catalogue.functionsLike(place.typed, SUGGESTIONS_MAX))
    if (/^(SETOF|TABLE\()/.test(one.result)) yield call(one, functionName(one, place, catalogue))
}

function* schemas(place: CompletionPlace, catalogue: SqlCatalogue): Generator<Suggestion> {
  for (const name of catalogue.schemas)
    if (fitsWord(name, place.typed)) yield plain('schema', name, '', quoted(name, place))
}

function* keywords(phrases: readonly string[], { typed, isQuoted }: CompletionPlace): Generator<Suggestion> {
  if (isQuoted) return
  const word = typed.toLowerCase()
  for (const phrase of phrases)
    if (phrase.startsWith(word) && phrase !== word)
      yield plain('keyword', phrase, '', typed + inCaseOf(typed, phrase.slice(word.length)))
}

/** The writer's letters stay, and what follows is in capitals where they are. */
function inCaseOf(typed: string, rest: string): string {
  return typed !== '' && typed === typed.toUpperCase() ? rest.toUpperCase() : rest
}

function query({ name, columns: known }: Source): Suggestion {
  return plain('query', name, known.map((column) => column.name).join(', '), writtenName(name))
}

function call(one: KnownFunction, name: string): Suggestion {
  return {
    ...plain('function', one.name, `(${one.parameters}) → ${one.result}`, name, one.comment),
    isCall: true,
  }
}

function plain(
  kind: Suggestion['kind'],
  label: string,
  detail: string,
  insert: string,
  comment: string | null = null,
): Suggestion {
  return { kind, label, detail, comment, insert, isCall: false }
}

function functionName(one: KnownFunction, place: CompletionPlace, catalogue: SqlCatalogue): string {
  const name = quoted(one.name, place)
  return catalogue.searchPath.includes(one.schema) ? name : `${writtenName(one.schema)}.${name}`
}

/** What types and operators are made of inside: nobody calls it by name. */
function isInternal({ schema, parameters, result }: KnownFunction): boolean {
  return schema === 'pg_catalog' && /\b(internal|cstring|_handler)\b/.test(`${parameters} ${result}`)
}

/** The whole name, or a part behind an underscore, begins like the word; or it has its letters in this order. */
export function fitsWord(name: string, word: string): boolean {
  if (word === '') return true
  const lower = name.toLowerCase()
  const wanted = word.toLowerCase()
  return lower.startsWith(wanted) || lower.includes(`_${wanted}`) || isSparse(name, word)
}

function fullName({ schema, name }: KnownRelation): string {
  return `${schema}.${name}`
}

function quoted(name: string, { isQuoted }: CompletionPlace): string {
  return isQuoted ? `"${name.replaceAll('"', '""')}"` : writtenName(name)
}
