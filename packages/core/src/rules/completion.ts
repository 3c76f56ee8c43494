/**
 * What can be written at the cursor: the database's own names with what they are, the columns of the tables the statement
 * names, and the words of the grammar. The best first.
 * @rule completion.suggestions  @spec §2, §9
 */
import { completionPlace, type CompletionPlace } from './completion-place.js'
import {
  callable,
  commonFunctions,
  functionsOf,
  namedFunctions,
  rowFunctions,
} from './function-suggestions.js'
import { joinConditions, otherSides } from './join-conditions.js'
import { listedNames } from './listed-names.js'
import { isSystem, type KnownColumn, type KnownRelation, type SqlCatalogue } from './sql-catalogue.js'
import {
  CLAUSE_WORDS,
  COMMON_TYPES,
  HEAD_WORDS,
  RESULT_TYPES,
  VALUE_WORDS,
  writtenName,
} from './sql-keywords.js'
import { columnIn, scopeAt, type Scope, type Source } from './sql-scope.js'
import { beginsLike, fitsWord, plain, quoted, SUGGESTIONS_MAX, type Suggestion } from './suggestion.js'

/** What can be written at a cursor, best first, and the stretch that it replaces. */
export interface Completion {
  /** What a suggestion replaces; offsets in the text that was given. */
  start: number
  end: number
  items: Suggestion[]
}

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
      yield* expanded(place, scope())
      return
    case 'clause':
      if (typed.length < (place.mayBeAlias ? CLAUSE_LETTERS : 1)) return
      yield* keywords(place.likely, place)
      yield* keywords(CLAUSE_WORDS, place)
      return
    case 'words':
      yield* keywords(place.phrases, place)
      if (place.also === 'column') for (const source of scope().sources) yield* columns(source, place)
      if (place.also === 'role') yield* roles(place, catalogue)
      return
    case 'role':
      yield* roles(place, catalogue)
      return
    case 'schema':
      yield* schemas(place, catalogue)
      return
    case 'function':
      yield* namedFunctions(place, catalogue)
      return
    case 'literal':
      yield* labels(place.of, place, scope, catalogue)
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
      yield* types(place, catalogue)
      return
    case 'member':
      yield* members(place, scope(), catalogue)
      return
    case 'value':
      yield* values(place, scope(), catalogue)
  }
}

function* values(place: CompletionPlace, scope: Scope, catalogue: SqlCatalogue): Generator<Suggestion> {
  const { words, index, typed } = place
  const { items, shown } = listed(place, scope)
  yield* items
  yield* conditions(place, scope, catalogue)
  for (const { name, columns: known } of scope.sources)
    yield* columns({ name, columns: known.filter((column) => !shown.has(column)) }, place)
  // A list is often written before its FROM.
  if (scope.sources.length === 0 && typed !== '') {
    if (words.is(index - 1, 'select')) yield* keywords(['distinct'], place)
    yield* commonFunctions(place, catalogue)
    for (const { column, relation } of catalogue.columnsLike(typed, OWN_COLUMNS_MAX))
      yield* columns({ name: relation.name, columns: [column] }, place)
  }
  for (const { name, relation } of scope.sources)
    if (fitsWord(name, typed))
      yield plain('alias', name, relation ? fullName(relation) : '', quoted(name, place))
  // A letter alone fits hundreds of functions: the user's own and what the grammar needs there come first.
  yield* callable(place, catalogue, (schema) => !isSystem(schema))
  yield* commonFunctions(place, catalogue)
  yield* keywords(VALUE_WORDS, place)
  yield* callable(place, catalogue, isSystem)
  yield* keywords(CLAUSE_WORDS, place)
  yield* schemas(place, catalogue)
}

/** What the list of the query gives GROUP BY and ORDER BY; with the columns that these are. */
function listed({ words, index, typed, isQuoted }: CompletionPlace, scope: Scope) {
  const items: Suggestion[] = []
  const shown = new Set<KnownColumn>()
  for (const text of isQuoted ? [] : listedNames(words, index)) {
    const [name = '', owner] = text.split('.').toReversed()
    if (!fitsWord(name, typed)) continue
    const known = columnIn(scope, owner, name)
    if (known) shown.add(known.column)
    const detail = known ? columnDetail(known.column.type, known.source.name) : ''
    // What is typed so far is the beginning of the column's name, not of its table's.
    items.push(plain('column', typed === '' ? text : name, detail, text, known?.column.comment))
  }
  return { items, shown }
}

