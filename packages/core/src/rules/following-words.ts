/**
 * Where the words before the cursor leave few words of the grammar to go on with: `delete` is followed by `from`. And which
 * words are the likely ones behind something complete.
 * @rule completion.following-words  @spec §2, §9
 */
import type { SqlWords } from './sql-words.js'

export interface FollowingWords {
  phrases: readonly string[]
  /** What else may stand there: a column of the statement's table, a role, or a name that is new. */
  also?: 'column' | 'role' | 'name'
}

type Table = Readonly<Record<string, FollowingWords>>

const OBJECTS =
  'table|view|index|function|policy|trigger|type|schema|sequence|role|extension|materialized view'
const EVENTS = only('insert|update|delete|truncate')
const POLICY = only('to|using|with check')
const KEY_ACTIONS = only('cascade|set null|restrict|no action|set default')
const JOIN = only('join|outer join')
const PRIVILEGES = 'select|insert|update|delete|all|usage|execute|truncate|references|trigger|create|connect'

const PARAMETERS = 'time zone|statement_timeout|lock_timeout|transaction isolation level'
const LOCKS = only('update|no key update|share|key share')

/** The statement so far, from its beginning. */
const FROM_THE_BEGINNING: Table = {
  delete: only('from'),
  insert: only('into'),
  explain: only('analyze|select|insert into|update|delete from|with|verbose'),
  'explain analyze': only('select|insert into|update|delete from|with|verbose'),
  create: only(`${OBJECTS}|unique index|or replace|temporary table|domain|publication`),
  'create or': only('replace'),
  'create or replace': only('function|view|procedure|trigger'),
  'create unique': only('index'),
  'create materialized': only('view'),
  'create temporary': only('table|view'),
  alter: only(`${OBJECTS}|default privileges|database|system`),
  'alter default': only('privileges'),
  'alter default privileges': only('in schema|for role|grant|revoke'),
  drop: only(`${OBJECTS}|database|domain|owned by`),
  comment: only('on'),
  'comment on': only(`table|column|${OBJECTS}|constraint|database`),
  refresh: only('materialized view'),
  'refresh materialized': only('view'),
  grant: { phrases: list(PRIVILEGES), also: 'role' },
  revoke: { phrases: list(`${PRIVILEGES}|grant option for`), also: 'role' },
  set: { phrases: list(`role|search_path|local|session|${PARAMETERS}`), also: 'name' },
  'set local': { phrases: list(`role|search_path|${PARAMETERS}`), also: 'name' },
  fetch: only(''),
  reset: { phrases: list('role|all'), also: 'name' },
}

/** The last words, anywhere. */
const ANYWHERE: Table = {
  order: only('by'),
  group: only('by'),
  'within group': only(''),
  nulls: only('first|last'),
  primary: only('key'),
  foreign: only('key'),
  left: JOIN,
  right: JOIN,
  full: JOIN,
  outer: only('join'),
  inner: only('join'),
  cross: only('join'),
  natural: only('join|left join|inner join'),
  is: only('null|not null|true|false|distinct from|not distinct from|unknown'),
  'is not': only('null|true|false|distinct from|unknown'),
  union: only('all|select|distinct'),
  intersect: only('all|select|distinct'),
  except: only('all|select|distinct'),
  'union all': only('select|values'),
  fetch: only('first|next'),
  'on conflict': only('do nothing|do update set|on constraint'),
}

/** The last words, in statements that begin like this. */
const WITHIN: Readonly<Record<string, Table>> = {
  'alter table': {
    add: { phrases: list('column|constraint|primary key|foreign key|unique|check'), also: 'name' },
    drop: { phrases: list('column|constraint'), also: 'column' },
    alter: { phrases: list('column|constraint'), also: 'column' },
    rename: { phrases: list('to|column|constraint'), also: 'column' },
    enable: only('row level security|trigger|rule'),
    disable: only('row level security|trigger|rule'),
    force: only('row level security'),
    row: only('level security'),
    'row level': only('security'),
    owner: only('to'),
    'on delete': KEY_ACTIONS,
    'on update': KEY_ACTIONS,
  },
  'create table': {
    on: only('delete cascade|delete set null|delete restrict|update cascade'),
    'on delete': KEY_ACTIONS,
    'on update': KEY_ACTIONS,
  },
  'create policy': {
    for: only('all|select|insert|update|delete'),
    'for all': POLICY,
    'for select': POLICY,
    'for insert': POLICY,
    'for update': POLICY,
    'for delete': POLICY,
    with: only('check'),
    as: only('permissive|restrictive'),
  },
  'create trigger': {
    before: EVENTS,
    after: EVENTS,
    or: EVENTS,
    instead: only('of'),
    'instead of': EVENTS,
    insert: only('on|or'),
    delete: only('on|or'),
    update: only('on|or|of'),
    for: only('each row|each statement'),
    'for each': only('row|statement'),
    row: only('execute function|when'),
    statement: only('execute function|when'),
    execute: only('function'),
  },
  'create function': { language: only('sql|plpgsql') },
  select: { for: LOCKS },
  with: { for: LOCKS },
}

/** The longest beginning of a statement, in words, that a table is kept for. */
const PHRASE_WORDS = 3

/** @param index of the piece at the cursor, or of the one after it. Undefined: what may follow is not so narrow */
export function followingWords(words: SqlWords, index: number): FollowingWords | undefined {
  const before = index - 1
  if (words.kind(before) === 'open') return inWindow(words, before)
  if (words.separatesArguments(before)) return undefined
  const phrase = words.kind(before) === 'word' ? behindPhrase(words, index) : undefined
  if (phrase) return phrase.phrases.length > 0 ? phrase : undefined
  return inInsert(words, before) ?? inUpdate(words, index) ?? inAlter(words, index)
}

