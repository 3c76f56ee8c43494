/** A function as its form holds it, and the statement that makes it. */
import { qualifiedName, quoteIdentifier, quoteLiteral } from '../quoting.js'
import { objectStatement, type ObjectStatement } from './object-kind.js'

/** An argument of a function. */
export type FunctionArgument = { mode: string; name: string; type: string; default: string }

/** A function or procedure as its form holds it. */
export type FunctionValues = {
  schema: string
  name: string
  kind: 'function' | 'procedure'
  arguments: readonly FunctionArgument[]
  returns: string
  language: string
  body: string
  volatility: 'volatile' | 'stable' | 'immutable'
  parallel: 'unsafe' | 'restricted' | 'safe'
  isStrict: boolean
  isDefiner: boolean
  isLeakproof: boolean
  isWindow: boolean
  searchPath: string
  settings: readonly { name: string; value: string }[]
  cost: string
  rows: string
  execute: readonly { value: string }[]
  comment: string
  owner: string
  isAggregate: boolean
  /** Whether the body is SQL that PostgreSQL has parsed: `return a + b`. */
  isParsed: boolean
  isOfExtension: boolean
}

/** The arguments as a statement names a function by them. */
export function signatureOf({ arguments: all }: Pick<FunctionValues, 'arguments'>): string {
  return all.map(({ mode, name, type }) => argumentText(mode, name, type)).join(', ')
}

function argumentText(mode: string, name: string, type: string): string {
  return `${mode === 'in' ? '' : `${mode} `}${name === '' ? '' : `${quoteIdentifier(name)} `}${type.trim()}`
}

/** `function "shop"."total"("of" integer)` */
export function objectName(values: FunctionValues): string {
  return `${values.kind} ${qualifiedName(values.schema, values.name)}(${signatureOf(values)})`
}

/** The statement that makes a function, or takes the place of one. */
export function createStatement(values: FunctionValues, replaces: boolean): ObjectStatement {
  const { kind, schema, name } = values
  const all = values.arguments
    .map((one) => {
      const given = one.default.trim()
      return argumentText(one.mode, one.name, one.type) + (given === '' ? '' : ` default ${given}`)
    })
    .join(', ')
  const lines = [
    `create ${replaces ? 'or replace ' : ''}${kind} ${qualifiedName(schema, name)}(${all})`,
    ...(kind === 'function' && values.returns.trim() !== '' ? [`returns ${values.returns.trim()}`] : []),
    `language ${quoteIdentifier(values.language)}`,
    ...(kind === 'function' ? functionOptions(values) : []),
    ...(values.isDefiner ? ['security definer'] : []),
    ...(values.searchPath.trim() === '' ? [] : [`set search_path to ${searchPathText(values.searchPath)}`]),
    ...values.settings.map((one) => `set ${settingName(one.name)} to ${quoteLiteral(one.value)}`),
  ]
  const before = lines.map((line, index) => (index === 0 ? line : `  ${line}`)).join('\n')
  const line = before.split('\n').length + 1
  const parsed = isSqlBody(values)
  const sql = parsed ? `${before}\n${values.body}` : `${before}\nas ${dollarQuoted(values.body)}`
  return objectStatement(sql, {}, { field: 'body', body: { field: 'body', line } })
}

function functionOptions(values: FunctionValues): string[] {
  const { volatility, parallel, cost, rows } = values
  return [
    ...(values.isWindow ? ['window'] : []),
    ...(volatility === 'volatile' ? [] : [volatility]),
    ...(values.isStrict ? ['strict'] : []),
    ...(values.isLeakproof ? ['leakproof'] : []),
    ...(parallel === 'unsafe' ? [] : [`parallel ${parallel}`]),
    ...(cost.trim() === '' ? [] : [`cost ${cost.trim()}`]),
    ...(rows.trim() === '' ? [] : [`rows ${rows.trim()}`]),
  ]
}

/** `return …` and `begin atomic … end` are parsed by PostgreSQL and not kept as text. */
function isSqlBody({ language, body }: FunctionValues): boolean {
  return language === 'sql' && /^\s*(return\b|begin\s+atomic\b)/i.test(body)
}

/** The names of a search path, each as a text: no name is then read as anything else. */
function searchPathText(path: string): string {
  const names = path.match(/"(?:[^"]|"")*"|'(?:[^']|'')*'|[^,\s]+/g) ?? []
  return names
    .map((name) => {
      const quote = name[0]
      const inner = quote === '"' || quote === "'" ? name.slice(1, -1).replaceAll(quote + quote, quote) : name
      return quoteLiteral(inner)
    })
    .join(', ')
}

/** `plpgsql.extra_warnings` is two names. */
function settingName(name: string): string {
  return name.split('.').map(quoteIdentifier).join('.')
}

/** The text as it is, between marks that it does not contain. */
function dollarQuoted(text: string): string {
  const mark = ['$$', '$body$', '$function$'].find((one) => !text.includes(one.slice(0, -1)))
  if (mark !== undefined) return `${mark}${text}${mark}`
  for (let number = 1; ; number += 1) {
    const numbered = `$body${number}$`
    if (!text.includes(numbered)) return `${numbered}${text}${numbered}`
  }
}
