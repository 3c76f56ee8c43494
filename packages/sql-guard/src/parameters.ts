/**
 * The parameters of a text that wait for a value: `$1` of PostgreSQL, `:name` of drivers and psql, `{{name}}` of templates.
 *
 * @rule sql.parameters  @spec §5
 */
import { isDump } from './dump.js'
import { scan } from './lexer/scan.js'
import type { Token } from './lexer/token.js'
import { piecesOf, type Piece } from './pieces.js'

/** One place of a text where a value goes. Offsets are UTF-16. */
export interface ParameterUse {
  /** `1`, `name` */
  name: string
  start: number
  end: number
}

/** A text whose parameters are all written `$1`, and their names in that order. */
export interface BoundText {
  sql: string
  names: string[]
}

/** Most texts have none of the signs. */
const MAY_HAVE = /\$\d|(?<![:\w]):[a-z_'"]|\{\{/i
const TEMPLATE = /^\{\{\s*([\w.-]+)\s*\}\}/

/** All parameters, in order. A dump has none. `$1` in `prepare` or in a function's body is not one: it is an argument there. */
export function parametersIn(sql: string): ParameterUse[] {
  if (!MAY_HAVE.test(sql) || isDump(sql)) return []
  const tokens = scan(sql)
  const own = [...piecesOf(sql, tokens)].filter(hasOwnNumbers)
  return usesIn(sql, tokens).filter(
    ({ name, start }) => !/^\d/.test(name) || !own.some((piece) => piece.start <= start && start < piece.end),
  )
}

/**
 * The text with each parameter as a number. A shorter number is filled up with blanks, so that positions stay.
 * @param uses of this text, in order
 */
export function withNumbers(sql: string, uses: readonly ParameterUse[]): BoundText {
  const given = uses.filter(({ name }) => /^\d/.test(name)).map(({ name }) => Number(name))
  const names = Array.from({ length: Math.max(0, ...given) }, (_, index) => String(index + 1))
  let text = ''
  let from = 0
  for (const { name, start, end } of uses) {
    if (!names.includes(name)) names.push(name)
    text += sql.slice(from, start) + `$${names.indexOf(name) + 1}`.padEnd(end - start)
    from = end
  }
  return { sql: text + sql.slice(from), names }
}

function usesIn(sql: string, tokens: readonly Token[]): ParameterUse[] {
  const uses: ParameterUse[] = []
  /** Depth of square brackets: `a[1:n]` is a slice. */
  let brackets = 0
  for (const [index, token] of tokens.entries()) {
    const { kind, start, end } = token
    const text = kind === 'symbol' || kind === 'parameter' ? sql.slice(start, end) : ''
    if (text === '[') brackets++
    else if (text === ']') brackets--
    else if (kind === 'parameter') uses.push({ name: text.slice(1), start, end })
    else if (kind === 'string') uses.push(...templateString(sql, token))
    else if (text === ':' && brackets <= 0) uses.push(...namedAt(sql, start, tokens[index + 1]))
    else if (text === '{') uses.push(...templateAt(sql, start))
  }
  return uses
}

/** `:name`, and psql's `:'name'`. */
function namedAt(sql: string, start: number, next: Token | undefined): ParameterUse[] {
  if (next?.start !== start + 1) return []
  if (next.kind === 'word') return [{ name: sql.slice(next.start, next.end), start, end: next.end }]
  const [, name] =
    next.kind === 'string' ? (/^'([a-z_]\w*)'$/i.exec(sql.slice(next.start, next.end)) ?? []) : []
  return name === undefined ? [] : [{ name, start, end: next.end }]
}

function templateAt(sql: string, start: number): ParameterUse[] {
  const [all, name] = TEMPLATE.exec(sql.slice(start, start + 200)) ?? []
  return name === undefined || all === undefined ? [] : [{ name, start, end: start + all.length }]
}

/** `'{{name}}'`: the quotes belong to the template. */
function templateString(sql: string, { start, end }: Token): ParameterUse[] {
  const [, name] = /^'\{\{\s*([\w.-]+)\s*\}\}'$/.exec(sql.slice(start, Math.min(end, start + 200))) ?? []
  // As an array it is a value: `'{{day}}'::text[]`.
  const isArray = /^\s*::\s*[\w".]+\s*\[/.test(sql.slice(end, end + 200))
  return name === undefined || isArray ? [] : [{ name, start, end }]
}

/** `$1` is an argument of the function, or of EXECUTE. */
function hasOwnNumbers({ words }: Piece): boolean {
  if (words[0] === 'prepare') return true
  const made = words[1] === 'or' ? words[3] : words[1]
  return words[0] === 'create' && (made === 'function' || made === 'procedure')
}
