/** Filters: `column=not.op.value`, and the trees of `and` and `or`. */
import { readField, readQuoted, type Field } from './name.js'
import { IS_VALUES, isOperator, QUANTIFIED, SEARCHES, type Operator } from './operators.js'
import { MAX_NESTING, TextReader } from './text-reader.js'

/** One comparison. */
export interface Condition {
  type: 'condition'
  field: Field
  isNegated: boolean
  operator: Operator
  /** `eq(any).{1,2}` */
  quantifier: 'any' | 'all' | undefined
  /** `fts(english).word` */
  language: string | undefined
  value: string
  /** The list of `in`. */
  list: readonly string[] | undefined
}

/** `and=(…)`, `or=(…)` */
export interface Logic {
  type: 'and' | 'or'
  isNegated: boolean
  parts: readonly Filter[]
}

/** What rows must fulfil. */
export type Filter = Condition | Logic

const OPERATOR = /[a-z]+/y
const MODIFIER = /\(([^()]*)\)/y
/** A number would be taken for the oid of a search configuration. */
const IS_NUMBER = /^\s*\d*\s*$/
const BARE_VALUE = /[^,)]*/y
const BARE_ELEMENT = /[^,)]*/y

/** Whether a value begins as a filter does; else it is an argument of a function. */
export function looksLikeFilter(value: string): boolean {
  const word = /^(?:not\.)?([a-z]+)(?:\([^()]*\))?\./.exec(value)?.[1]
  return word !== undefined && isOperator(word)
}

/** The filter on one column. @param value what stands behind the `=` @throws DataApiError PGRST100 */
export function readFilter(field: Field, value: string): Condition {
  const reader = new TextReader(value, 'filter')
  const condition = readComparison(reader, field, () => {
    const rest = reader.text.slice(reader.at)
    reader.at = reader.text.length
    return rest
  })
  reader.expectEnd()
  return condition
}

/** The tree of `and=(…)`. @param value what stands behind the `=` @throws DataApiError PGRST100 */
export function readLogic(type: 'and' | 'or', isNegated: boolean, value: string): Logic {
  const reader = new TextReader(value, 'logic tree')
  const parts = readParts(reader, 0)
  reader.expectEnd()
  return { type, isNegated, parts }
}

function readParts(reader: TextReader, depth: number): Filter[] {
  if (depth > MAX_NESTING) throw reader.failure(`at most ${MAX_NESTING} levels`)
  reader.expect('(')
  const parts: Filter[] = []
  do parts.push(readPart(reader, depth))
  while (reader.takes(','))
  reader.expect(')')
  return parts
}

const LOGIC_WORD = /(?:not\.)?(?:and|or)(?=\()/y

function readPart(reader: TextReader, depth: number): Filter {
  const word = reader.match(LOGIC_WORD)
  if (word !== undefined) {
    const type = word.endsWith('and') ? 'and' : 'or'
    return { type, isNegated: word.startsWith('not.'), parts: readParts(reader, depth + 1) }
  }
  const field = readField(reader)
  reader.expect('.')
  return readComparison(reader, field, () => readValueInLogic(reader))
}

/** In a tree a value ends at a comma or a bracket, unless it is quoted or in braces. */
function readValueInLogic(reader: TextReader): string {
  if (reader.sees('"')) return readQuoted(reader)
  if (!reader.sees('{')) return reader.match(BARE_VALUE) ?? ''
  const start = reader.at
  let depth = 0
  do {
    if (reader.isAtEnd) throw reader.failure('"}"')
    if (reader.sees('"')) readQuoted(reader)
    else {
      if (reader.sees('{')) depth++
      if (reader.sees('}')) depth--
      reader.at++
    }
  } while (depth > 0)
  return reader.text.slice(start, reader.at)
}

function readComparison(reader: TextReader, field: Field, readValue: () => string): Condition {
  const isNegated = reader.takes('not.')
  const start = reader.at
  const operator = reader.match(OPERATOR)
  if (operator === undefined || !isOperator(operator)) {
    reader.at = start
    throw reader.failure('an operator: eq, gt, lt, in, is, like …')
  }
  const modifier = reader.match(MODIFIER)?.slice(1, -1)
  reader.expect('.')
  const condition: Condition = {
    type: 'condition',
    field,
    isNegated,
    operator,
    quantifier: undefined,
    language: undefined,
    value: '',
    list: undefined,
  }
  if (modifier !== undefined) {
    if (Object.hasOwn(SEARCHES, operator) && !IS_NUMBER.test(modifier)) condition.language = modifier
    else if (QUANTIFIED.has(operator) && (modifier === 'any' || modifier === 'all'))
      condition.quantifier = modifier
    else throw reader.failure('an operator that permits these brackets')
  }
  if (operator === 'in') condition.list = readList(reader)
  else condition.value = readValue()
  if (operator === 'is' && !Object.hasOwn(IS_VALUES, condition.value.toLowerCase())) {
    throw reader.failure('null, not_null, true, false or unknown')
  }
  return condition
}

/** `(a,"b,c")`; `()` is the empty list. */
function readList(reader: TextReader): string[] {
  reader.expect('(')
  if (reader.takes(')')) return []
  const list: string[] = []
  do list.push(reader.sees('"') ? readQuoted(reader) : (reader.match(BARE_ELEMENT) ?? ''))
  while (reader.takes(','))
  reader.expect(')')
  return list
}
