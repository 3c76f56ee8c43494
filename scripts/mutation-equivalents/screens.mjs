import { entriesIn, NEVER_MISSING, SHORTCUT, ANY_TEXT, ANY_LIST } from './entry.mjs'

const of = entriesIn('packages/core/src')
const ONLY_A_QUESTION = 'only a question destroys something: the types have to be told'

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
    'only these two have a position: the types have to be told',
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
  ...of(
    'screens/query/result-tabs',
    'if (result.isPartial && result.rows.length > 0) arriving.set(result.rows, grid)',
    'a grid is only looked for while rows arrive',
    ['result.isPartial', 'true'],
  ),
  ...of(
    'screens/query/drop-impact-preview',
    'const $sentences = atom<readonly string[]>([])',
    'the state of the run replaces it before it is read',
    ['[]', ANY_LIST],
  ),
  ...of(
    'screens/query/drop-impact-preview',
    'const impact = await fetchDropImpact(client, run.ref, one, signal).catch(() => null)',
    'either is no impact',
    ['() => null', '() => undefined'],
  ),
  ...of(
    'screens/query/drop-impact-preview',
    'if (destroys.length === 0) return $sentences.set([])',
    SHORTCUT,
    ['destroys.length === 0', 'false'],
  ),
  ...of(
    'screens/query/drop-impact-preview',
    "const destroys = state.status === 'asking' ? (state.destroys ?? []) : []",
    ONLY_A_QUESTION,
    ["state.status === 'asking'", 'true'],
  ),
  ...of(
    'screens/query/drop-impact-preview',
    "const [first] = state.status === 'asking' ? (state.destroys ?? []) : []",
    ONLY_A_QUESTION,
    ["state.status === 'asking'", 'true'],
  ),
  ...of(
    'screens/shell/route-error',
    "if (organization === null || organization.status === 'loading') return null",
    'what is loading has no error: the types have to be told',
    ["organization.status === 'loading'", 'false'],
    ["'loading'", '""'],
  ),
]
