/** Which function a call means: its name, and the names of what is given. */
import { refused } from '../errors.js'
import type { DataFunction } from './data-function.js'
import type { DataSchema } from './data-schema.js'
import { nearName } from './near-names.js'

/** What a call gives. */
export interface GivenArguments {
  names: readonly string[]
  /** The types that a function's single argument without a name may have to take the whole body; empty for none. */
  wholeBody: readonly string[]
  /** Whether the body can only be taken as a whole: it has no names. */
  isOnlyWhole: boolean
}

/** A function, and whether it takes the whole body. */
export interface FoundFunction {
  called: DataFunction
  takesBody: boolean
}

/** @throws DataApiError PGRST202 for none, PGRST203 for several */
export function findFunction(
  schema: DataSchema,
  within: string,
  name: string,
  given: GivenArguments,
): FoundFunction {
  const all = schema.functions(within, name)
  const named = given.isOnlyWhole ? [] : all.filter((one) => isCallable(one, given.names))
  const whole = named.length > 0 ? [] : all.filter((one) => takesBody(schema, one, given.wholeBody))
  const fitting = named.length > 0 ? named : whole
  const [called] = fitting
  if (!called) throw notFound(schema, within, name, given)
  if (fitting.length > 1) throw ambiguous(schema, fitting)
  return { called, takesBody: named.length === 0 }
}

/** Each argument without a default is given, and nothing else than its arguments. */
function isCallable(one: DataFunction, names: readonly string[]): boolean {
  const known = new Set(one.arguments.map((argument) => argument.name))
  const isComplete = one.arguments.every((argument) => argument.hasDefault || names.includes(argument.name))
  return isComplete && names.every((name) => name !== '' && known.has(name))
}

function takesBody(schema: DataSchema, one: DataFunction, types: readonly string[]): boolean {
  const [only, ...more] = one.arguments
  return (
    only !== undefined && more.length === 0 && only.name === '' && types.includes(schema.type(only.type).name)
  )
}

function notFound(
  schema: DataSchema,
  within: string,
  name: string,
  { names, wholeBody, isOnlyWhole }: GivenArguments,
) {
  const whole = wholeBody.length === 0 ? '' : `a single unnamed ${wholeBody.join('/')} parameter`
  const listed = names.length === 0 ? 'without parameters' : `with parameters ${names.join(', ')}`
  const searched = isOnlyWhole ? `with ${whole}` : whole === '' ? listed : `${listed} or with ${whole}`
  const call =
    isOnlyWhole || names.length === 0
      ? `${within}.${name} without parameters`
      : `${within}.${name}(${names.join(', ')})`
  return refused('PGRST202', `Could not find the function ${call} in the schema cache`, {
    details: `Searched for the function ${within}.${name} ${searched}, but no matches were found in the schema cache.`,
    hint: hintFor(schema, within, name),
  })
}

function hintFor(schema: DataSchema, within: string, name: string): string | null {
  const near =
    schema.functions(within, name).length > 0 ? name : nearName(name, schema.functionNamesIn(within))
  const meant = near === undefined ? undefined : schema.functions(within, near)[0]
  if (!meant) return null
  const names = meant.arguments.map((argument) => argument.name).filter(Boolean)
  return `Perhaps you meant to call the function ${within}.${meant.name}${names.length === 0 ? '' : `(${names.join(', ')})`}`
}

function ambiguous(schema: DataSchema, fitting: readonly DataFunction[]) {
  const forms = fitting.map((one) => {
    const list = one.arguments.map(({ name, type }) => `${name} => ${schema.type(type).sql}`)
    return `${one.schema}.${one.name}(${list.join(', ')})`
  })
  return refused('PGRST203', `Could not choose the best candidate function between: ${forms.join(', ')}`, {
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  })
}
