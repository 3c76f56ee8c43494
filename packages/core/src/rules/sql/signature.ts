/**
 * The function call around the cursor: the form of the function that has the parameter at the cursor, and which parameter
 * that is.
 * @rule completion.signature  @spec §2
 */
import type { KnownFunction, SqlCatalogue } from './sql-catalogue.js'
import { SqlWords } from './sql-words.js'

export interface CallSignature {
  shown: KnownFunction
  /** Each with its name, type and default, as PostgreSQL writes them. */
  parameters: readonly string[]
  /** Index of the one that is being written; undefined: there are fewer. */
  parameter: number | undefined
  /** The number of other forms of the function. */
  others: number
}

/** @param offset in the statement. @returns undefined outside of any call of a known function */
export function signatureAt(
  statement: string,
  offset: number,
  catalogue: SqlCatalogue,
): CallSignature | undefined {
  const words = new SqlWords(statement)
  const following = words.tokens.findIndex(({ start }) => start >= offset)
  const here = following < 0 ? words.tokens.length : following
  for (let open = words.bracketAround(here); open !== -1; open = words.bracketAround(open)) {
    const functions = functionsBefore(words, open, catalogue)
    if (functions.length > 0) return fitting(functions, commasBetween(words, open + 1, here))
    // A grouping bracket belongs to the argument around it; a sub-query does not.
    if (words.is(open + 1, 'select', 'with', 'values')) return undefined
  }
  return undefined
}

function functionsBefore(words: SqlWords, open: number, catalogue: SqlCatalogue): KnownFunction[] {
  const name = words.name(open - 1)
  if (name === undefined || words.is(open - 2, 'into', 'table', 'references', 'as', 'on')) return []
  const schema = words.kind(open - 2) === 'dot' ? words.name(open - 3) : undefined
  return catalogue.functionsNamed(schema, name)
}

function commasBetween(words: SqlWords, from: number, to: number): number {
  let commas = 0
  for (const index of words.shallow(from, to)) if (words.kind(index) === 'comma') commas++
  return commas
}

/** The first form that has the parameter; else the one that has the most. */
function fitting(functions: readonly KnownFunction[], written: number): CallSignature | undefined {
  const forms = functions.map((shown) => ({ shown, parameters: parametersOf(shown.parameters) }))
  const form =
    forms.find(({ parameters }) => parameterIndex(parameters, written) !== undefined) ??
    forms.toSorted((one, other) => other.parameters.length - one.parameters.length)[0]
  return form && { ...form, parameter: parameterIndex(form.parameters, written), others: forms.length - 1 }
}

function parameterIndex(parameters: readonly string[], written: number): number | undefined {
  if (written < parameters.length) return written
  return parameters.at(-1)?.startsWith('VARIADIC') ? parameters.length - 1 : undefined
}

/** `text, numeric(10,2) DEFAULT 1` is two. */
function parametersOf(text: string): string[] {
  if (text === '') return []
  const words = new SqlWords(text)
  const commas = [...words.shallow(0, words.tokens.length)].filter((index) => words.kind(index) === 'comma')
  const ends = [...commas.map((index) => words.tokens[index]?.start ?? text.length), text.length]
  return ends.map((end, index) => text.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end).trim())
}
