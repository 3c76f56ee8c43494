/** The types whose values are followed on every way out of the product, each with its hard values. */

/** A type with its values, as PostgreSQL reads them. */
export interface MatrixType {
  /** As DDL writes it. */
  type: string
  /** The value that a text may have and most types have not. */
  empty?: string
  usual: string
  /** At the ends of what the type can hold. */
  extreme: readonly string[]
  /** What a form could take for something else. */
  hostile: readonly string[]
}

/** Texts that a format could take for its own signs. */
const TEXTS = [
  `O'Neil "the" \\ one`,
  `'; drop table x; --`,
  'a\tb\nc\rd\r\ne',
  '\\.',
  '\\N',
  'null',
  'NULL',
  't',
  'true',
  '  spaces  ',
  ' ',
  '\n',
  '"quoted"',
  `''`,
  '=1+1',
  '-0',
  '$1 $$ ${x} {{y}} :name',
  '/* open',
  '| * _ ` [a](b) <br> &amp; # ~',
  '😀 é e\u0301 \u202e \u2028 \u00a0 \ufeff',
  '\u0001\u001f\u007f',
  'a,b;c|d',
  'a:b%3Ac+d e&f=g#h?i/j',
  '_x000A_',
  '{"a": 1}',
  '9007199254740993',
]

const INSTANTS = [
  '1970-01-01 00:00:00',
  '1900-02-28 00:00:00',
  '1900-03-01 00:00:00',
  '9999-12-31 23:59:59.999999',
]

/** What PostgreSQL must have before the table of the types is made. */
export const TYPES_SQL = `
create type mood as enum ('', 'sad', 'O''K "so"', 'null', 't', 'a,b');
create type pair as (ok bool, note text, at timestamptz);
create domain flag as bool;
create domain code as text;
create domain amount as numeric;
create domain flags as bool[];
create domain pair_domain as pair;
create type float_range as range (subtype = float8);
create type text_range as range (subtype = text);
create type "Odd type" as enum ('one');
create type bool as enum ('t', 'f', 'x');
create type "json" as enum ('null', '{');
create type numeric as enum ('1', 'one');`

