/**
 * Whether a `where` leaves any row out: `true`, `1 = 1`, `a = a`, `x or true` don't.
 *
 * @rule sql.tautology  @spec §5
 */
import { isNode, listIn, namesIn, nodeIn, textIn, unwrap, type Json, type Node } from './nodes.js'

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
    default:
      return false
  }
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

function constantTruth(constant: Node): boolean | undefined {
  // A field that has its default value is left out: `false` is `boolval: {}`.
  if (isNode(constant['boolval'])) return nodeIn(constant, 'boolval')['boolval'] === true
  const text = textIn(nodeIn(constant, 'sval'), 'sval')?.trim().toLowerCase()
  if (text === undefined) return undefined
  if (['t', 'true', 'y', 'yes', 'on', '1'].includes(text)) return true
  return ['f', 'false', 'n', 'no', 'off', '0'].includes(text) ? false : undefined
}

function nullTest(content: Node): boolean {
  const isNull = nodeIn(nodeIn(content, 'arg'), 'A_Const')['isnull'] === true
  return textIn(content, 'nulltesttype') === 'IS_NULL' ? isNull : !isNull
}

/** `1 = 1`, `'a' <> 'b'`, `2 > 1`; a column compared with itself counts as always equal. */
function comparison(content: Node): boolean | undefined {
  const operator = namesIn(content, 'name').at(-1) ?? ''
  if (textIn(content, 'kind') !== 'AEXPR_OP' || !isNode(content['lexpr'])) return undefined
  const left = plain(content['lexpr'])
  const right = plain(content['rexpr'])
  if (left === undefined || right === undefined) return undefined
  if (left === right)
    return { '=': true, '<=': true, '>=': true, '<>': false, '<': false, '>': false }[operator]
  const [first, second] = [numberOf(content['lexpr']), numberOf(content['rexpr'])]
  if (first === undefined || second === undefined) return undefined
  return {
    '=': false,
    '<>': true,
    '<': first < second,
    '>': first > second,
    '<=': first <= second,
    '>=': first >= second,
  }[operator]
}

/** A constant (except NULL, which can't be compared) or a column, as a unique text; undefined for computed values. */
function plain(node: Json | undefined): string | undefined {
  const { type, content } = unwrap(node)
  if (type !== 'A_Const' && type !== 'ColumnRef') return undefined
  if (content['isnull'] === true) return undefined
  return JSON.stringify({ ...content, location: 0 })
}

function numberOf(node: Json | undefined): number | undefined {
  const { type, content } = unwrap(node)
  if (type !== 'A_Const' || !isNode(content['ival'])) return undefined
  return Number(nodeIn(content, 'ival')['ival'] ?? 0)
}
