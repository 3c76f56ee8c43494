/**
 * What can be written at the cursor: the database's own names with what they are, the columns of the tables the statement
 * names, and the words of the grammar. The best first.
 * @rule completion.suggestions  @spec §2, §9
 */
import { completionPlace, type CompletionPlace } from './completion-place.js'
import type { KnownFunction, KnownRelation, RelationKind, SqlCatalogue } from './sql-catalogue.js'
import { CLAUSE_WORDS, HEAD_WORDS, VALUE_WORDS, writtenName } from './sql-keywords.js'
import { scopeAt, type Scope, type Source } from './sql-scope.js'

export interface Suggestion {
  kind: RelationKind | 'column' | 'function' | 'keyword' | 'schema' | 'type' | 'query' | 'alias'
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
    case 'clause':
      if (typed.length >= CLAUSE_LETTERS) yield* keywords(CLAUSE_WORDS, place)
      return
    case 'relation':
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
  for (const source of scope.sources) yield* columns(source, place)
  for (const { name, relation } of scope.sources)
    if (fitsWord(name, place.typed))
      yield plain('alias', name, relation ? fullName(relation) : '', quoted(name, place))
  // A letter alone fits hundreds of functions: what the grammar needs there comes first.
  yield* keywords(VALUE_WORDS, place)
  yield* callable(place, catalogue)
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
  for (const relation of catalogue.relationsLike(place.typed, SUGGESTIONS_MAX)) {
    const name = quoted(relation.name, place)
    const insert = catalogue.isVisible(relation) ? name : `${writtenName(relation.schema)}.${name}`
    yield plain(relation.kind, relation.name, relation.schema, insert, relation.comment)
  }
}

function* callable(place: CompletionPlace, catalogue: SqlCatalogue): Generator<Suggestion> {
  if (place.typed === '') return
  for (const one of catalogue.functionsLike(place.typed, SUGGESTIONS_MAX))
    if (!isInternal(one)) yield call(one, functionName(one, place, catalogue))
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

/** The whole name, or a part behind an underscore, begins like the word. */
export function fitsWord(name: string, word: string): boolean {
  if (word === '') return true
  const lower = name.toLowerCase()
  const wanted = word.toLowerCase()
  return lower.startsWith(wanted) || lower.includes(`_${wanted}`)
}

function fullName({ schema, name }: KnownRelation): string {
  return `${schema}.${name}`
}

function quoted(name: string, { isQuoted }: CompletionPlace): string {
  return isQuoted ? `"${name.replaceAll('"', '""')}"` : writtenName(name)
}
