/** Which changes a subscription hears: `column=op.value`, several separated by commas. SERVICES §3.4. */

import { quoteLiteral } from '@basedeck/core/sql'
import { textArray } from './ask-as.js'

export interface ChangeFilter {
  column: string
  operator: FilterOperator
  value: string
  isNegated: boolean
}

export type FilterOperator = keyof typeof OPERATORS

/** How SQL compares the text `v` of a column with the filter's text `n`, given the type of the column. */
const OPERATORS = {
  eq: (v: string, n: string, type: string) => `${v}::${type} = ${n}::text::${type}`,
  neq: (v: string, n: string, type: string) => `${v}::${type} <> ${n}::text::${type}`,
  lt: (v: string, n: string, type: string) => `${v}::${type} < ${n}::text::${type}`,
  lte: (v: string, n: string, type: string) => `${v}::${type} <= ${n}::text::${type}`,
  gt: (v: string, n: string, type: string) => `${v}::${type} > ${n}::text::${type}`,
  gte: (v: string, n: string, type: string) => `${v}::${type} >= ${n}::text::${type}`,
  in: (v: string, n: string, type: string) => `${v}::${type} = any(${n}::text::${type}[])`,
  like: (v: string, n: string) => `${v} like ${n}::text`,
  ilike: (v: string, n: string) => `${v} ilike ${n}::text`,
  match: (v: string, n: string) => `${v} ~ ${n}::text`,
  imatch: (v: string, n: string) => `${v} ~* ${n}::text`,
  isdistinct: (v: string, n: string, type: string) => `${v}::${type} is distinct from ${n}::text::${type}`,
  is: (v: string, n: string) =>
    `case lower(${n}::text) when 'null' then ${v} is null when 'not_null' then ${v} is not null
      when 'true' then ${v} = 't' when 'false' then ${v} = 'f' else ${v}::boolean is unknown end`,
} as const

/** @returns undefined where it is malformed */
export function readFilters(text: string): ChangeFilter[] | undefined {
  const filters = conditions(text).map(readFilter)
  return filters.some((filter) => filter === undefined) ? undefined : (filters as ChangeFilter[])
}

/** A condition of SQL. @param text an expression: the value of the column as a text, or null @param type as SQL casts to it */
export function conditionSql(
  { operator, value, isNegated }: ChangeFilter,
  text: string,
  type: string,
): string {
  const given = quoteLiteral(operator === 'in' ? textArray(listIn(value)) : value)
  const condition = OPERATORS[operator](text, given, type)
  return isNegated ? `not (${condition})` : condition
}

function readFilter(text: string): ChangeFilter | undefined {
  const [, name = '', not, operator = '', value = ''] = FORM.exec(text) ?? []
  if (name === '' || !Object.hasOwn(OPERATORS, operator)) return undefined
  if (operator === 'in' && !/^\(.*\)$/s.test(value)) return undefined
  const isNegated = not !== undefined
  return {
    column: unquoted(name),
    operator: operator as FilterOperator,
    value: operator === 'in' ? value : unquoted(value),
    isNegated,
  }
}

const FORM = /^\s*("(?:[^"\\]|\\.)*"|[^=]+?)=(not\.)?([a-z]+)\.(.*)$/s

/** Splits at commas that are in no quotes and no parentheses, and begin another condition. */
function conditions(text: string): string[] {
  const parts: string[] = []
  for (const piece of split(text)) {
    const isNext = parts.length === 0 || FORM.test(piece)
    if (isNext) parts.push(piece)
    else parts[parts.length - 1] += `,${piece}`
  }
  return parts
}

function listIn(value: string): string[] {
  const inside = value.slice(1, -1)
  return inside === '' ? [] : split(inside).map((item) => unquoted(item))
}

function split(text: string): string[] {
  const parts = ['']
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (isQuoted && character === '\\') {
      parts[parts.length - 1] += character + (text[++at] ?? '')
      continue
    }
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && character === '(') depth++
    else if (!isQuoted && character === ')') depth--
    if (character === ',' && !isQuoted && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts
}

function unquoted(text: string): string {
  const [, inside] = /^"((?:[^"\\]|\\.)*)"$/s.exec(text.trim()) ?? []
  return inside === undefined ? text : inside.replaceAll(/\\(.)/gs, '$1')
}
