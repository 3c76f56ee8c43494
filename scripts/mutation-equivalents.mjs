/**
 * Changes of the code that no test can notice, each with the reason. They are counted neither as noticed nor as missed.
 * A change is known by its file, the line it is in (without its indentation), what is replaced (up to the end of that
 * line), and by what.
 */
const core = 'packages/core/src'
const platform = 'apps/platform/src'
const ANY_TEXT = '"Stryker was here!"'
const ANY_LIST = '["Stryker was here"]'

/** @param changes pairs of what is replaced, and by what */
const at = (file, line, reason, changes) =>
  changes.map(([from, to]) => ({ file: `${file}.ts`, line, from, to, reason }))
const of = (file, line, reason, ...changes) => at(`${core}/${file}`, line, reason, changes)
const ofPlatform = (file, line, reason, ...changes) => at(`${platform}/${file}`, line, reason, changes)

/** The types allow it to be missing, and it never is. */
const NEVER_MISSING = 'the types allow it to be missing, and it never is'
const SHORTCUT = 'a shortcut: without it the outcome is the same'
const NOTHING_TO_END = 'without it there is nothing to end: the types have to be told'
const UNREADABLE = 'a text that can’t be read counts as an empty one'
/** The types have to be told. */
const ALREADY_RUNNING = 'a run that has not ended is running: the types have to be told'
const REPLACED_AT_ONCE = 'the first listener replaces this value before it reads it'

