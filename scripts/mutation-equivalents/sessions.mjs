import { entriesIn, NEVER_MISSING, SHORTCUT, NOTHING_TO_END, ANY_TEXT, ANY_LIST } from './entry.mjs'

const of = entriesIn('packages/core/src')
const UNREADABLE = 'a text that can’t be read counts as an empty one'
/** The types have to be told. */
const ALREADY_RUNNING = 'a run that has not ended is running: the types have to be told'

export const sessions = [
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
]
