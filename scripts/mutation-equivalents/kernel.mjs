import { entriesIn, NEVER_MISSING, ANY_TEXT, ANY_LIST } from './entry.mjs'

const of = entriesIn('packages/core/src')
const NO_TIMER = 'query-core sets a timer only for a number'
const ANSWERED_BEFORE = 'the item itself was answered before'
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
    "const score = wanted.map((segment) => (isParameter(segment) ? '0' : '1')).join('')",
    'texts with the same between their signs compare alike',
    ["''", ANY_TEXT],
  ),
  ...of('kernel/form', 'const { issues = [] } = safeParse(schema, values)', NEVER_MISSING, ['[]', ANY_LIST]),
  ...of(
    'kernel/form',
    'const field = error.code === undefined ? undefined : options.blames?.[error.code]',
    'no code is called `undefined`: the types have to be told',
    ['error.code === undefined', 'false'],
  ),
  ...of(
    'kernel/form',
    '$spoken.set(new Set(shifted.filter((one): one is Path => one !== null)))',
    'no path is null: the types have to be told',
    ['shifted.filter((one): one is Path => one !== null)', 'shifted'],
    ['one !== null', 'true'],
  ),
  ...of('kernel/form', 'parts: readonly string[] = [],', 'no form has a field of that name', [
    '[]',
    ANY_LIST,
  ]),
  ...of(
    'kernel/form-paths',
    'return (index) => (index === at ? null : index < at ? index : index - 1)',
    ANSWERED_BEFORE,
    ['index < at', 'index <= at'],
  ),
  ...of('kernel/form-paths', 'if (from < index && index <= to) return index - 1', ANSWERED_BEFORE, [
    'from < index',
    'from <= index',
  ]),
  ...of('kernel/form-paths', 'return to <= index && index < from ? index + 1 : index', ANSWERED_BEFORE, [
    'index < from',
    'index <= from',
  ]),
  ...of(
    'kernel/form-paths',
    "const [index = '', ...rest] = path.slice(list.length + 1).split('.')",
    NEVER_MISSING,
    ["''", ANY_TEXT],
  ),
  ...of(
    'kernel/paged',
    "if (list.status === 'ready' && list.hasMore) void observer.fetchNextPage({ cancelRefetch: false })",
    'only a list that is there has more: the types have to be told',
    ["list.status === 'ready'", 'true'],
  ),
  ...of(
    'kernel/paged',
    'isTold && liveUpdates.isLive ? false : refetchMs(state.data?.pages.flatMap(query.items) ?? []),',
    NO_TIMER,
    ['false', 'true'],
  ),
  ...of('kernel/query-store', 'if (isTold && liveUpdates.isLive) return false', NO_TIMER, ['false', 'true']),
  ...of(
    'kernel/query-store',
    'if (query.isActive()) query.reset()',
    'a query without readers loses its data when it is reset, too; removing it only saves memory',
    ['query.isActive()', 'true'],
  ),
  ...of(
    'kernel/sorting',
    '{ start, largestFirst = [] }: SortedListOptions = {},',
    'no list has a column of that name',
    ['[]', ANY_LIST],
  ),
  ...of('kernel/screen', 'while (ends.length > 0) ends.pop()?.()', NEVER_MISSING, [
    'ends.pop()?.()',
    'ends.pop()()',
  ]),
]
