/** The texts that the guard is measured on. */

const QUERY = `select o.id, o.placed_at, c.name, count(*) as lines, sum(l.price) as total, coalesce(max(l.note), '-') as note
from orders o join customers c on c.id = o.customer_id left join order_lines l on l.order_id = o.id
where o.placed_at > now() - interval '30 days' and c.country in ('CH', 'DE', 'AT') and lower(c.name) like 'a%'`

const CONDITION = " and l.note <> 'x' and o.total > 12"

/** What an editor typically holds: 1,000 characters of a query that runs unasked, so that every rule is gone through. */
export const QUERY_1_KB = QUERY.concat(
  CONDITION.repeat(Math.floor((1_000 - QUERY.length) / CONDITION.length)),
).padEnd(1_000)

/** A script as a migration tool writes it. */
export const SCRIPT_1_MB = sized(
  `create table "Orders" (id bigint primary key, note text default 'none; yet', total numeric(10, 2) not null);
insert into orders (id, note) values (1, 'it''s; fine'), (2, E'a\\tb'), (3, $$dollar; quoted$$); -- a remark
update orders set total = total * 1.077 where id = $1 and note <> ''; /* and another */
create function total(o orders) returns numeric language plpgsql as $body$ begin return o.total; end; $body$;
`,
  1_000_000,
)

/** What a hostile text is made of: everything that could send a lexer back to where it has been. */
export const HOSTILE_PIECES = [
  "'",
  '"',
  '$',
  '$$',
  '$a$ $b$ ',
  '$a ',
  '/*',
  '/* */',
  '--\n',
  "'a'--\n",
  "e'\\' ",
  "e''\n",
  '+-',
  '=+',
  '(',
  ')',
  ';',
  'a;',
  '1e',
  '1..',
  '\\',
  'create function f begin atomic end;',
  'with a as (update b ',
  'lower(a) x.b ',
]

/** A piece repeated to a length. */
export function sized(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
}
