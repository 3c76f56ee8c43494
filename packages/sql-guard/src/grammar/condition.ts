/**
 * Whether a `where` leaves any row out: `true`, `1 = 1`, `a = a`, `x or true` don't.
 *
 * @rule sql.tautology  @spec §5
 */
import { isNode, lastNameIn, listIn, nodeIn, textIn, unwrap, type Json, type Node } from './nodes.js'

/** Which rows a statement reaches: it has no `where`, its `where` leaves no row out, or it leaves some out. */
export type Where = 'none' | 'tautology' | 'some'

/** Reads the `where` of a statement node. */
export function whereOf(content: Node): Where {
  const condition = content['whereClause']
  if (!isNode(condition)) return 'none'
  return isAlways(condition, true) ? 'tautology' : 'some'
}

/** True when the condition always has this value, as far as one can see without the data. */
function isAlways(condition: Json | undefined, value: boolean): boolean {
  const { type, content } = unwrap(condition)
  switch (type) {
    case 'A_Const':
      return constantTruth(content) === value
    case 'TypeCast':
      return isAlways(content['arg'], value)
    case 'BoolExpr':
      return isAlwaysBoolean(content, value)
    case 'NullTest':
      return unwrap(content['arg']).type === 'A_Const' && nullTest(content) === value
    case 'BooleanTest':
      return textIn(content, 'booltesttype') === 'IS_TRUE' && isAlways(content['arg'], value)
    case 'A_Expr':
      return comparison(content) === value
  }
  return false
}

function isAlwaysBoolean(content: Node, value: boolean): boolean {
  const args = listIn(content, 'args')
  switch (textIn(content, 'boolop')) {
    case 'NOT_EXPR':
      return isAlways(args[0], !value)
    case 'OR_EXPR':
      return value ? args.some((arg) => isAlways(arg, true)) : args.every((arg) => isAlways(arg, false))
    default:
      return value ? args.every((arg) => isAlways(arg, true)) : args.some((arg) => isAlways(arg, false))
  }
}

const TRUE: ReadonlySet<string | undefined> = new Set(['t', 'true', 'y', 'yes', 'on', '1'])
const FALSE: ReadonlySet<string | undefined> = new Set(['f', 'false', 'n', 'no', 'off', '0'])

function constantTruth(constant: Node): boolean | undefined {
  // A field that has its default value is left out: `false` is `boolval: {}`.
  if (isNode(constant['boolval'])) return nodeIn(constant, 'boolval')['boolval'] === true
  const text = textIn(nodeIn(constant, 'sval'), 'sval')?.trim().toLowerCase()
  if (TRUE.has(text)) return true
  return FALSE.has(text) ? false : undefined
}

function nullTest(content: Node): boolean {
  const isNull = nodeIn(nodeIn(content, 'arg'), 'A_Const')['isnull'] === true
  return textIn(content, 'nulltesttype') === 'IS_NULL' ? isNull : !isNull
}

/** `1 = 1`, `'a' <> 'b'`, `2 > 1`; a column compared with itself counts as always equal. */
function comparison(content: Node): boolean | undefined {
  const order = orderOf(content['lexpr'], content['rexpr'])
  if (textIn(content, 'kind') !== 'AEXPR_OP' || order === undefined) return undefined
  return {
    '=': order === 0,
    '<>': order !== 0,
    '<': order < 0,
    '>': order > 0,
    '<=': order <= 0,
    '>=': order >= 0,
  }[lastNameIn(content, 'name')]
}

/** Below, at or above 0, as the left value is less than, equal to or greater than the right one; undefined: not known. */
function orderOf(left: Json | undefined, right: Json | undefined): number | undefined {
  const text = plain(left)
  if (text !== undefined && text === plain(right)) return 0
  const [first, second] = [numberOf(left), numberOf(right)]
  return first === undefined || second === undefined ? undefined : first - second
}

/** A constant (except NULL, which can't be compared) or a column, as a unique text; undefined for computed values. */
function plain(node: Json | undefined): string | undefined {
  const { type, content } = unwrap(node)
  if (type !== 'A_Const' && type !== 'ColumnRef') return undefined
  if (content['isnull'] === true) return undefined
  return JSON.stringify({ ...content, location: 0 })
}

function numberOf(node: Json | undefined): number | undefined {
  const constant = unwrap(node).content['ival']
  return isNode(constant) ? Number(constant['ival'] ?? 0) : undefined
}