/** What the tables have for the longest of the phrases right before. */
function behindPhrase(words: SqlWords, index: number): FollowingWords | undefined {
  if (words.kind(index - 2) === 'dot') return undefined
  const own = WITHIN[headOf(words)] ?? {}
  for (let count = PHRASE_WORDS; count > 0; count--) {
    const phrase = phraseBefore(words, index, count)
    if (phrase === undefined) continue
    const atBegin = begins(words, index - count) ? FROM_THE_BEGINNING[phrase] : undefined
    const found = own[phrase] ?? atBegin ?? ANYWHERE[phrase]
    if (found) return found
  }
  return undefined
}

/** `over (`, `window w as (`. */
function inWindow(words: SqlWords, open: number): FollowingWords | undefined {
  const isWindow = words.is(open - 1, 'over') || (words.is(open - 1, 'as') && words.is(open - 3, 'window'))
  return isWindow ? only('partition by|order by|rows between|range between') : undefined
}

/** `insert … on`, and what a conflict does; a join of the rows that are inserted has an ON as well. */
function inInsert(words: SqlWords, before: number): FollowingWords | undefined {
  const isOn = words.is(before, 'on')
  if (!isOn && !words.is(before, 'do')) return undefined
  for (let at = before - 1; at >= 0; at--) {
    const partner = words.kind(at) === 'close' ? words.partner(at) : undefined
    if (partner !== undefined) at = partner
    else if (words.is(at, 'conflict')) return isOn ? undefined : only('nothing|update set')
    else if (words.is(at, 'join')) return undefined
    else if (words.is(at, 'insert')) return isOn ? only('conflict') : undefined
  }
  return undefined
}

/** `update t`: an alias may follow too. */
function inUpdate(words: SqlWords, index: number): FollowingWords | undefined {
  const begin = pathBefore(words, index)
  const isTarget = begin < index && words.is(begin - 1, 'update') && begins(words, begin - 1)
  return isTarget ? { phrases: ['set', 'as'], also: 'name' } : undefined
}

/** `alter table t alter column c`, `add constraint c`. */
function inAlter(words: SqlWords, index: number): FollowingWords | undefined {
  if (headOf(words) !== 'alter table' || words.plainName(index - 1) === undefined) return undefined
  if (words.is(index - 2, 'column') && words.is(index - 3, 'alter'))
    return only('type|set not null|drop not null|set default|drop default|set data type')
  if (words.is(index - 2, 'constraint') && words.is(index - 3, 'add'))
    return only('primary key|foreign key|unique|check|exclude')
  return undefined
}

/** What comes first behind something complete; the other words follow. */
export function likelyWords(words: SqlWords, index: number, clause: string): readonly string[] {
  if (headOf(words) === 'create policy') return CLAUSE_STARTS.policy
  if (words.bracketAround(index) >= 0 && clause === '' && headOf(words) === 'create table')
    return CLAUSE_STARTS.column
  if (words.is(index - 1, 'asc', 'desc')) return CLAUSE_STARTS.sorted
  if (words.is(0, 'grant')) return ['to']
  if (words.is(0, 'revoke')) return ['from']
  if (clause === 'when') return ['then', ...CLAUSE_STARTS.condition]
  if (['where', 'on', 'having'].includes(clause)) return CLAUSE_STARTS.condition
  if (clause === 'by') return CLAUSE_STARTS.sort
  if (clause === 'update') return ['set']
  return []
}

const CLAUSE_STARTS = {
  policy: list('for|to|using|with check'),
  column: list(
    'not null|primary key|references|default|unique|check|generated always as identity|on delete cascade|collate',
  ),
  sorted: list('nulls first|nulls last|limit|offset'),
  condition: list('and|or|in|is null|is not null|between|like|ilike|not'),
  sort: list('asc|desc|limit|offset|having|order by'),
}

/** What kind of statement it is: `create or replace function` is `create function`. */
function headOf(words: SqlWords): string {
  const verb = words.word(0)
  if (verb !== 'create' && verb !== 'alter') return verb
  let at = 1
  while (words.is(at, 'or', 'replace', 'temp', 'temporary', 'unlogged', 'constraint', 'unique')) at++
  return `${verb} ${words.word(at)}`
}

/** The bare words right before, with a blank between them. */
function phraseBefore(words: SqlWords, index: number, count: number): string | undefined {
  const phrase = Array.from({ length: count }, (_, at) => words.word(index - count + at))
  return phrase.includes('') ? undefined : phrase.join(' ')
}

/** Whether a statement can begin there: also in brackets, behind them, and behind EXPLAIN. */
function begins(words: SqlWords, at: number): boolean {
  return (
    at === 0 ||
    ['open', 'close'].includes(words.kind(at - 1) ?? '') ||
    words.is(at - 1, 'explain', 'analyze', 'verbose', 'begin', 'loop')
  )
}

/** Where the name right before begins, with its schema; the same place where there is none. */
function pathBefore(words: SqlWords, index: number): number {
  let at = index
  while (words.plainName(at - 1) !== undefined) {
    at--
    if (words.kind(at - 1) !== 'dot') break
    at--
  }
  return at
}

function only(phrases: string): FollowingWords {
  return { phrases: phrases === '' ? [] : list(phrases) }
}

function list(phrases: string): readonly string[] {
  return phrases.split('|')
}
