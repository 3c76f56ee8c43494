/** Generators of SQL for the property tests: mutations of the corpus, pieces of syntax at random, and queries that run. */
import * as fc from 'fast-check'
import { scan } from '../src/lexer/scan.js'
import { CORPUS } from './corpus.js'

/** Every piece of lexical syntax that is hard to get right, and the words that decide about statement borders. */
const FRAGMENTS = [
  ...`' '' " "" $$ $a$ $b$ $ $1 e' E'\\' U&' U&" B'1' x' n' \\ -- /* */ ; ; ( ) [ ] , . .. : :: := =>`.split(
    ' ',
  ),
  ...'+ - * / @ | = < > 1 1.5 .5 1e 0x 1_0 é 😀 \ud800 \u00a0 \0 a b U e x_1'.split(' '),
  ...'select create or replace function procedure rule begin atomic end case when update delete'.split(' '),
  ...'from where with as into for share limit fetch first drop alter table column'.split(' '),
  ...'explain analyze commit count in now'.split(' '),
  ' ',
  '\n',
  '\r',
  '\t',
]

/** Anything that could be typed or pasted. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 40 }).map((parts) => parts.join('')),
  fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 40 }).map((parts) => parts.join(' ')),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.uint8Array({ maxLength: 80 }).map((bytes) => new TextDecoder('latin1').decode(bytes)),
  fc.uint8Array({ maxLength: 80 }).map((bytes) => new TextDecoder('utf-8').decode(bytes)),
)

/** Text between two tokens that has no effect. */
const BLANKS = [' ', '\n', '\t', ' /* ; */ ', ' /* /* " */ \' */ ', " -- ; $$ ' \n", '\r\n', '  ']

const blank = fc.constantFrom(...BLANKS)
const statement = fc.constantFrom(...CORPUS)

/** A corpus statement with other blanks and comments between its tokens, and keywords in another case. */
const rewritten: fc.Arbitrary<string> = fc
  .tuple(statement, fc.infiniteStream(blank), fc.boolean())
  .map(([sql, blanks, upper]) => {
    let text = ''
    let at = 0
    for (const { kind, start, end } of scan(sql)) {
      if (start > at && !sql.slice(at, start).includes('\n')) text += blanks.next().value
      else text += sql.slice(at, start)
      text += kind === 'word' && upper ? sql.slice(start, end).toUpperCase() : sql.slice(start, end)
      at = end
    }
    return text
  })

/** Some statements with every kind of separator between them. */
export const script: fc.Arbitrary<string> = fc
  .array(
    fc.tuple(
      fc.oneof(statement, rewritten),
      fc.constantFrom(';', ';\n', ' ; ', ';;', '; -- next ;\n', ';/* ; */'),
    ),
    {
      maxLength: 5,
    },
  )
  .map((parts) => parts.map(([sql, separator]) => `${sql}${separator}`).join(''))

/** A script with something cut out, doubled or put in: mostly broken, sometimes still SQL. */
export const mutatedScript: fc.Arbitrary<string> = fc
  .tuple(script, fc.nat(), fc.nat(30), fc.oneof(fc.constantFrom(...FRAGMENTS), statement, fc.constant('')))
  .map(([sql, position, length, put]) => {
    const at = sql.length === 0 ? 0 : position % sql.length
    return sql.slice(0, at) + put + sql.slice(at + length)
  })

const column = fc.constantFrom('id', 'name', 't.id', 't.name', 'u.note', '"Odd"')
const value = fc.oneof(
  fc.integer({ min: -5, max: 20 }).map(String),
  fc.constantFrom(
    "'a'",
    "'x''y'",
    "e'\\'b'",
    '$$;--$$',
    'null',
    'true',
    "'2024-01-01'::date",
    'current_date',
  ),
)

const expression = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 2 },
    column,
    value,
    fc
      .tuple(fc.constantFrom('lower', 'upper', 'length', 'coalesce', 'trim'), tie('expression'))
      .map(([name, argument]) => `${name}(${argument})`),
    fc
      .tuple(tie('expression'), fc.constantFrom('||', '=', '<>', 'is distinct from'), tie('expression'))
      .map((parts) => parts.join(' ')),
    tie('expression').map((inner) => `${inner}::text`),
    tie('expression').map((inner) => `case when ${inner} is null then 1 else 2 end`),
  ),
})).expression

