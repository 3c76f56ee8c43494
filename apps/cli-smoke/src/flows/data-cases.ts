/** What the data API is asked in the journey, in this order, and what comes. */

export interface DataCase {
  name: string
  /** The verb and the path: `GET /smoke_books?id=eq.1`. */
  asks: string
  body?: unknown
  headers?: Readonly<Record<string, string>>
  status: number
  /** The whole body; of an error only its code. Default: not looked at. */
  gives?: unknown
  /** A header of the answer. */
  tells?: readonly [name: string, value: string]
}

/** Two tables, a relation between them, and functions. */
export const DATA_FIXTURE = `
create table smoke_authors (id int8 primary key, name text not null, born int);
create table smoke_books (id int8 primary key, author_id int8 references smoke_authors, title text unique,
  price numeric, tags text[], about jsonb);
insert into smoke_authors values (1, 'Ada', 1815), (2, 'Bob', null);
insert into smoke_books values (1, 1, 'Notes', 9.50, '{math,old}', '{"pages": 10}'), (2, 1, 'Letters', 0.10, '{}', null),
  (3, 2, 'Tea', null, null, '{"pages": 3}');
create function smoke_add(a int, b int default 10) returns int language sql immutable as 'select a + b';
create function smoke_cheap(most numeric) returns setof smoke_books language sql stable as
  'select * from smoke_books where price <= most';
create function smoke_fail() returns void language plpgsql as $$ begin raise exception 'own words'; end $$;
grant all on smoke_authors, smoke_books to service_role;
grant execute on function smoke_add, smoke_cheap, smoke_fail to service_role;`

export const DATA_FIXTURE_END = `
drop function if exists smoke_add, smoke_cheap, smoke_fail;
drop table if exists smoke_books, smoke_authors;`

const ids = (...list: number[]) => list.map((id) => ({ id }))
const read = (name: string, query: string, gives: unknown): DataCase => ({
  name,
  asks: `GET /smoke_books?${query}`,
  status: 200,
  gives,
})
const filter = (condition: string, ...found: number[]): DataCase =>
  read(`where ${condition}`, `select=id&order=id&${condition}`, ids(...found))
const refused = (name: string, asks: string, status: number, code: string, body?: unknown): DataCase => ({
  name,
  asks,
  status,
  gives: { code },
  body,
})
const SHOWN = { prefer: 'return=representation' }
const COUNTED = { prefer: 'count=exact' }

