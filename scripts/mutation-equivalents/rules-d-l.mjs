import { entriesIn, NEVER_MISSING, ANY_TEXT, ANY_LIST } from './entry.mjs'

const of = entriesIn('packages/core/src')

export const rulesDToL = [
  ...of(
    'rules/structure/ddl-lock',
    'return (after ?? Infinity) >= (before ?? Infinity)',
    'types with one name and one limit are one type, which was decided before',
    ['(after ?? Infinity) >= (before ?? Infinity)', '(after ?? Infinity) > (before ?? Infinity)'],
  ),
  ...of(
    'rules/results/excel-cell',
    "const [, whole, fraction = ''] = NUMBER.exec(value) ?? []",
    'only what is behind the first entry is read',
    ['[]', ANY_LIST],
  ),
  ...of(
    'rules/results/excel-cell',
    'if (whole === undefined) return false',
    'NaN and Infinity, which are no such numbers, have no size that is kept: the types have to be told',
    ['whole === undefined', 'false'],
  ),
  ...of(
    'rules/sql/explain',
    "if (planRun(sql, 0, true).type === 'nothing') return { type: 'nothing' }",
    'whether there is something to run does not depend on it',
    ['true', 'false'],
  ),
  ...of(
    'rules/results/followed-row',
    'if (first === null || first + bottom - top >= count) return null',
    'without it what is returned is null too: the types have to be told',
    ['first === null', 'false'],
  ),
  ...of(
    'rules/sql/following-words',
    "for (let at = 1; at < comma; at++) if (words.is(at, 'on', 'to', 'from')) return undefined",
    'the comma itself is none of the words',
    ['at < comma', 'at <= comma'],
  ),
  ...of(
    'rules/sql/hover',
    'if (!token || name === undefined) return undefined',
    'where there is no name none is found: the types have to be told',
    ['!token || name === undefined', 'false'],
    ['!token || name === undefined', '!token && name === undefined'],
    ['name === undefined', 'false'],
  ),
  ...of('rules/sql/hover', "const relation = catalogue.relation(before[0], owner ?? '')", NEVER_MISSING, [
    "''",
    ANY_TEXT,
  ]),
  ...of(
    'rules/sql/join-conditions',
    "if (words.text(index - 1) !== '=' || name === undefined) return []",
    'where there is no name no column is found: the types have to be told',
    ['name === undefined', 'false'],
  ),
  ...of(
    'rules/sql/listed-names',
    'for (let at = index - 1; at > 0; at--) {',
    'the first token of a text is not the BY behind GROUP or ORDER',
    ['at > 0', 'at >= 0'],
  ),
  ...of(
    'rules/sql/literal-context',
    'open = words.partner(open - 2) ?? -1',
    'no list of columns is before a bracket at the beginning either',
    ['-1', '+1'],
  ),
  ...of(
    'rules/sql/literal-context',
    'if (list === undefined) return undefined',
    'where there is no list nothing is found: the types have to be told',
    ['list === undefined', 'false'],
  ),
  ...of(
    'rules/sql/literal-context',
    'return name === undefined || column >= close ? undefined : [name]',
    'the closing bracket has no name',
    ['column >= close', 'column > close'],
  ),
]
