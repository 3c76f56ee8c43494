import { entriesIn, NEVER_MISSING, SHORTCUT, ANY_TEXT, ANY_LIST, NO_TIME } from './entry.mjs'

const of = entriesIn('packages/core/src')

export const rulesMToR = [
  ...of(
    'rules/shell/menu-slots',
    'return permission !== undefined && may[permission] === false',
    'there is no right without a name: the types have to be told',
    ['permission !== undefined', 'true'],
  ),
  ...of(
    'rules/shell/menu-slots',
    'covers: [pathOf(path), ...(slot.also ?? []).map((other) => filled(other, known))],',
    'no page has that path',
    ['[]', ANY_LIST],
  ),
  ...of('rules/help/notice', "const until = Date.parse(notice.until ?? '')", NO_TIME, ["''", ANY_TEXT]),
  ...of('rules/project/refresh-prompt', "return Date.parse(text ?? '')", NO_TIME, ["''", ANY_TEXT]),
  ...of(
    'rules/sql/query-size',
    'if (sql.length * 3 <= QUERY_LIMIT_BYTES) return false',
    SHORTCUT,
    ['sql.length * 3 <= QUERY_LIMIT_BYTES', 'false'],
    ['sql.length * 3 <= QUERY_LIMIT_BYTES', 'sql.length * 3 < QUERY_LIMIT_BYTES'],
  ),
  ...of(
    'rules/results/readable-cell',
    "const isBoolean = type !== undefined && valueType(type).sort === 'boolean'",
    'what has no type is no boolean: the types have to be told',
    ['type !== undefined', 'true'],
  ),
  ...of(
    'rules/results/readable-cell',
    'cell: (row, column) => readableCell(rows.cell(row, column), fields[column]?.dataType),',
    NEVER_MISSING,
    ['fields[column]?.dataType', 'fields[column].dataType'],
  ),
  ...of(
    'rules/results/result-filter',
    "function byExpression([, not, source = '', flags]: RegExpExecArray, type: string): ReadFilter {",
    NEVER_MISSING,
    ["''", ANY_TEXT],
  ),
  ...of(
    'rules/results/result-order',
    'for (let width = 1; width < rows.length; width *= 2) {',
    'to merge ordered rows once more changes nothing',
    ['width < rows.length', 'width <= rows.length'],
  ),
  ...of(
    'rules/results/result-order',
    'for (let start = 0; start < rows.length; start += 2 * width) {',
    'there is nothing to merge behind the end',
    ['start < rows.length', 'start <= rows.length'],
  ),
  ...of(
    'rules/results/result-order',
    'for (let at = start; at < end; at++) {',
    'what is behind the end is written again by the next merge, or is no row',
    ['at < end', 'at <= end'],
  ),
  ...of('rules/results/result-rows', 'if (keys.length === 0) return { order, unread }', SHORTCUT, [
    'keys.length === 0',
    'false',
  ]),
  ...of(
    'rules/results/result-rows',
    "const of = yield* keysOf(rows, order, column, types[column] ?? '')",
    NEVER_MISSING,
    ["''", ANY_TEXT],
  ),
  ...of('rules/results/result-rows', 'const keys: SortKey[] = []', 'an entry is written before it is read', [
    '[]',
    ANY_LIST,
  ]),
  ...of(
    'rules/results/results-grid',
    'return autoLimit !== undefined && rows >= autoLimit ? { rows, limitedTo: autoLimit } : { rows }',
    'no number reaches a limit that is not there: the types have to be told',
    ['autoLimit !== undefined', 'true'],
  ),
  ...of(
    'rules/table-editor/row-reference',
    'if (value === null || value === undefined || target === undefined) return null',
    NEVER_MISSING,
    ['target === undefined', 'false'],
  ),
]
