/**
 * The words PostgreSQL's grammar is made of: those to suggest while typing, and those that are not a name without
 * quotes.
 * @rule completion.keywords  @spec §9
 */

/** A name that is one of these needs quotes: PostgreSQL's reserved key words. */
const RESERVED =
  words(`all analyse analyze and any array as asc asymmetric authorization binary both case cast check
  collate collation column concurrently constraint create cross current_catalog current_date current_role
  current_schema current_time current_timestamp current_user default deferrable desc distinct do else end except
  false fetch for foreign freeze from full grant group having ilike in initially inner intersect into is isnull
  join lateral leading left like limit localtime localtimestamp natural not notnull null offset on only or order
  outer overlaps placing primary references returning right select session_user similar some symmetric system_user
  table tablesample then to trailing true union unique user using variadic verbose when where window with`)

/** How a statement begins. */
export const HEAD_WORDS = list(`select|with|insert into|update|delete from|create table|create view
  |create index|create function|create policy|create schema|create extension|create type|create trigger
  |create materialized view|alter table|drop table|drop view|drop function|truncate|explain|explain analyze
  |begin|commit|rollback|grant|revoke|comment on|vacuum|analyze|merge into|values|call|do|set|show|copy|refresh materialized view`)

/** Words that follow a complete expression: clauses, joins, the rest of a definition. */
export const CLAUSE_WORDS =
  list(`from|where|join|left join|right join|inner join|full join|cross join|lateral|on|using
  |group by|order by|having|limit|offset|fetch first|for update|union|union all|intersect|except|window|returning
  |set|values|as|and|or|not|in|is null|is not null|between|like|ilike|asc|desc|nulls first|nulls last|over|partition by
  |filter|within group|on conflict|do nothing|do update set|default|primary key|references|unique|check|not null
  |generated always as identity|on delete cascade|on update cascade|cascade|restrict|add column|drop column|alter column
  |rename to|rename column|add constraint|enable row level security|to|with check|if exists|if not exists|then|else|when|end
  |with|select|materialized|recursive|collate|at time zone|is distinct from|escape|language|returns|security definer`)

/** Where a value may begin. */
export const VALUE_WORDS =
  list(`case|when|then|else|end|not|null|true|false|exists|distinct|array|cast|interval|row|any|all
  |select|current_date|current_timestamp|default|lateral|between|and|or|extract|coalesce|nullif|greatest|least`)

/** The most common functions: before PostgreSQL's other functions that begin with the same letters. */
export const COMMON_FUNCTIONS =
  list(`count|sum|avg|min|max|now|lower|upper|length|round|abs|concat|trim|replace|substring|date_trunc|date_part
  |to_char|to_date|to_timestamp|string_agg|array_agg|json_agg|jsonb_agg|jsonb_build_object|row_number|rank|dense_rank
  |lag|lead|first_value|last_value|generate_series|gen_random_uuid|split_part|regexp_replace|age|random|ceil|floor
  |string_to_array|array_length|unnest|jsonb_set|current_setting|set_config|nextval|pg_size_pretty
  |pg_total_relation_size|pg_sleep|version`)

/** The most common types of columns and parameters. */
export const COMMON_TYPES = list(
  `bigint|integer|text|boolean|timestamp with time zone|date|numeric|uuid|jsonb|character varying|double precision`,
)

/** Types that only functions return. */
export const RESULT_TYPES = list(`void|trigger|record|setof|table|event_trigger`)

/** Bare words that end the expression before them, and are neither a name nor an alias there. */
const CLAUSES =
  words(`from where join left right inner full cross natural lateral on using group order having limit offset
  fetch for union intersect except window returning set values as and or not in is between like ilike similar asc desc
  nulls over partition filter within conflict do default primary references unique check select insert update delete
  into with when then else end case create alter drop table view index function policy schema add column constraint to
  by distinct all any exists only tablesample merge truncate explain analyze begin commit rollback grant revoke comment
  call copy collate returns language recursive materialized temporary temp if replace cascade restrict trigger execute
  before after each row rename type enum extension refresh vacuum show`)

/** Words of PL/pgSQL and of definitions that the lists above lack. */
const OTHER_WORDS =
  words(`declare loop elsif elseif exit continue foreach reverse slice raise notice warning exception info debug log
  perform return next query strict get diagnostics found assert open close cursor move alias constant record
  stable immutable volatile strict parallel safe cost rows leakproof security invoker definer sql plpgsql
  work transaction isolation level serializable committed uncommitted repeatable read write only savepoint release
  prepare deallocate listen unlisten notify lock share mode nowait skip locked reindex cluster discard reset owner
  tablespace server wrapper publication subscription sequence increment minvalue maxvalue start cache cycle owned
  domain aggregate operator class family rule statistics collation conversion event permissive restrictive enable
  disable force level security attach detach partition partitions hash list inherit noinherit login nologin superuser
  password valid until createdb createrole connection admin option privileges temp temporary unlogged logged storage
  compression identity always stored virtual match partial simple action cascaded local rollup cube grouping sets
  ordinality preceding following unbounded current exclude ties others groups range filter within only first last
  up down both leading trailing matched by source target value values of old new statement procedure routine`)

/** Every single word of the phrases that are offered. */
const OFFERED_WORDS = new Set(
  [...HEAD_WORDS, ...CLAUSE_WORDS, ...VALUE_WORDS].flatMap((phrase) => phrase.split(' ')),
)

/** How a column's type is commonly written. */
const TYPE_WORDS =
  words(`int int2 int4 int8 smallint integer bigint serial bigserial smallserial real float float4 float8 double precision
  numeric decimal money text varchar char character varying bpchar bytea boolean bool date time timetz timestamp
  timestamptz zone interval uuid json jsonb xml inet cidr macaddr point line box path polygon circle tsvector tsquery
  name oid regclass void record trigger anyelement`)

/** Whether a bare word in small letters is a whole word of the language, so that nothing has to follow it. */
export function isCompleteWord(word: string): boolean {
  return isClauseWord(word) || OFFERED_WORDS.has(word) || OTHER_WORDS.has(word) || TYPE_WORDS.has(word)
}

/** Whether a name means the same without quotes. */
export function needsQuotes(name: string): boolean {
  return !/^[a-z_][a-z0-9_$]*$/.test(name) || RESERVED.has(name)
}

/** A name as it is written in SQL. */
export function writtenName(name: string): string {
  return needsQuotes(name) ? `"${name.replaceAll('"', '""')}"` : name
}

/** Whether a bare word in small letters is a word of the grammar rather than a name. */
export function isClauseWord(word: string): boolean {
  return CLAUSES.has(word) || RESERVED.has(word)
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}

function list(text: string): readonly string[] {
  return text.split('|').map((phrase) => phrase.trim().replace(/\s+/g, ' '))
}