function* members(
  place: CompletionPlace & { type: 'member' },
  scope: Scope,
  catalogue: SqlCatalogue,
): Generator<Suggestion> {
  const [first = '', second] = place.of
  if (second !== undefined) {
    const relation = catalogue.relation(first, second)
    if (relation) yield* columns({ name: second, columns: relation.columns, relation }, place)
    return
  }
  if (!place.wantsRelation) {
    const source = scope.sources.find(({ name }) => name === first)
    if (source) yield* columns(source, place)
    // The list comes before its FROM, or the statement speaks of the column: `comment on column t.`
    const relation = scope.sources.length === 0 ? catalogue.relation(undefined, first) : undefined
    if (relation) yield* columns({ name: first, columns: relation.columns, relation }, place)
  }
  if (!catalogue.schemas.includes(first)) return
  for (const relation of place.named ? [] : catalogue.relationsLike(place.typed, SUGGESTIONS_MAX, first))
    yield plain(relation.kind, relation.name, first, quoted(relation.name, place), relation.comment)
  yield* functionsOf(first, place, place.named, catalogue)
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

/** What foreign keys say: a whole condition behind ON, and behind `a.b =` the other side. */
function* conditions(place: CompletionPlace, scope: Scope, catalogue: SqlCatalogue): Generator<Suggestion> {
  const { words, index } = place
  const typed = place.typed.toLowerCase()
  for (const texts of joinConditions(words, index, scope, catalogue)) {
    const text = texts.find((written) => written.startsWith(typed))
    if (text !== undefined) yield plain('condition', text, '', text)
  }
  for (const text of otherSides(words, index, scope, catalogue))
    if (text.startsWith(typed)) yield plain('condition', text, '', text)
}

/** Labels of an enum: the one a column is of, or that is named itself. */
function* labels(
  of: (CompletionPlace & { type: 'literal' })['of'],
  { typed }: CompletionPlace,
  scope: () => Scope,
  catalogue: SqlCatalogue,
): Generator<Suggestion> {
  const type =
    'type' in of
      ? of.type.map(writtenName).join('.')
      : columnIn(scope(), of.column.at(-2), of.column.at(-1) ?? '')?.column.type
  for (const label of catalogue.enums.get(type ?? '') ?? [])
    if (beginsLike(label, typed)) yield plain('value', label, type ?? '', label.replaceAll("'", "''"))
}

/** The columns in the place of `*`, or behind `t.` in the place of its `*`; the first column follows the existing `t.`. */
function* expanded({ words, index }: CompletionPlace, { sources }: Scope): Generator<Suggestion> {
  const owner = words.kind(index - 1) === 'dot' ? words.name(index - 2) : undefined
  const shown = owner === undefined ? sources : sources.filter(({ name }) => name === owner).slice(0, 1)
  const isBare = owner === undefined && shown.length === 1
  const list = shown.flatMap(({ name, columns: known }) =>
    known.map((column) => (isBare ? '' : `${writtenName(name)}.`) + writtenName(column.name)),
  )
  if (list.length === 0) return
  const text = list.join(', ')
  const written = owner === undefined ? text : text.slice(writtenName(owner).length + 1)
  yield plain('column', '* as its columns', text, written)
}

function* columns(source: Source, place: CompletionPlace): Generator<Suggestion> {
  for (const { name, type, comment } of source.columns)
    if (name !== '' && fitsWord(name, place.typed))
      yield plain('column', name, columnDetail(type, source.name), quoted(name, place), comment)
}

function columnDetail(type: string, owner: string): string {
  return [type, owner].filter(Boolean).join('  ')
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

/** Those that begin with the letters first: `int` is an integer before it is an inet. */
function* types(
  { typed, words, index }: CompletionPlace,
  { types: known }: SqlCatalogue,
): Generator<Suggestion> {
  const all = new Set(known)
  const given = words.is(index - 1, 'returns') ? RESULT_TYPES : []
  const ordered = [...given, ...COMMON_TYPES.filter((name) => all.has(name)), ...known]
  for (const name of ordered) if (beginsLike(name, typed)) yield plain('type', name, '', name)
  for (const name of ordered) if (fitsWord(name, typed)) yield plain('type', name, '', name)
}

function* roles(place: CompletionPlace, { roles: known }: SqlCatalogue): Generator<Suggestion> {
  for (const name of known)
    if (fitsWord(name, place.typed)) yield plain('role', name, '', quoted(name, place))
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

function fullName({ schema, name }: KnownRelation): string {
  return `${schema}.${name}`
}