export const equivalents = [
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
  ...of(
    'kernel/query-store',
    'environmentManager.setIsServer(() => false)',
    'no answer means the same as no',
    ['() => false', '() => undefined'],
  ),
  ...of(
    'kernel/query-store',
    'const liveUpdates: LiveUpdates = { isLive: false }',
    'no answer means the same as no',
    ['{ isLive: false }', '{}'],
  ),
  ...of(
    'kernel/query-store',
    "const $remote = atom<RemoteOf<typeof query>>({ status: 'loading' })",
    REPLACED_AT_ONCE,
    ["{ status: 'loading' }", '{}'],
    ["'loading'", '""'],
  ),
  ...of(
    'kernel/paged',
    "const $list = atom<Paged<Page, Item>>({ status: 'loading' })",
    REPLACED_AT_ONCE,
    ["{ status: 'loading' }", '{}'],
    ["'loading'", '""'],
  ),
  ...of('kernel/router', "const value = decode(given[index] ?? '')", NEVER_MISSING, ["''", ANY_TEXT]),
  ...of(
    'kernel/router',
    "if (value === null || value === '') return null",
    'an address has no empty segments: they are left out before',
    ["value === ''", 'false'],
    ["''", ANY_TEXT],
  ),
  ...of('kernel/form', 'const { issues = [] } = safeParse(schema, values)', NEVER_MISSING, ['[]', ANY_LIST]),
  ...of('kernel/screen', 'while (ends.length > 0) ends.pop()?.()', NEVER_MISSING, [
    'ends.pop()?.()',
    'ends.pop()()',
  ]),
  ...of('rules/command-search', 'if ((candidate.letters & wanted) !== wanted) continue', SHORTCUT, [
    '(candidate.letters & wanted) !== wanted',
    'false',
  ]),
  ...of(
    'rules/command-search',
    'if (best.isAbove(AT_START - lengthCost(candidate.text))) {',
    SHORTCUT,
    ['best.isAbove(AT_START - lengthCost(candidate.text))', 'false'],
    ['AT_START - lengthCost(candidate.text)', 'AT_START + lengthCost(candidate.text)'],
  ),
  ...of('rules/command-search', 'if (this.isAbove(score)) return', SHORTCUT, [
    'this.isAbove(score)',
    'false',
  ]),
  ...of('rules/command-search', 'last = { query, fitting }', SHORTCUT, ['{ query, fitting }', '{}']),
  ...of(
    'rules/command-search',
    'const words = query.split(/\\s+/)',
    'an empty word is found at the start of every text, which changes no order',
    ['/\\s+/', '/\\s/'],
  ),
  ...of('rules/command-search', "const first = word[0] ?? ''", NEVER_MISSING, ["''", ANY_TEXT]),
  ...of(
    'sessions/arriving-rows',
    'stop: () => stop?.(),',
    'rows that are shown late find a run that has ended, and change nothing',
    ['() => stop?.()', '() => undefined'],
  ),
  ...of('sessions/run-progress', "if (progress && state.status === 'running')", ALREADY_RUNNING, [
    "state.status === 'running'",
    'true',
  ]),
  ...of(
    'sessions/sql-run',
    "if (state.status === 'running') $state.set({ ...state, cancelling: false })",
    ALREADY_RUNNING,
    ["state.status === 'running'", 'true'],
  ),
  ...of(
    'sessions/sql-run',
    "await decide(asked.text, asked.options, 'syntax', state)",
    'any answer that is neither no nor yes means the same',
    ["'syntax'", '""'],
  ),
  ...of(
    'sessions/sql-run',
    "const before = asked?.before ?? { status: 'idle' }",
    NEVER_MISSING,
    ['asked?.before', 'asked.before'],
    ["{ status: 'idle' }", '{}'],
    ["'idle'", '""'],
  ),
  ...of(
    'sessions/sql-run',
    "if (state.status !== 'running' || !current || current.cancelled) return",
    NEVER_MISSING,
    ['!current', 'false'],
    ["state.status !== 'running' || !current", "state.status !== 'running' && !current"],
  ),
  ...of(
    'sessions/run-failure',
    'if (index === undefined || (index > 0 && outcome === undefined)) return {}',
    'there is no statement at no index: the types have to be told',
    ['index === undefined', 'false'],
  ),
  ...ofPlatform(
    'accounts/accounts',
    ": [auditStatement(actorOf(row), origin, { action: 'account.sign_in', target: row.email ?? '' })],",
    'it was found by its address',
    ["''", ANY_TEXT],
  ),
  ...ofPlatform('accounts/accounts', "target: profile.email ?? '',", NEVER_MISSING, ["''", ANY_TEXT]),
  ...ofPlatform(
    'accounts/password-hash',
    "const parts = /^scrypt\\$(\\d+)\\$(\\d+)\\$(\\d+)\\$([\\w-]+)\\$([\\w-]+)$/.exec(hash ?? '')",
    'any other text is no hash either',
    ["''", ANY_TEXT],
  ),
  ...ofPlatform('accounts/password-hash', "const [, N, r, p, salt = '', key = ''] = parts", NEVER_MISSING, [
    "''",
    ANY_TEXT,
  ]),
  ...ofPlatform(
    'accounts/user-commands',
    "return [userCommandText.reset, `${publicUrl}/reset-password?token=${token ?? ''}`]",
    'the account was found before',
    ["''", ANY_TEXT],
  ),
  ...ofPlatform(
    'accounts/account-administration',
    "const isLast = written.reason === 'mismatch' && written.statement === ADMINISTRATOR_CHECK",
    'only a mismatch names a statement: the types have to be told',
    ["written.reason === 'mismatch'", 'true'],
  ),
  ...ofPlatform(
    'control/budget',
    'const missing = count - (row?.left ?? 0)',
    'the row was there a moment before',
    ['row?.left', 'row.left'],
  ),
  ...ofPlatform('control/remembering', 'generation++', 'it is only compared with what it was', [
    'generation++',
    'generation--',
  ]),
  ...of('sessions/drafts', 'if (stopFollowing) scope.add(stopFollowing)', NOTHING_TO_END, [
    'stopFollowing',
    'true',
  ]),
  ...of('sessions/schema-changes', 'if (stop) scope.add(stop)', NOTHING_TO_END, ['stop', 'true']),
  ...of('sessions/form-drafts', 'keep(key, form, secrets = []) {', 'no form has a field of that name', [
    '[]',
    ANY_LIST,
  ]),
  ...of('sessions/form-drafts', "const stored: unknown = JSON.parse(text ?? '{}')", UNREADABLE, [
    "'{}'",
    '""',
  ]),
  ...of('sessions/recent-commands', "const stored: unknown = JSON.parse(text ?? '[]')", UNREADABLE, [
    "'[]'",
    '""',
  ]),
  ...of(
    'sessions/recent-commands',
    "if (typeof value !== 'object' || value === null) return false",
    SHORTCUT,
    ["typeof value !== 'object'", 'false'],
  ),
  ...of(
    'sessions/grammar-judge',
    "const first = await judge('')",
    'any text shows whether the grammar is there',
    ["''", ANY_TEXT],
  ),
  ...ofPlatform(
    'project-life/changes',
    'if (restarts) this.begin(ref)',
    'a status that is written as it is asks for no work',
    ['restarts', 'true'],
  ),
  ...ofPlatform(
    'project-life/changes',
    'if (installationId === null || places.isHere(row)) return undefined',
    'what needs only a URL is here: the types have to be told',
    ['installationId === null', 'false'],
  ),
  ...ofPlatform(
    'project-life/create-project-life',
    "await changes.resumeUnfinished('own-and-others')",
    'any word but `others` means both',
    ["'own-and-others'", '""'],
  ),
]
