/**
 * What can be written at the cursor: the database's own names with what they are, the columns of the tables the statement
 * names, and the words of the grammar. The best first.
 * @rule completion.suggestions  @spec §2, §9
 */
import { completionContext, type CompletionContext } from './completion-context.js'
import {
  callable,
  commonFunctions,
  functionsOf,
  namedFunctions,
  rowFunctions,
} from './function-suggestions.js'
import { joinConditions, otherSides } from './join-conditions.js'
import { listedNames } from './listed-names.js'
import { valueColumn } from './literal-context.js'
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

/** The suggestions at a cursor, best first, and the range that they replace. */
export interface Completion {
  /** The replaced range; offsets in the given text. */
  start: number
  end: number
  items: Suggestion[]
}

/** Columns of tables that no FROM names yet. */
const OWN_COLUMNS_MAX = 30
/** After a complete expression a single letter may be an alias: keywords are offered from the second letter on. */
const CLAUSE_LETTERS = 2

/** @param offset the cursor, in the statement */
export function completionsAt(statement: string, offset: number, catalogue: SqlCatalogue): Completion {
  const context = completionContext(statement, offset)
  const items = new Map<string, Suggestion>()
  for (const item of suggestionsAt(context, catalogue)) {
    const key = `${item.kind} ${item.label} ${item.kind === 'function' ? '' : item.insert}`
    if (!items.has(key)) items.set(key, item)
    if (items.size >= SUGGESTIONS_MAX) break
  }
  return { start: context.start, end: context.end, items: [...items.values()] }
}

function* suggestionsAt(context: CompletionContext, catalogue: SqlCatalogue): Generator<Suggestion> {
  const { typed } = context
  const fits = (name: string) => fitsWord(name, typed)
  const scope = () => scopeAt(context.words, context.index, catalogue)
  switch (context.type) {
    case 'nothing':
      return
    case 'head':
      yield* quotedLabels(context, scope, catalogue)
      yield* keywords(HEAD_WORDS, context)
      return
    case 'star':
      yield* expanded(context, scope())
      return
    case 'clause':
      if (typed.length < (context.mayBeAlias ? CLAUSE_LETTERS : 1)) return
      yield* keywords(context.likely, context)
      yield* keywords(CLAUSE_WORDS, context)
      return
    case 'words':
      yield* keywords(context.phrases, context)
      if (context.also === 'column') for (const source of scope().sources) yield* columns(source, context)
      if (context.also === 'role') yield* roles(context, catalogue)
      return
    case 'role':
      yield* roles(context, catalogue)
      return
    case 'schema':
      yield* schemas(context, catalogue)
      return
    case 'function':
      yield* namedFunctions(context, catalogue)
      return
    case 'literal':
      yield* labels(context.of, context, scope, catalogue)
      return
    case 'relation':
      if (context.words.is(context.index - 1, 'join')) yield* linked(context, scope(), catalogue)
      yield* scope()
        .queries.filter(({ name }) => fits(name))
        .map(query)
      yield* relations(context, catalogue)
      yield* schemas(context, catalogue)
      yield* rowFunctions(context, catalogue)
      return
    case 'columns-of': {
      const relation = catalogue.relation(context.relation.at(-2), context.relation.at(-1) ?? '')
      if (relation) yield* columns({ name: relation.name, columns: relation.columns, relation }, context)
      return
    }
    case 'type':
      yield* types(context, catalogue)
      return
    case 'member':
      yield* members(context, scope(), catalogue)
      return
    case 'value':
      yield* values(context, scope(), catalogue)
  }
}

function* values(context: CompletionContext, scope: Scope, catalogue: SqlCatalogue): Generator<Suggestion> {
  const { words, index, typed } = context
  const { items, shown } = listed(context, scope)
  yield* quotedLabels(context, () => scope, catalogue)
  yield* items
  yield* conditions(context, scope, catalogue)
  for (const { name, columns: known } of scope.sources)
    yield* columns({ name, columns: known.filter((column) => !shown.has(column)) }, context)
  // A list is often written before its FROM.
  if (scope.sources.length === 0 && typed !== '') {
    if (words.is(index - 1, 'select')) yield* keywords(['distinct'], context)
    yield* commonFunctions(context, catalogue)
    for (const { column, relation } of catalogue.columnsLike(typed, OWN_COLUMNS_MAX))
      yield* columns({ name: relation.name, columns: [column] }, context)
  }
  for (const { name, relation } of scope.sources)
    if (fitsWord(name, typed))
      yield plain('alias', name, relation ? fullName(relation) : '', quoted(name, context))
  // One letter matches hundreds of functions: the user's own and those of the grammar come first.
  yield* callable(context, catalogue, (schema) => !isSystem(schema))
  yield* commonFunctions(context, catalogue)
  yield* keywords(VALUE_WORDS, context)
  yield* callable(context, catalogue, isSystem)
  yield* keywords(CLAUSE_WORDS, context)
  yield* schemas(context, catalogue)
}

