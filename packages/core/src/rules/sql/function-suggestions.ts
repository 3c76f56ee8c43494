/**
 * The functions that can be written at a cursor: called as a value, in a FROM, or named alone where one is dropped, granted or
 * given to a trigger.
 * @rule completion.functions  @spec §2
 */
import type { CompletionContext, NamedFunction } from './completion-context.js'
import { isSystem, type KnownFunction, type SqlCatalogue } from './sql-catalogue.js'
import { COMMON_FUNCTIONS, writtenName } from './sql-keywords.js'
import { beginsLike, fitsWord, plain, quoted, SUGGESTIONS_MAX, type Suggestion } from './suggestion.js'

/** Those of the named schemas. */
export function* callable(
  context: CompletionContext,
  catalogue: SqlCatalogue,
  from: (schema: string) => boolean,
): Generator<Suggestion> {
  if (context.typed === '') return
  for (const one of catalogue.functionsLike(context.typed, SUGGESTIONS_MAX))
    if (from(one.schema) && !isInternal(one) && !isOfTrigger(one))
      yield call(one, functionName(one, context, catalogue))
}

/** The most common functions. */
export function* commonFunctions(context: CompletionContext, catalogue: SqlCatalogue): Generator<Suggestion> {
  if (context.typed === '' || context.isQuoted) return
  for (const name of COMMON_FUNCTIONS)
    if (beginsLike(name, context.typed))
      for (const one of catalogue.functionsNamed('pg_catalog', name))
        yield call(one, functionName(one, context, catalogue))
}

/** Functions where none is called as a value, the user's own first. */
export function* namedFunctions(
  context: CompletionContext & { type: 'function' },
  catalogue: SqlCatalogue,
): Generator<Suggestion> {
  const all = catalogue.functions.filter(
    ({ schema, name }) => !isSystem(schema) && fitsWord(name, context.typed),
  )
  const rest = context.typed === '' ? [] : catalogue.functionsLike(context.typed, SUGGESTIONS_MAX)
  for (const one of [...all, ...rest.filter((one) => !isInternal(one))])
    if (fitsUse(one, context)) yield named(call(one, functionName(one, context, catalogue)), context)
}

/** Trigger functions are never called as a value. */
function fitsUse(one: KnownFunction, use: NamedFunction | undefined): boolean {
  return use ? !use.isTrigger || isOfTrigger(one) : !isOfTrigger(one)
}

/** Only a trigger definition writes brackets behind the name. */
function named(item: Suggestion, use: NamedFunction | undefined): Suggestion {
  return use && !use.isTrigger ? { ...item, isCall: false } : item
}

/** Functions that return rows, and so can be named in a FROM. */
export function* rowFunctions(context: CompletionContext, catalogue: SqlCatalogue): Generator<Suggestion> {
  if (context.typed === '') return
  for (const one of catalogue.functionsLike(context.typed, SUGGESTIONS_MAX))
    if (returnsRows(one)) yield call(one, functionName(one, context, catalogue))
}

/** Those of one schema. */
export function* functionsOf(
  schema: string,
  context: CompletionContext,
  use: NamedFunction | undefined,
  catalogue: SqlCatalogue,
): Generator<Suggestion> {
  for (const one of catalogue.functionsLike(context.typed, SUGGESTIONS_MAX, schema))
    if (fitsUse(one, use)) yield named(call(one, quoted(one.name, context)), use)
}

function call(one: KnownFunction, name: string): Suggestion {
  return {
    ...plain('function', one.name, `(${one.parameters}) → ${one.result}`, name, one.comment),
    isCall: true,
  }
}

function functionName(one: KnownFunction, context: CompletionContext, catalogue: SqlCatalogue): string {
  const name = quoted(one.name, context)
  return catalogue.searchPath.includes(one.schema) ? name : `${writtenName(one.schema)}.${name}`
}

function returnsRows({ result }: KnownFunction): boolean {
  return result.startsWith('SETOF ') || result.startsWith('TABLE(')
}

/** A trigger function. */
function isOfTrigger({ result }: KnownFunction): boolean {
  return result === 'trigger' || result === 'event_trigger'
}

/** A support function of types and operators, which is never called by name. */
function isInternal({ schema, parameters, result }: KnownFunction): boolean {
  return schema === 'pg_catalog' && /\b(internal|cstring|_handler)\b/.test(`${parameters} ${result}`)
}