const READS: DataCase[] = [
  read('exact numbers', 'select=price&id=lte.2&order=id', '[{"price":9.50},{"price":0.10}]'),
  read('another name', 'select=t:title&id=eq.3', [{ t: 'Tea' }]),
  read('a cast', 'select=id::text&id=eq.3', [{ id: '3' }]),
  read('a value of JSON', 'select=about->pages&id=eq.3', [{ pages: 3 }]),
  read('in descending order', 'select=id&order=id.desc', ids(3, 2, 1)),
  read('nothing first', 'select=id&order=price.nullsfirst', ids(3, 2, 1)),
  read('a limit', 'select=id&order=id&limit=1', ids(1)),
  read('a limit behind an offset', 'select=id&order=id&limit=1&offset=1', ids(2)),
]
const FILTERS: DataCase[] = [
  filter('id=eq.2', 2),
  filter('id=neq.2', 1, 3),
  filter('id=gt.1', 2, 3),
  filter('id=gte.3', 3),
  filter('id=lt.2', 1),
  filter('id=in.(1,3)', 1, 3),
  filter('id=not.in.(1,3)', 2),
  filter('price=is.null', 3),
  filter('price=not.is.null', 1, 2),
  filter('title=like.*e*', 1, 2, 3),
  filter('title=ilike.t*', 3),
  filter('title=match.^L', 2),
  filter('title=in.("Notes","Tea")', 1, 3),
  filter('tags=cs.{math}', 1),
  filter('tags=ov.{old,new}', 1),
  filter('about->>pages=eq.3', 3),
  filter('or=(id.eq.1,title.eq.Tea)', 1, 3),
  filter('and=(id.gt.1,not.or(id.eq.2,id.eq.9))', 3),
  filter('id=eq(any).{1,2}', 1, 2),
]
const RELATIONS: DataCase[] = [
  read('to one', 'select=id,smoke_authors(name)&id=eq.3', [{ id: 3, smoke_authors: { name: 'Bob' } }]),
  read('spread', 'select=id,...smoke_authors(name)&id=eq.3', [{ id: 3, name: 'Bob' }]),
  filter('select=id,smoke_authors!inner()&smoke_authors.name=eq.Ada', 1, 2),
  {
    name: 'to many, ordered inside',
    asks: 'GET /smoke_authors?select=name,smoke_books(id)&smoke_books.order=id.desc&order=id',
    status: 200,
    gives: [
      { name: 'Ada', smoke_books: ids(2, 1) },
      { name: 'Bob', smoke_books: ids(3) },
    ],
  },
  {
    name: 'those without',
    asks: 'GET /smoke_authors?select=id,smoke_books()&smoke_books.price=gt.5&smoke_books=is.null',
    status: 200,
    gives: ids(2),
  },
]
const COUNTS: DataCase[] = [
  {
    name: 'a count',
    asks: 'HEAD /smoke_books',
    headers: COUNTED,
    status: 200,
    tells: ['content-range', '0-2/3'],
  },
  {
    name: 'a range of a count',
    asks: 'GET /smoke_books?select=id&order=id',
    headers: { ...COUNTED, range: '1-1' },
    status: 206,
    gives: ids(2),
    tells: ['content-range', '1-1/3'],
  },
  {
    name: 'a range behind the end',
    asks: 'GET /smoke_books?offset=9',
    headers: COUNTED,
    status: 416,
    gives: { code: 'PGRST103' },
  },
  {
    name: 'one row as an object',
    asks: 'GET /smoke_books?select=id&id=eq.1',
    headers: { accept: 'application/vnd.pgrst.object+json' },
    status: 200,
    gives: { id: 1 },
  },
  {
    name: 'CSV',
    asks: 'GET /smoke_authors?select=id,name&order=id',
    headers: { accept: 'text/csv' },
    status: 200,
    gives: 'id,name\n1,Ada\n2,Bob',
  },
]
const CALLS: DataCase[] = [
  { name: 'a function', asks: 'POST /rpc/smoke_add', body: { a: 1, b: 2 }, status: 200, gives: 3 },
  { name: 'a function by GET, with a default', asks: 'GET /rpc/smoke_add?a=1', status: 200, gives: 11 },
  {
    name: 'a function of rows, filtered',
    asks: 'GET /rpc/smoke_cheap?most=100&select=id&id=gt.1',
    status: 200,
    gives: ids(2),
  },
  refused('a function that raises', 'POST /rpc/smoke_fail', 400, 'P0001', {}),
  refused('a function with other parameters', 'POST /rpc/smoke_add', 404, 'PGRST202', { c: 1 }),
]
const WRITES: DataCase[] = [
  { name: 'insert', asks: 'POST /smoke_authors', body: { id: 3, name: 'Eve' }, status: 201 },
  {
    name: 'insert and read',
    asks: 'POST /smoke_authors?select=id',
    body: { id: 4, name: 'Dan' },
    headers: SHOWN,
    status: 201,
    gives: ids(4),
  },
  {
    name: 'insert many',
    asks: 'POST /smoke_authors?select=id&columns=id,name',
    body: [
      { id: 5, name: 'Fay', born: 1 },
      { id: 6, name: 'Guy' },
    ],
    headers: SHOWN,
    status: 201,
    gives: ids(5, 6),
  },
  {
    name: 'insert where it is told',
    asks: 'POST /smoke_authors',
    body: { id: 7, name: 'Hal' },
    headers: { prefer: 'return=headers-only' },
    status: 201,
    tells: ['location', '/smoke_authors?id=eq.7'],
  },
  refused('insert twice', 'POST /smoke_authors', 409, '23505', { id: 3, name: 'Eve' }),
  {
    name: 'upsert',
    asks: 'POST /smoke_authors?select=name',
    body: { id: 3, name: 'Eva' },
    headers: { prefer: 'resolution=merge-duplicates,return=representation' },
    status: 200,
    gives: [{ name: 'Eva' }],
  },
  {
    name: 'upsert that leaves what is there',
    asks: 'POST /smoke_authors?select=name',
    body: { id: 3, name: 'Eve' },
    headers: { prefer: 'resolution=ignore-duplicates,return=representation' },
    status: 201,
    gives: [],
  },
  { name: 'put', asks: 'PUT /smoke_authors?id=eq.8', body: { id: 8, name: 'Ivy', born: 2 }, status: 204 },
  { name: 'update', asks: 'PATCH /smoke_authors?id=eq.8', body: { born: 3 }, status: 204 },
  {
    name: 'update and read',
    asks: 'PATCH /smoke_authors?id=eq.8&select=born',
    body: { born: 4 },
    headers: SHOWN,
    status: 200,
    gives: [{ born: 4 }],
  },
  {
    name: 'delete and count',
    asks: 'DELETE /smoke_authors?id=gte.5',
    headers: COUNTED,
    status: 204,
    tells: ['content-range', '*/4'],
  },
  {
    name: 'delete and read',
    asks: 'DELETE /smoke_authors?id=in.(3,4)&select=id',
    headers: SHOWN,
    status: 200,
    gives: ids(3, 4),
  },
]
const REFUSALS: DataCase[] = [
  refused('no such table', 'GET /smoke_none', 404, 'PGRST205'),
  refused('no such column', 'GET /smoke_books?none=eq.1', 400, '42703'),
  refused('no such relation', 'GET /smoke_books?select=smoke_none(id)', 400, 'PGRST200'),
  refused('no such operator', 'GET /smoke_books?id=is_like.1', 400, 'PGRST100'),
  refused('a word as a number', 'GET /smoke_books?id=eq.one', 400, '22P02'),
  refused('a body without an end', 'POST /smoke_authors', 400, 'PGRST102', '{"id":'),
  refused('a reference to nothing', 'POST /smoke_books', 409, '23503', { id: 9, author_id: 99 }),
  refused('nothing where something must be', 'POST /smoke_authors', 400, '23502', { id: 9 }),
]

export const DATA_CASES: readonly DataCase[] = [
  ...READS,
  ...FILTERS,
  ...RELATIONS,
  ...COUNTS,
  ...CALLS,
  ...WRITES,
  ...REFUSALS,
]
