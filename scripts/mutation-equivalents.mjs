/**
 * Changes of the code that no test can notice, each with the reason. They are counted neither as noticed nor as missed.
 * A change is known by its file, the line it is in (without its indentation), what is replaced (up to the end of that
 * line), and by what.
 */
const core = 'packages/core/src'

/** The type says that something may be missing; here it can't be. */
const TYPES_ONLY = 'what the types allow to be missing is always there'
/** Without it the outcome is the same, later. */
const SAVES_TIME = 'a shortcut: without it the outcome is the same'

export const equivalents = [
  {
    file: `${core}/screens/query/run-error.ts`,
    line: "return lines.length === 1 ? [] : [sqlText.failedLine(line, firstLine(lines[line - 1] ?? ''))]",
    from: "''",
    to: '"Stryker was here!"',
    reason: TYPES_ONLY,
  },
  {
    file: `${core}/screens/query/run-error.ts`,
    line: "if ((failure.reason !== 'database' && failure.reason !== 'syntax') || !failure.at) return []",
    from: "failure.reason !== 'database' && failure.reason !== 'syntax'",
    to: 'false',
    reason: 'only these two have a place; the types need to be told',
  },
  {
    file: `${core}/screens/query/run-question.ts`,
    line: "const line = text.trim().split('\\n')[0] ?? ''",
    from: "''",
    to: '"Stryker was here!"',
    reason: TYPES_ONLY,
  },
  {
    file: `${core}/screens/query/result-tabs.ts`,
    line: "return command === 'EXPLAIN' || (isPartial === true && fields[0]?.name === 'QUERY PLAN')",
    from: 'fields[0]?.name',
    to: 'fields[0].name',
    reason: TYPES_ONLY,
  },
  {
    file: `${core}/screens/query/result-tabs.ts`,
    line: 'isCut: (row, column) => cut.size > 0 && cut.has(`${row}/${column}`),',
    from: 'cut.size > 0',
    to: 'true',
    reason: SAVES_TIME,
  },
  {
    file: `${core}/screens/query/result-tabs.ts`,
    line: 'isCut: (row, column) => cut.size > 0 && cut.has(`${row}/${column}`),',
    from: 'cut.size > 0',
    to: 'cut.size >= 0',
    reason: SAVES_TIME,
  },
]
