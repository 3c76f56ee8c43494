import { entriesIn, NEVER_MISSING, ANY_TEXT } from './entry.mjs'

const of = entriesIn('apps/platform/src')
const ONLY_A_MISMATCH = 'only a mismatch names a statement: the types have to be told'

export const platform = [
  ...of(
    'accounts/accounts',
    ": [auditStatement(actorOf(row), origin, { action: 'account.sign_in', target: row.email ?? '' })],",
    'it was found by its address',
    ["''", ANY_TEXT],
  ),
  ...of('accounts/accounts', "target: profile.email ?? '',", NEVER_MISSING, ["''", ANY_TEXT]),
  ...of(
    'accounts/password-hash',
    "const parts = /^scrypt\\$(\\d+)\\$(\\d+)\\$(\\d+)\\$([\\w-]+)\\$([\\w-]+)$/.exec(hash ?? '')",
    'any other text is no hash either',
    ["''", ANY_TEXT],
  ),
  ...of('accounts/password-hash', "const [, N, r, p, salt = '', key = ''] = parts", NEVER_MISSING, [
    "''",
    ANY_TEXT,
  ]),
  ...of(
    'accounts/user-commands',
    "return [userCommandText.reset, `${publicUrl}/reset-password?token=${token ?? ''}`]",
    'the account was found before',
    ["''", ANY_TEXT],
  ),
  ...of(
    'accounts/account-administration',
    "const isLast = written.reason === 'mismatch' && written.statement === ADMINISTRATOR_CHECK",
    ONLY_A_MISMATCH,
    ["written.reason === 'mismatch'", 'true'],
  ),
  ...of('control/budget', 'const missing = count - (row?.left ?? 0)', 'the row was there a moment before', [
    'row?.left',
    'row.left',
  ]),
  ...of('control/remembering', 'generation++', 'it is only compared with what it was', [
    'generation++',
    'generation--',
  ]),
  ...of(
    'project-life/changes',
    'if (restarts) this.begin(ref)',
    'a status that is written as it is asks for no work',
    ['restarts', 'true'],
  ),
  ...of(
    'project-life/changes',
    'if (installationId === null || targets.isHere(row)) return undefined',
    'what needs only a URL is here: the types have to be told',
    ['installationId === null', 'false'],
  ),
  ...of(
    'project-life/create-project-life',
    "await changes.resumeUnfinished('own-and-others')",
    'any word but `others` means both',
    ["'own-and-others'", '""'],
  ),
  ...of(
    'routes/content-folders',
    "const folder = await requireFolder(control, reader, call.params['id'] ?? '')",
    NEVER_MISSING,
    ["''", ANY_TEXT],
  ),
  ...of(
    'routes/content-folders',
    "const stored = await requireFolder(control, reader, call.params['id'] ?? '')",
    NEVER_MISSING,
    ["''", ANY_TEXT],
  ),
  ...of(
    'routes/content',
    "mount.on(getSnippet, async (call) => requireSnippet(control, call, call.params['id'] ?? ''))",
    NEVER_MISSING,
    ["''", ANY_TEXT],
  ),
  ...of(
    'routes/content',
    "if (written.reason === 'mismatch' && row.folderId !== null && written.statement === 0)",
    ONLY_A_MISMATCH,
    ["written.reason === 'mismatch'", 'true'],
  ),
  ...of('routes/content', "action: 'update',", 'who may change shared snippets in any way may do so in all', [
    "'update'",
    '""',
  ]),
  ...of(
    'control/snippets',
    "after: ({ id }) => cursorAfter(filter, { value: positions.get(id) ?? '', id }),",
    NEVER_MISSING,
    ["''", ANY_TEXT],
  ),
  ...of(
    'control/snippets',
    'return counts ?? { favorites: 0, private: 0, shared: 0 }',
    'a count always has its one row',
    ['{ favorites: 0, private: 0, shared: 0 }', '{}'],
  ),
]
