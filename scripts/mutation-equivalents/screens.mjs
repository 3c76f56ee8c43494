import { entriesIn, NEVER_MISSING, SHORTCUT, ANY_TEXT } from './entry.mjs'

const of = entriesIn('packages/core/src')

export const screens = [
  ...of(
    'screens/query/run-error',
    "return lines.length === 1 ? [] : [sqlText.failedLine(line, firstLine(lines[line - 1] ?? ''))]",
    NEVER_MISSING,
    ["''", ANY_TEXT],
  ),
  ...of(
    'screens/query/run-error',
    "if ((failure.reason !== 'database' && failure.reason !== 'syntax') || !failure.at) return []",
    'only these two have a place: the types have to be told',
    ["failure.reason !== 'database' && failure.reason !== 'syntax'", 'false'],
  ),
  ...of('screens/query/run-question', "const line = text.trim().split('\\n')[0] ?? ''", NEVER_MISSING, [
    "''",
    ANY_TEXT,
  ]),
  ...of(
    'screens/query/result-tabs',
    "return command === 'EXPLAIN' || (isPartial === true && fields[0]?.name === 'QUERY PLAN')",
    NEVER_MISSING,
    ['fields[0]?.name', 'fields[0].name'],
  ),
  ...of(
    'screens/query/result-tabs',
    'isCut: (row, column) => cut.size > 0 && cut.has(`${row}/${column}`),',
    SHORTCUT,
    ['cut.size > 0', 'true'],
    ['cut.size > 0', 'cut.size >= 0'],
  ),
]