/** The columns of the list, which GROUP BY and ORDER BY can use. */
function listed({ words, index, typed, isQuoted }: CompletionContext, scope: Scope) {
  const items: Suggestion[] = []
  const shown = new Set<KnownColumn>()
  for (const text of isQuoted ? [] : listedNames(words, index)) {
    const [name = '', owner] = text.split('.').toReversed()
    if (!fitsWord(name, typed)) continue
    const known = columnIn(scope, owner, name)
    if (known) shown.add(known.column)
    const detail = known ? columnDetail(known.column.type, known.source.name) : ''
    // The typed letters begin the column's name, not its table's.
    items.push(plain('column', typed === '' ? text : name, detail, text, known?.column.comment))
  }
  return { items, shown }
}

function* members(
  context: CompletionContext & { type: 'member' },
  scope: Scope,
  catalogue: SqlCatalogue,
): Generator<Suggestion> {
  const [first = '', second] = context.of
  if (second !== undefined) {
    const relation = catalogue.relation(first, second)
    if (relation) yield* columns({ name: second, columns: relation.columns, relation }, context)
    return
  }
  if (!context.wantsRelation) {
    const source = scope.sources.find(({ name }) => name === first)
    if (source) yield* columns(source, context)
    // The list comes before its FROM, or the statement speaks of the column: `comment on column t.`
    const relation = scope.sources.length === 0 ? catalogue.relation(undefined, first) : undefined
    if (relation) yield* columns({ name: first, columns: relation.columns, relation }, context)
  }
  if (!catalogue.schemas.includes(first)) return
  for (const relation of context.named ? [] : catalogue.relationsLike(context.typed, SUGGESTIONS_MAX, first))
    yield plain(relation.kind, relation.name, first, quoted(relation.name, context), relation.comment)
  yield* functionsOf(first, context, context.named, catalogue)
}

/** Tables that a foreign key joins with those that are there. */
function* linked(
  context: CompletionContext,
  { sources }: Scope,
  catalogue: SqlCatalogue,
): Generator<Suggestion> {
  const there = new Set(sources.map(({ relation }) => relation && fullName(relation)))
  for (const { relation } of sources)
    for (const key of relation ? catalogue.linksOf(relation) : [])
      for (const [schema, name] of [
        [key.toSchema, key.toName],
        [key.schema, key.name],
      ] as const) {
        const other = catalogue.relation(schema, name)
        if (other && !there.has(fullName(other)) && fitsWord(name, context.typed))
          yield relationItem(other, context, catalogue)
      }
}

/** Suggestions from foreign keys: a whole condition behind ON, and behind `a.b =` the other column. */
function* conditions(
  context: CompletionContext,
  scope: Scope,
  catalogue: SqlCatalogue,
): Generator<Suggestion> {
  const { words, index } = context
  const typed = context.typed.toLowerCase()
  for (const texts of joinConditions(words, index, scope, catalogue)) {
    const text = texts.find((written) => written.startsWith(typed))
    if (text !== undefined) yield plain('condition', text, '', text)
  }
  for (const text of otherSides(words, index, scope, catalogue))
    if (text.startsWith(typed)) yield plain('condition', text, '', text)
}

/** In quotes: labels of an enum, the type of a column or the named type. */
function* labels(
  of: (CompletionContext & { type: 'literal' })['of'],
  context: CompletionContext,
  scope: () => Scope,
  catalogue: SqlCatalogue,
): Generator<Suggestion> {
  const type = 'type' in of ? of.type.map(writtenName).join('.') : typeOf(of.column, scope())
  for (const [label, written] of labelsLike(context.typed, type, catalogue))
    yield plain('value', label, type, written)
}