/** Every type that a column can have, once; those of users stand for their kinds. */
export const MATRIX_TYPES: readonly MatrixType[] = [
  { type: 'int2', usual: '7', extreme: ['-32768', '32767'], hostile: ['0'] },
  { type: 'int4', usual: '42', extreme: ['-2147483648', '2147483647'], hostile: ['-1'] },
  {
    type: 'int8',
    usual: '42',
    extreme: ['-9223372036854775808', '9223372036854775807'],
    hostile: ['9007199254740993', '0'],
  },
  {
    type: 'pg_catalog.numeric',
    usual: '12.50',
    extreme: [`1e1000`, '-0.000000000000000000000000000000000001', 'NaN', 'Infinity', '-Infinity'],
    hostile: ['0.10', '9007199254740993.000', '100', '0'],
  },
  {
    type: 'pg_catalog.numeric(20,5)',
    usual: '1.5',
    extreme: ['999999999999999.99999'],
    hostile: ['-0.00001', 'NaN'],
  },
  {
    type: 'float4',
    usual: '1.5',
    extreme: ['3.4028235e+38', '1e-45', 'NaN', 'Infinity', '-Infinity'],
    hostile: ['-0', '0.1', '16777216'],
  },
  {
    type: 'float8',
    usual: '1.5',
    extreme: ['1.7976931348623157e+308', '5e-324', 'NaN', 'Infinity', '-Infinity'],
    hostile: ['-0', '0.1', '1e+15', '9007199254740993', '123456789012345678'],
  },
  { type: 'oid', usual: '26', extreme: ['0', '4294967295'], hostile: ['2147483648'] },
  {
    type: 'money',
    usual: '12.5',
    extreme: ['-92233720368547758.08', '92233720368547758.07'],
    hostile: ['-1', '1234567.89', '0'],
  },
  { type: 'pg_catalog.bool', usual: 'true', extreme: ['false'], hostile: ['yes', 'off'] },
  { type: 'text', empty: '', usual: 'Ann', extreme: ['x'.repeat(9000)], hostile: TEXTS },
  { type: 'varchar', empty: '', usual: 'Ann', extreme: ['é'.repeat(5000)], hostile: TEXTS },
  {
    type: 'varchar(20)',
    empty: '',
    usual: 'Ann',
    extreme: ['😀'.repeat(20)],
    hostile: [' a ', `'"\\`, 'NULL'],
  },
  { type: 'bpchar', empty: '', usual: 'Ann', extreme: ['x'.repeat(3000)], hostile: ['a  ', ` '"\\`, '\\.'] },
  { type: 'char(5)', empty: '', usual: 'Ann', extreme: ['éééáá'], hostile: ['a', ` '"\\`] },
  { type: 'name', empty: '', usual: 'Ann', extreme: ['x'.repeat(63)], hostile: [`O'N "a" \\`, 'null'] },
  {
    type: '"char"',
    empty: '',
    usual: 'a',
    extreme: ['\\377', '\\200'],
    hostile: [`'`, '"', '\\', ' ', '\t', '\n', '|'],
  },
  {
    type: 'bytea',
    empty: '',
    usual: '\\x6162',
    extreme: [`\\x${'00ff'.repeat(2000)}`],
    hostile: ['\\x00', '\\x5c27220a'],
  },
  {
    type: 'date',
    usual: '2024-01-04',
    extreme: ['4713-01-01 BC', '5874897-12-31', 'infinity', '-infinity'],
    hostile: ['1900-02-28', '1900-03-01', '9999-12-31', '10000-01-01', '0044-03-15 BC', '0001-01-01'],
  },
  {
    type: 'time',
    usual: '12:30:00',
    extreme: ['00:00:00', '24:00:00'],
    hostile: ['23:59:59.999999', '00:00:00.001'],
  },
  {
    type: 'timetz',
    usual: '12:30:00+02',
    extreme: ['00:00:00+15:59:59', '24:00:00-15:59:59'],
    hostile: ['12:00:00.000001+00'],
  },
  {
    type: 'timestamp',
    usual: '2024-01-04 12:30:00',
    extreme: ['4713-01-01 00:00:00 BC', '294276-12-31 23:59:59.999999', 'infinity', '-infinity'],
    hostile: [...INSTANTS, '10000-01-01 00:00:00', '2024-01-04 12:30:00.123', '2024-01-04 12:30:00.123456'],
  },
  {
    type: 'timestamptz',
    usual: '2024-01-04 12:30:00+02',
    extreme: ['4713-01-01 00:00:00+00 BC', '294276-12-31 23:59:59.999999+00', 'infinity', '-infinity'],
    hostile: [...INSTANTS.map((at) => `${at}+00`), '1890-01-01 00:00:00+00'],
  },
  {
    type: 'interval',
    usual: '1 day 02:03:04',
    extreme: ['178000000 years', '-178000000 years', '00:00:00'],
    hostile: ['-1 mons +2 days -03:04:05.000006', '1 mon', '30 days', '720:00:00', '-00:00:00.000001'],
  },
  {
    type: 'uuid',
    usual: 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
    extreme: ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
    hostile: ['12345678-1234-1234-1234-123456789012'],
  },
  {
    type: 'pg_catalog.json',
    usual: '{"a": 1}',
    extreme: [`[${'[1],'.repeat(500)}1]`],
    hostile: [
      'null',
      '{"a" :  1.0, "a":"\\u00e9\\n"}',
      '[1,\n 2]',
      '"text"',
      '9007199254740993.10',
      'true',
      ' {} ',
      '"\u2028"',
      `{"'": "\\\\ \\" |"}`,
    ],
  },
  {
    type: 'jsonb',
    usual: '{"a": 1}',
    extreme: ['1e400', `{"deep": [[[[{}]]]]}`],
    hostile: [
      '{"a": "\\u00e9\\n\\t"}',
      '"text"',
      '9007199254740993.10',
      'false',
      '[]',
      `{"'": "\\\\ \\" |"}`,
    ],
  },
  {
    type: 'jsonpath',
    usual: '$."a"',
    extreme: ['strict $.**."a"[*]?(@ > 1 && @."b" like_regex "^x" flag "i")'],
    hostile: [`$."it's \\"q\\" \\\\"`],
  },
  {
    type: 'xml',
    empty: '',
    usual: '<a>1</a>',
    extreme: [`<a>${'<b/>'.repeat(500)}</a>`],
    hostile: [`<a b="it's">&lt; &amp;\n<![CDATA[x | y]]></a>`, 'text only'],
  },
  {
    type: 'inet',
    usual: '10.0.0.1',
    extreme: ['0.0.0.0/0', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    hostile: ['10.0.0.1/8', '::1/64', '::ffff:1.2.3.4'],
  },
  {
    type: 'cidr',
    usual: '10.0.0.0/8',
    extreme: ['0.0.0.0/0', '::/0'],
    hostile: ['10.0.0.1/32', '2001:db8::/32'],
  },
  {
    type: 'macaddr',
    usual: '08:00:2b:01:02:03',
    extreme: ['00:00:00:00:00:00', 'ff:ff:ff:ff:ff:ff'],
    hostile: ['0800.2b01.0203'],
  },
  {
    type: 'macaddr8',
    usual: '08:00:2b:01:02:03:04:05',
    extreme: ['00:00:00:00:00:00:00:00', 'ff:ff:ff:ff:ff:ff:ff:ff'],
    hostile: ['08:00:2b:01:02:03'],
  },
  { type: 'bit(8)', usual: '10101010', extreme: ['00000000', '11111111'], hostile: ['01000000'] },
  { type: 'varbit', empty: '', usual: '101', extreme: ['1'.repeat(200)], hostile: ['0', '00'] },
  {
    type: 'point',
    usual: '(1,2)',
    extreme: ['(NaN,Infinity)', '(5e-324,-1.7976931348623157e+308)'],
    hostile: ['(-0,0)'],
  },
  { type: 'line', usual: '{1,2,3}', extreme: ['{1e-300,-1,1e+300}'], hostile: ['{-1,0,0}'] },
  { type: 'lseg', usual: '[(1,2),(3,4)]', extreme: ['[(1e+300,0),(0,1e-300)]'], hostile: ['[(0,0),(0,0)]'] },
  {
    type: 'box',
    usual: '(3,4),(1,2)',
    extreme: ['(1e+100,1e+100),(-1e+100,-1e+100)'],
    hostile: ['(0,0),(0,0)'],
  },
  { type: 'path', usual: '((1,2),(3,4))', extreme: ['[(1,2),(3,4),(5,6)]'], hostile: ['[(0,0)]'] },
  {
    type: 'polygon',
    usual: '((1,2),(3,4),(5,0))',
    extreme: ['((0,0),(1e+100,0),(0,1e+100))'],
    hostile: ['((0,0))'],
  },
  { type: 'circle', usual: '<(1,2),3>', extreme: ['<(1e+100,0),1e-100>'], hostile: ['<(0,0),0>'] },
  {
    type: 'int4range',
    empty: 'empty',
    usual: '[1,5)',
    extreme: ['(,)', '[-2147483648,)'],
    hostile: ['[10,11)', '[9,11)'],
  },
  {
    type: 'int8range',
    empty: 'empty',
    usual: '[1,5)',
    extreme: ['(,)'],
    hostile: ['[9007199254740993,9007199254740995)'],
  },
  {
    type: 'numrange',
    empty: 'empty',
    usual: '[1.5,2.50]',
    extreme: ['(,)', '[1e1000,)'],
    hostile: ['(1,2)', '[10,11]', '(9,10]'],
  },
  {
    type: 'daterange',
    empty: 'empty',
    usual: '[2024-01-04,2024-02-01)',
    extreme: ['(,)', '[0044-03-15 BC,infinity]'],
    hostile: ['[10000-01-01,)'],
  },
  {
    type: 'tsrange',
    empty: 'empty',
    usual: '["2024-01-04 00:00:00","2024-02-01 00:00:00")',
    extreme: ['(,)'],
    hostile: ['["0044-03-15 00:00:00 BC",infinity]'],
  },
  {
    type: 'tstzrange',
    empty: 'empty',
    usual: '["2024-01-04 00:00:00+00","2024-02-01 00:00:00+00")',
    extreme: ['(,)'],
    hostile: ['["2024-01-04 12:00:00.000001+00",)'],
  },
  {
    type: 'float_range',
    empty: 'empty',
    usual: '[1.5,2.5]',
    extreme: ['[-Infinity,NaN]'],
    hostile: ['[-0,0]'],
  },
  {
    type: 'text_range',
    empty: 'empty',
    usual: '[a,b]',
    extreme: ['(,)'],
    hostile: [`["a,b","it's ""q"" \\\\"]`],
  },
  { type: 'int4multirange', empty: '{}', usual: '{[1,5),[7,9)}', extreme: ['{(,)}'], hostile: ['{[10,11)}'] },
  {
    type: 'int8multirange',
    empty: '{}',
    usual: '{[1,5)}',
    extreme: ['{(,)}'],
    hostile: ['{[9007199254740993,9007199254740995)}'],
  },
  {
    type: 'nummultirange',
    empty: '{}',
    usual: '{[1.5,2.5]}',
    extreme: ['{(,1),(2,)}'],
    hostile: ['{(1,2)}'],
  },
  {
    type: 'datemultirange',
    empty: '{}',
    usual: '{[2024-01-04,2024-02-01)}',
    extreme: ['{(,)}'],
    hostile: ['{[10000-01-01,)}'],
  },
  {
    type: 'tsmultirange',
    empty: '{}',
    usual: '{["2024-01-04 00:00:00","2024-02-01 00:00:00")}',
    extreme: ['{(,)}'],
    hostile: ['{["2024-01-04 00:00:00",)}'],
  },
  {
    type: 'tstzmultirange',
    empty: '{}',
    usual: '{["2024-01-04 00:00:00+00","2024-02-01 00:00:00+00")}',
    extreme: ['{(,)}'],
    hostile: ['{["2024-01-04 00:00:00+00",)}'],
  },
  {
    type: 'tsvector',
    empty: '',
    usual: `'fat':2 'rat':3`,
    extreme: [`'x':1A,16383`],
    hostile: [`'it''s':1 'a\\\\b':2 '"q"'`],
  },
  {
    type: 'tsquery',
    empty: '',
    usual: `'fat' & 'rat'`,
    extreme: [`!'a' <2> ( 'b' | 'c':*AB )`],
    hostile: [`'it''s' & 'a\\\\b'`],
  },
  { type: 'pg_lsn', usual: '16/B374D848', extreme: ['0/0', 'FFFFFFFF/FFFFFFFF'], hostile: ['9/10'] },
  { type: 'xid', usual: '100', extreme: ['0', '4294967295'], hostile: ['3'] },
  { type: 'xid8', usual: '100', extreme: ['0', '18446744073709551615'], hostile: ['9007199254740993'] },
  { type: 'cid', usual: '1', extreme: ['4294967295'], hostile: ['0'] },
  { type: 'tid', usual: '(0,1)', extreme: ['(4294967295,65535)'], hostile: ['(10,1)', '(9,1)'] },
  { type: 'pg_snapshot', usual: '10:20:10,14,15', extreme: ['1:1:'], hostile: ['9:10:'] },
  { type: 'txid_snapshot', usual: '10:20:10,14,15', extreme: ['1:1:'], hostile: ['9:10:'] },
  { type: 'oidvector', empty: '', usual: '1 2 3', extreme: ['4294967295 0'], hostile: ['10', '9'] },
  { type: 'int2vector', empty: '', usual: '1 2 3', extreme: ['-32768 32767'], hostile: ['10', '9'] },
  {
    type: 'regclass',
    usual: 'pg_class',
    extreme: ['0'],
    hostile: ['information_schema.tables', '4294967295'],
  },
  {
    type: 'regtype',
    usual: 'int4',
    extreme: ['0'],
    hostile: ['timestamp with time zone', '"Odd type"', 'bool[]'],
  },
  { type: 'regproc', usual: 'now', extreme: ['0'], hostile: ['pg_backend_pid'] },
  { type: 'regprocedure', usual: 'abs(int4)', extreme: ['0'], hostile: ['now()'] },
  { type: 'regoper', usual: '||/', extreme: ['0'], hostile: ['|/'] },
  { type: 'regoperator', usual: '+(int4,int4)', extreme: ['0'], hostile: ['||(text,text)'] },
  { type: 'regrole', usual: 'postgres', extreme: ['0'], hostile: ['4294967295'] },
  { type: 'regnamespace', usual: 'pg_catalog', extreme: ['0'], hostile: ['information_schema'] },
  { type: 'regconfig', usual: 'english', extreme: ['0'], hostile: ['simple'] },
  { type: 'regdictionary', usual: 'simple', extreme: ['0'], hostile: ['english_stem'] },
  { type: 'regcollation', usual: '"C"', extreme: ['0'], hostile: ['"POSIX"'] },
  {
    type: 'aclitem',
    usual: 'postgres=r/postgres',
    extreme: ['=arwdDxt/postgres'],
    hostile: ['=r*/postgres'],
  },
  { type: 'refcursor', empty: '', usual: 'c1', extreme: ['x'.repeat(63)], hostile: [`it's "q" \\`] },
  { type: 'mood', empty: '', usual: 'sad', extreme: ['a,b'], hostile: [`O'K "so"`, 'null', 't'] },
  { type: '"Odd type"', usual: 'one', extreme: [], hostile: [] },
  { type: 'public.bool', usual: 't', extreme: ['f'], hostile: ['x'] },
  { type: 'public."json"', usual: '{', extreme: [], hostile: ['null'] },
  { type: 'public.numeric', usual: '1', extreme: [], hostile: ['one'] },
  {
    type: 'pair',
    empty: '(,,)',
    usual: '(t,note,"2024-01-04 00:00:00+00")',
    extreme: ['(f,"",)'],
    hostile: [`(,"it's ""q"" \\\\ , ( )",)`],
  },
  { type: 'flag', usual: 'true', extreme: ['false'], hostile: ['yes'] },
  { type: 'code', empty: '', usual: 'Ann', extreme: ['x'.repeat(3000)], hostile: [`'"\\`, 'null', 't'] },
  { type: 'amount', usual: '1.50', extreme: ['NaN', '1e300'], hostile: ['0.10'] },
  { type: 'flags', empty: '{}', usual: '{t,f}', extreme: ['{NULL}'], hostile: ['{{t},{f}}'] },
  { type: 'pair_domain', usual: '(t,note,)', extreme: ['(,,)'], hostile: [`(f,"a,b ""q""",)`] },
  {
    type: 'pg_catalog.bool[]',
    empty: '{}',
    usual: '{t,f}',
    extreme: ['{NULL,t}', '[2:3]={t,f}'],
    hostile: ['{{t,f},{f,t}}'],
  },
  {
    type: 'int4[]',
    empty: '{}',
    usual: '{1,2}',
    extreme: ['{-2147483648,NULL}'],
    hostile: ['{{1,2},{3,4}}', '{10}', '{9}'],
  },
  {
    type: 'text[]',
    empty: '{}',
    usual: '{a,b}',
    extreme: ['{NULL}'],
    hostile: [`{"NULL","it's","a\\"b","c\\\\d","",",","{}"}`, '{"a\nb\tc"}'],
  },
  { type: 'float8[]', empty: '{}', usual: '{1.5}', extreme: ['{NaN,Infinity,-0}'], hostile: ['{1e+300}'] },
  {
    type: 'bytea[]',
    empty: '{}',
    usual: '{"\\\\x6162"}',
    extreme: ['{"\\\\x"}'],
    hostile: ['{"\\\\x5c2722"}'],
  },
  {
    type: 'timestamptz[]',
    empty: '{}',
    usual: '{"2024-01-04 00:00:00+00"}',
    extreme: ['{infinity}'],
    hostile: ['{"0044-03-15 00:00:00+00 BC"}'],
  },
  {
    type: 'pg_catalog.json[]',
    empty: '{}',
    usual: '{"{\\"a\\": 1}"}',
    extreme: ['{"null",NULL}'],
    hostile: [`{"\\"it's\\""}`],
  },
  {
    type: 'mood[]',
    empty: '{}',
    usual: '{sad}',
    extreme: ['{"",NULL}'],
    hostile: [`{"O'K \\"so\\"","null"}`],
  },
  {
    type: 'pair[]',
    empty: '{}',
    usual: '{"(t,note,)"}',
    extreme: ['{NULL}'],
    hostile: [`{"(f,\\"it's \\"\\"q\\"\\" \\\\\\\\\\",)"}`],
  },
  { type: 'flag[]', empty: '{}', usual: '{t,f}', extreme: ['{NULL}'], hostile: ['{{t},{f}}'] },
  { type: 'int4range[]', empty: '{}', usual: '{"[1,5)"}', extreme: ['{empty}'], hostile: ['{"(,)",NULL}'] },
]

/** Types of pg_catalog that no column of a user's table can have, or whose values PostgreSQL reads from no text. */
export const NO_COLUMN_TYPES: Readonly<Record<string, string>> = {
  gtsvector: 'has no input',
  pg_node_tree: 'has no input',
  pg_ndistinct: 'has no input',
  pg_dependencies: 'has no input',
  pg_mcv_list: 'has no input',
  pg_brin_bloom_summary: 'has no input',
  pg_brin_minmax_multi_summary: 'has no input',
}
