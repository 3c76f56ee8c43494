import { entriesIn, NEVER_MISSING, ANY_TEXT, ANY_LIST } from './entry.mjs'

const of = entriesIn('packages/core/src')
const REPLACED_AT_ONCE = 'the first listener replaces this value before it reads it'

export const kernel = [
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
]
