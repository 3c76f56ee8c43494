import { entriesIn, NEVER_MISSING, SHORTCUT, NOTHING_TO_END, ANY_TEXT, ANY_LIST } from './entry.mjs'

const of = entriesIn('packages/core/src')
const UNREADABLE = 'a text that can’t be read counts as an empty one'
/** The types have to be told. */
const ALREADY_RUNNING = 'a run that has not ended is running: the types have to be told'

export const sessions = [
  ...of(
    'sessions/sql/arriving-rows',
    'stop: () => stop?.(),',
    'rows that are shown late find a run that has ended, and change nothing',
    ['() => stop?.()', '() => undefined'],
  ),
  ...of('sessions/sql/run-progress', "if (progress && state.status === 'running')", ALREADY_RUNNING, [
    "state.status === 'running'",
    'true',
  ]),
  ...of(
    'sessions/sql/sql-run',
    "if (state.status === 'running') $state.set({ ...state, cancelling: false })",
    ALREADY_RUNNING,
    ["state.status === 'running'", 'true'],
  ),
  ...of(
    'sessions/sql/sql-run',
    "await decide(asked.text, asked.options, 'syntax', state)",
    'any answer that is neither no nor yes means the same',
    ["'syntax'", '""'],
  ),
  ...of(
    'sessions/sql/sql-run',
    "const before = asked?.before ?? { status: 'idle' }",
    NEVER_MISSING,
    ['asked?.before', 'asked.before'],
    ["{ status: 'idle' }", '{}'],
    ["'idle'", '""'],
  ),
  ...of(
    'sessions/sql/sql-run',
    "if (state.status !== 'running' || !current || current.cancelled) return",
    'while a run is current it is running: the types have to be told',
    ["state.status !== 'running'", 'false'],
    ['!current', 'false'],
    ["state.status !== 'running' || !current", "state.status !== 'running' && !current"],
  ),
  ...of(
    'sessions/sql/run-failure',
    'if (index === undefined || (index > 0 && outcome === undefined)) return {}',
    'there is no statement at no index: the types have to be told',
    ['index === undefined', 'false'],
  ),
  ...of('sessions/documents/drafts', 'if (stopFollowing) scope.add(stopFollowing)', NOTHING_TO_END, [
    'stopFollowing',
    'true',
  ]),
  ...of('sessions/shell/schema-changes', 'if (stop) scope.add(stop)', NOTHING_TO_END, ['stop', 'true']),
  ...of(
    'sessions/documents/form-drafts',
    'keep(key, form, secrets = []) {',
    'no form has a field of that name',
    ['[]', ANY_LIST],
  ),
  ...of('sessions/documents/form-drafts', "const stored: unknown = JSON.parse(text ?? '{}')", UNREADABLE, [
    "'{}'",
    '""',
  ]),
  ...of('sessions/shell/recent-commands', "const stored: unknown = JSON.parse(text ?? '[]')", UNREADABLE, [
    "'[]'",
    '""',
  ]),
  ...of(
    'sessions/shell/recent-commands',
    "if (typeof value !== 'object' || value === null) return false",
    SHORTCUT,
    ["typeof value !== 'object'", 'false'],
  ),
  ...of(
    'sessions/sql/grammar-judge',
    "const first = await judge('')",
    'any text shows whether the grammar is there',
    ["''", ANY_TEXT],
  ),
  ...of(
    'sessions/documents/document',
    'if (stored && conflict) $conflict.set({ theirs: stored, ...conflict })',
    'a conflict is one with what is stored: the types have to be told',
    ['stored && conflict', 'stored || conflict'],
  ),
  ...of('sessions/sql/open-snippet', 'asksAbout: [],', 'no snippet has a field of that name', [
    '[]',
    ANY_LIST,
  ]),
  ...of(
    'sessions/documents/record-edit',
    "return type === 'conflict' ? { type, stored: await options.load() } : { type: 'refused' }",
    'the form shows the error itself, and not its kind',
    ["{ type: 'refused' }", '{}'],
    ["'refused'", '""'],
  ),
  ...of('sessions/documents/record-edit', 'const next = other === key ? read() : undefined', SHORTCUT, [
    'other === key',
    'true',
  ]),
  ...of(
    'sessions/documents/record-edit',
    "return remote.status === 'ready' ? remote.data : undefined",
    'only what is ready has data: the types have to be told',
    ["remote.status === 'ready'", 'true'],
  ),
  ...of(
    'sessions/documents/record-edit',
    "if (outcome.type === 'failed' && outcome.error) throw outcome.error",
    'what failed has an error, and nothing else has one: the types have to be told',
    ["outcome.type === 'failed' && outcome.error", "outcome.type === 'failed' || outcome.error"],
    ["outcome.type === 'failed'", 'true'],
  ),
  ...of(
    'sessions/sql/snippet-records',
    "const [id = '', ref = ''] = key.split('/').toReversed()",
    'a snippet’s name has a project and an id: under any other there is no record',
    ["''", ANY_TEXT],
  ),
  ...of('sessions/documents/document-records', 'if (stop) scope.add(stop)', NOTHING_TO_END, ['stop', 'true']),
  ...of(
    'sessions/documents/document-records',
    '} catch {',
    'a function that ends without an answer gives the same',
    ['{', '{}'],
  ),
]
