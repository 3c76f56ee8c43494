/** The statement that runs a function with typed values. */
import { qualifiedName, quoteIdentifier, quoteLiteral } from '../quoting.js'
import type { FunctionArgument, FunctionValues } from './function-text.js'

/** An argument as it is given. */
export interface GivenArgument {
  name: string
  type: string
  mode: string
  /** `default`: it is left out. */
  how: 'value' | 'null' | 'default'
  value: string
  hasDefault: boolean
}

/** The arguments that a call gives: those that go in, and for a procedure all of them. */
export function givenArguments(values: Pick<FunctionValues, 'arguments' | 'kind'>): GivenArgument[] {
  return values.arguments
    .filter(({ mode }) => mode !== 'out' || values.kind === 'procedure')
    .map(({ name, type, mode, default: given }: FunctionArgument) => ({
      name,
      type,
      mode,
      how: mode === 'out' ? 'null' : given === '' ? 'value' : 'default',
      value: '',
      hasDefault: given !== '',
    }))
}

/** @returns `select * from "shop"."total"("of" => '3'::integer)`; a procedure is called */
export function callText(values: FunctionValues, given: readonly GivenArgument[]): string {
  const kept = given.filter(({ how }) => how !== 'default')
  // After an argument that is left out, the others need their names.
  const firstLeftOut = given.findIndex(({ how }) => how === 'default')
  const parts = kept.map((one) => {
    const value = one.how === 'null' ? `null::${one.type}` : `${quoteLiteral(one.value)}::${one.type}`
    const isNamed = firstLeftOut !== -1 && given.indexOf(one) > firstLeftOut && one.name !== ''
    return `${one.mode === 'variadic' ? 'variadic ' : ''}${isNamed ? `${quoteIdentifier(one.name)} => ` : ''}${value}`
  })
  const call = `${qualifiedName(values.schema, values.name)}(${parts.join(', ')})`
  return values.kind === 'procedure' ? `call ${call}` : `select * from ${call}`
}
