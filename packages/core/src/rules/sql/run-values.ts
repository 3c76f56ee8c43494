/**
 * The values of a text's parameters: what is sent, or what is missing.
 * @rule sql.run-values  @spec §5
 */
import { hasMultipleStatements, parametersIn, withNumbers } from '@basedeck/sql-guard'
import { quoteLiteral } from '../../sql/quoting.js'

/** Values by the names of their parameters, as text; null is SQL's NULL. A name that is not there has no value yet. */
export type RunValues = Readonly<Record<string, string | null>>

export type BoundRun =
  /** `parameters` is absent for a text without any. */
  | { type: 'bound'; sql: string; parameters?: (string | null)[] }
  | { type: 'missing'; names: string[] }
  /** Values go with a single statement. */
  | { type: 'several' }

/** Decides what is sent for a text with parameters. */
export function boundRun(sql: string, values: RunValues): BoundRun {
  const uses = parametersIn(sql)
  if (uses.length === 0) return { type: 'bound', sql }
  if (hasMultipleStatements(sql)) return { type: 'several' }
  const bound = withNumbers(sql, uses)
  const names = bound.names.filter((name) => !Object.hasOwn(values, name))
  if (names.length > 0) return { type: 'missing', names }
  return { type: 'bound', sql: bound.sql, parameters: bound.names.map((name) => values[name] ?? null) }
}

/**
 * The text with its values written into it, for what takes no parameters. A value of no type is read like a parameter's.
 * @param values of every parameter
 */
export function withValues(sql: string, values: RunValues): string {
  let text = ''
  let from = 0
  for (const { name, start, end } of parametersIn(sql)) {
    const value = values[name] ?? null
    text += sql.slice(from, start) + (value === null ? 'NULL' : quoteLiteral(value))
    from = end
  }
  return text + sql.slice(from)
}

/** The names of a text's parameters, each once; those of numbers in their order, then the others as they come. */
export function parameterNames(sql: string): string[] {
  const uses = parametersIn(sql)
  return uses.length === 0 ? [] : withNumbers(sql, uses).names
}