/** Where a value is expected: the same labels with their quotes. */
function* quotedLabels(
  { words, index, typed, isQuoted }: CompletionContext,
  scope: () => Scope,
  catalogue: SqlCatalogue,
): Generator<Suggestion> {
  const column = isQuoted ? undefined : valueColumn(words, index)
  if (!column) return
  const type = typeOf(column, scope())
  for (const [label, written] of labelsLike(typed, type, catalogue))
    yield plain('value', label, type, `'${written}'`)
}

/** The labels that begin so, each as it is written between quotes. */
function labelsLike(
  typed: string,
  type: string,
  { enums }: SqlCatalogue,
): [label: string, written: string][] {
  const known = enums.get(type) ?? []
  return known
    .filter((label) => beginsLike(label, typed))
    .map((label) => [label, label.replaceAll("'", "''")])
}

/** Of a column with its qualifier; empty: it is not known. */
function typeOf(column: readonly string[], scope: Scope): string {
  return columnIn(scope, column.at(-2), column.at(-1) ?? '')?.column.type ?? ''
}

/** The columns that replace `*`, or that replace the `*` of `t.*`; the first column follows the existing `t.`. */
function* expanded({ words, index }: CompletionContext, { sources }: Scope): Generator<Suggestion> {
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

function* columns(source: Source, context: CompletionContext): Generator<Suggestion> {
  for (const { name, type, comment } of source.columns)
    if (name !== '' && fitsWord(name, context.typed))
      yield plain('column', name, columnDetail(type, source.name), quoted(name, context), comment)
}

function columnDetail(type: string, owner: string): string {
  return [type, owner].filter(Boolean).join('  ')
}

function* relations(context: CompletionContext, catalogue: SqlCatalogue): Generator<Suggestion> {
  for (const relation of catalogue.relationsLike(context.typed, SUGGESTIONS_MAX))
    yield relationItem(relation, context, catalogue)
}

function relationItem(
  relation: KnownRelation,
  context: CompletionContext,
  catalogue: SqlCatalogue,
): Suggestion {
  const name = quoted(relation.name, context)
  const insert = catalogue.isVisible(relation) ? name : `${writtenName(relation.schema)}.${name}`
  return plain(relation.kind, relation.name, relation.schema, insert, relation.comment)
}

/** Names that begin with the letters come first: `int` suggests integer before inet. */
function* types(
  { typed, words, index }: CompletionContext,
  { types: known }: SqlCatalogue,
): Generator<Suggestion> {
  const all = new Set(known)
  const given = words.is(index - 1, 'returns') ? RESULT_TYPES : []
  const ordered = [...given, ...COMMON_TYPES.filter((name) => all.has(name)), ...known]
  for (const name of ordered) if (beginsLike(name, typed)) yield plain('type', name, '', name)
  for (const name of ordered) if (fitsWord(name, typed)) yield plain('type', name, '', name)
}

function* roles(context: CompletionContext, { roles: known }: SqlCatalogue): Generator<Suggestion> {
  for (const name of known)
    if (fitsWord(name, context.typed)) yield plain('role', name, '', quoted(name, context))
}

function* schemas(context: CompletionContext, catalogue: SqlCatalogue): Generator<Suggestion> {
  for (const name of catalogue.schemas)
    if (fitsWord(name, context.typed)) yield plain('schema', name, '', quoted(name, context))
}

function* keywords(
  phrases: readonly string[],
  { typed, isQuoted }: CompletionContext,
): Generator<Suggestion> {
  if (isQuoted) return
  const word = typed.toLowerCase()
  for (const phrase of phrases)
    if (phrase.startsWith(word) && phrase !== word)
      yield plain('keyword', phrase, '', typed + inCaseOf(typed, phrase.slice(word.length)))
}

/** The typed letters stay, and the rest is in capitals if they are. */
function inCaseOf(typed: string, rest: string): string {
  return typed !== '' && typed === typed.toUpperCase() ? rest.toUpperCase() : rest
}

function query({ name, columns: known }: Source): Suggestion {
  return plain('query', name, known.map((column) => column.name).join(', '), writtenName(name))
}

function fullName({ schema, name }: KnownRelation): string {
  return `${schema}.${name}`
}
