/**
 * Filters as conditions of SQL. Every value is a parameter. The language of a search is a literal, so that an index on the same
 * expression fits.
 */
import { quoteLiteral } from '@basedeck/sql-guard/quoting'
import type { Condition, Filter } from '../language/filter.js'
import { COMPARISONS, IS_VALUES, PATTERNS, SEARCHES } from '../language/operators.js'
import { fieldSql, type Expression, type Rows, type SqlContext } from './field-sql.js'
import { arrayLiteral } from './sql-text.js'

/** What a filter on the name of an embedded relation means: the condition, or undefined when the name is a column. */
export type RelationFilter = (condition: Condition) => string | undefined

/** @throws DataApiError 42703 */
export function filterSql(
  context: SqlContext,
  rows: Rows,
  filter: Filter,
  onRelation: RelationFilter,
): string {
  if (filter.type === 'condition') {
    const condition =
      onRelation(filter) ?? conditionSql(context, filter, fieldSql(context, rows, filter.field))
    return filter.isNegated ? `not ${condition}` : condition
  }
  const parts = filter.parts.map((part) => filterSql(context, rows, part, onRelation))
  const joined = `(${parts.join(filter.type === 'and' ? ' and ' : ' or ')})`
  return filter.isNegated ? `not ${joined}` : joined
}

const TEXT_TYPES = new Set(['text', 'varchar', 'bpchar', 'json', 'jsonb', 'citext', 'name'])

function conditionSql(context: SqlContext, condition: Condition, { sql, type }: Expression): string {
  const { operator, value, language, list, quantifier } = condition
  const text = (given: string) => context.sql.text(given)
  if (operator === 'is') return `(${sql} is ${IS_VALUES[value.toLowerCase() as keyof typeof IS_VALUES]})`
  if (operator === 'in') {
    if (type.category === 'A') {
      const values = (list ?? []).map((one) => `(${text(one)})::${type.sql}`)
      return values.length === 0 ? '(false)' : `(${sql} in (${values.join(', ')}))`
    }
    return `(${sql} = any ((${text(arrayLiteral(list ?? []))})::${type.sql}[]))`
  }
  if (operator in SEARCHES) {
    const search = SEARCHES[operator as keyof typeof SEARCHES]
    const words = language === undefined ? '' : `${quoteLiteral(language)}::regconfig, `
    const vector = TEXT_TYPES.has(type.name) ? `to_tsvector(${words}${sql})` : sql
    return `(${vector} @@ ${search}(${words}${text(value)}))`
  }
  const isPattern = PATTERNS.has(operator)
  const operand = isPattern ? 'text' : type.sql
  const given = operator === 'like' || operator === 'ilike' ? value.replaceAll('*', '%') : value
  const compared = COMPARISONS[operator as keyof typeof COMPARISONS]
  if (quantifier) return `(${sql} ${compared} ${quantifier} ((${text(given)})::${operand}[]))`
  return `(${sql} ${compared} (${text(given)})::${operand})`
}
