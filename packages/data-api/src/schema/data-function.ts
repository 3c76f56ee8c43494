/** Functions that requests can call, or that compute a field or a relation of a table. */

/** An argument that a caller gives. */
export interface Argument {
  /** Empty for an argument without a name. */
  name: string
  type: number
  hasDefault: boolean
  isVariadic: boolean
}

/** A function in one of its forms. */
export interface DataFunction {
  schema: string
  name: string
  comment: string | null
  /** Whether it can change anything: `volatile`. */
  isVolatile: boolean
  returnsSet: boolean
  returnType: number
  /** PostgreSQL's estimate of its rows; 1 says that a computed relation is to one. */
  rows: number
  arguments: readonly Argument[]
  /** Its `out`, `inout` and `table` arguments: the columns of what it returns. */
  outputs: readonly [name: string, type: number][]
  /** What its definition sets: `[name, value]`. */
  settings: readonly [name: string, value: string][]
}

/** As the statement of the schema gives it. */
export type FunctionTuple = [
  schema: string,
  name: string,
  comment: string | null,
  volatility: string,
  returnsSet: boolean,
  returnType: number,
  rows: number,
  isVariadic: boolean,
  defaults: number,
  types: number[],
  names: string[] | null,
  modes: string[] | null,
  config: string[] | null,
]

/** Reads what the statement of the schema gives. */
export function functionOf(tuple: FunctionTuple): DataFunction {
  const [schema, name, comment, volatility, returnsSet, returnType, rows] = tuple
  const [, , , , , , , isVariadic, defaults, types, names, modes, config] = tuple
  const all = types.map((type, index) => ({
    name: names?.[index] ?? '',
    type,
    mode: modes?.[index] ?? 'i',
  }))
  const given = all.filter(({ mode }) => mode !== 'o' && mode !== 't')
  return {
    schema,
    name,
    comment,
    isVolatile: volatility === 'v',
    returnsSet,
    returnType,
    rows,
    arguments: given.map(({ name: argument, type, mode }, index) => ({
      name: argument,
      type,
      hasDefault: index >= given.length - defaults,
      isVariadic: isVariadic && mode === 'v',
    })),
    outputs: all
      .filter(({ mode }) => mode === 'o' || mode === 'b' || mode === 't')
      .map(({ name: output, type }, index): [string, number] => [output || `column${index + 1}`, type]),
    settings: (config ?? []).map((one): [string, string] => {
      const at = one.indexOf('=')
      return [one.slice(0, at), one.slice(at + 1)]
    }),
  }
}
