select 1;
SELECT 'a' || 'b' AS joined, 1 + 2 * 3 - -4 AS number, NOT true AS flag;
select id, title, created_at from articles where published and created_at > now() - interval '7 days' order by created_at desc limit 20;
select a.id, a.title, u.name as author from articles a left join users u on u.id = a.author_id where u.name ilike 'a%' and a.rating between 3 and 5;
select count(*), sum(amount), avg(amount), min(amount), max(amount) from payments where currency = 'EUR' group by customer_id having count(*) > 3;
select distinct on (customer_id) customer_id, paid_at from payments order by customer_id, paid_at desc;
select date_trunc('month', paid_at)::date as month, sum(amount) filter (where refunded is not true) from payments group by 1 order by 1;
select row_number() over (partition by author_id order by created_at) as n, lag(title) over w from articles window w as (partition by author_id);
with recent as (select * from articles where created_at > now() - interval '1 day') select r.* from recent r where r.title <> '';
with recursive tree as (
  select id, parent_id, 1 as depth from folders where parent_id is null
  union all
  select f.id, f.parent_id, t.depth + 1 from folders f join tree t on t.id = f.parent_id
) search depth first by id set ordering select * from tree order by ordering;
select * from (values (1, 'one'), (2, 'two')) as v(number, word);
values (1, 2), (3, 4);
table articles;
select * from articles tablesample system (10) repeatable (42);
select jsonb_build_object('a', 1) -> 'a', payload ->> 'kind', payload #>> '{a,b}', payload @> '{"a": 1}', payload ? 'b' from events;
select (array[1, 2, 3])[1:2], tags && array['x'], 'x' = any (tags), not 'y' = all (tags) from articles;
select case when rating >= 4 then 'good' when rating >= 2 then 'fair' else 'poor' end as verdict from articles;
select coalesce(nullif(trim(both ' ' from title), ''), 'untitled'), substring(title from 1 for 10), extract(year from created_at) from articles;
select a.*, b.n from articles a cross join lateral (select count(*) as n from comments c where c.article_id = a.id) b;
select id from articles where id in (select article_id from comments where body like '%\%%' escape '\') and exists (select 1 from users);
select id from articles except select article_id from comments intersect all select 1 union select 2;
select * from articles order by title collate "C" nulls last offset 10 rows fetch first 5 rows with ties;
select * from articles for update of articles skip locked;
select * from articles for no key update nowait;
select * from articles for key share;
select "Weird ""Name""", U&"d\0061t\+000061", "ünïcode", étage from "Strange Table";
select 'it''s', E'tab\tnew\nline\'quote', U&'\0041', U&'!0041' uescape '!', B'1010', X'1F', N'national', $$dollar 'quoted'$$, $tag$with $$ inside$tag$;
select 'one '
  'two '
  -- between
  'three', e'a'
'b\'c';
select 1 as "select", 2 as select, 3 as end, 4 "limit";
select 1.5, .5, 5., 1e10, 1.5E-3, 0x1F, 0b101, 0o17, 1_000_000;
select $1::int, $2, a[$3], -$1;
select (address).city, (row(1, 2)).f1, t.point[1] from t;
select 1 /* comment; with /* nested; */ semicolon; */ + 2 -- and; another
;
select a@-1, a<=-1, a<->b, a!~*'x', @ -5, |/ 25.0, 5 !=- 3, 1 operator(pg_catalog.+) 2 from t;
select a at time zone 'UTC', interval '1' year, timestamp '2024-01-01', date '2024-01-01' from t;
select cast(a as numeric(10, 2)), a::varchar(10)[], cast(b as double precision) from t;
select * from generate_series(1, 10) with ordinality as g(n, i);
select * from rows from (generate_series(1, 2), unnest(array[1, 2])) as r(a, b);
select * from json_to_recordset('[{"a":1}]') as x(a int, b text);
select xmlelement(name a, xmlattributes('b' as c)), xmlforest(1 as d);
select json_object('a': 1), json_value('{"a":1}', '$.a' returning int), '{"a":1}' is json object;
select grouping(a), a, b from t group by grouping sets ((a), (b), ()), rollup (a, b), cube (a);
select percentile_cont(0.5) within group (order by amount), string_agg(title, ', ' order by title) from payments;
select * from a natural join b full outer join c using (id) as j;
select a is distinct from b, a is not true, b isnull, c notnull, a is unknown from t;
select into_date, updated, "into", deleted_at from truncated where created and dropped;
select current_date, current_timestamp(3), localtime, current_user, session_user, current_catalog;
select a into temp table picked from t where b = 1;
select all a, array(select 1), exists(select 2), (1, 2) = (3, 4), row(1) from only t;
select a similar to 'b', a not like 'c', a ~~ 'd', a between symmetric 2 and 1, (a, b) overlaps (c, d) from t;
explain select 1;
explain analyze select 1;
explain (analyze, buffers, format json) select * from articles;
select;
(select 1) union all (select 2 order by 1 limit 1);