/** Queries over the tables `t (id, name, "Odd")` and `u (id, note)`, in a total order; many of them run. */
export const query: fc.Arbitrary<string> = fc
  .record({
    distinct: fc.constantFrom('', 'distinct '),
    columns: fc.array(expression, { minLength: 1, maxLength: 3 }),
    from: fc.constantFrom('t', 't, u', 't join u on t.id = u.id', 't left join u on true'),
    condition: fc.oneof(
      fc.constant(''),
      expression.map((inner) => ` where ${inner} is not null`),
    ),
    end: fc.constantFrom(
      '',
      ' offset 2',
      ';',
      ' ; ;',
      '\n',
      ' limit 3',
      ' fetch first 2 rows only',
      ' for update of t',
    ),
  })
  .map(({ distinct, columns, from, condition, end }) => {
    const order = columns.map((_, index) => index + 1).join(', ')
    return `select ${distinct}${columns.join(', ')} from ${from}${condition} order by ${order}${end}`
  })

const HOSTILE_VALUES = [
  '1',
  "'s'",
  '*',
  'count(*)',
  't.id',
  'x.id',
  'lower.id',
  "nextval('s')",
  'f(1)',
  'txid_current()',
  "('s'::regclass).nextval",
  "(array['s'::regclass])[1].nextval",
  'x.nextval',
  'lower.nextval',
  'x.lo_creat',
  '"x"."nextval"',
  'U&"\\0078".nextval',
  'x.txid_current',
  '(16).lo_create',
  'x.lo_create',
  '$1.nextval',
  'current_user.pg_notify',
  'regclass.nextval',
  'btrim.nextval',
  "cast('s' as regclass)",
  "U&\"ne!0078tval\" uescape '!' ('s')",
  "distinct on (1) nextval('s')",
  "exists (select nextval('s'))",
  "count(*) filter (where nextval('s') > 0)",
  "count(*) over (order by nextval('s'))",
  "array(select nextval('s'))",
  "case when (true) then nextval('s') end",
  '(select x.nextval)',
  '1 into n',
  '1 as into',
  "E'\\'', nextval('s') --'",
  "$$', nextval('s') --$$",
  "'/*', nextval('s'), '*/'",
]
const HOSTILE_SOURCES = [
  '',
  ' from t',
  ' from t x',
  " from lower('s') x",
  ' from lower(\'s\') as "x"',
  " from lower('s')",
  ' from current_user x',
  " from length('s') x",
  ' from coalesce(1) as x',
  " from t, lower('s') x",
  " from (lower('s') x cross join t)",
  ' from left(\'s\', 1) U&"\\0078"',
  ' from t tablesample system (10)',
  " from t left join trim('s') x on true",
  ' from t where id in (select 1)',
  ' from t group by grouping sets (id)',
  ' from date(now()) x',
  " from rows from (lower('s')) x",
  " from cast('s' as regclass) x",
  " from cast('s' as regclass)",
  " from trim('s')",
  " from collation for ('s') x",
  " from (select 's' as id) x",
  " from (rows from (lower('s')) x cross join t)",
  " from t where exists (select x.nextval from lower('s') x)",
  " from t where (id) in (select nextval('s'))",
]
const HOSTILE_ENDS = [
  '',
  '',
  '',
  ';',
  ' limit 1',
  ' for update',
  ' for share',
  ' for no key update',
  '; truncate t',
  '; select 1',
  '; commit',
  "; do $$begin execute 'trun' || 'cate t'; end$$",
  '; lock t',
  '; set role s',
  '; vacuum',
  '; begin; select 1',
  '; listen c',
  ' -- ; \n; truncate t',
  ' /* */; truncate t',
  ' union select 1',
  ' union select 1 into n',
  '; copy t to stdout',
]

/** Queries that try to write without saying so. */
export const hostileQuery: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.constantFrom(...HOSTILE_VALUES), { minLength: 1, maxLength: 2 }),
    fc.constantFrom(...HOSTILE_SOURCES),
    fc.constantFrom(...HOSTILE_ENDS),
    fc.constantFrom(' ', '\n', '/**/', ' -- x\n'),
  )
  .map(([values, source, end, gap]) => `select${gap}${values.join(',')}${source}${end}`)
