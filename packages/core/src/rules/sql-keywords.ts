/**
 * The words PostgreSQL's grammar is made of: those worth offering while one types, and those that are no name without
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

/** What stands behind a complete piece: clauses, joins, the rest of a definition. */
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

/** Bare words that end what stands before them: none of them is a name or an alias there. */
const CLAUSES =
  words(`from where join left right inner full cross natural lateral on using group order having limit offset
  fetch for union intersect except window returning set values as and or not in is between like ilike similar asc desc
  nulls over partition filter within conflict do default primary references unique check select insert update delete
  into with when then else end case create alter drop table view index function policy schema add column constraint to
  by distinct all any exists only tablesample merge truncate explain analyze begin commit rollback grant revoke comment
  call copy collate returns language recursive materialized temporary temp if replace cascade restrict trigger execute
  before after each row rename type enum extension refresh vacuum show`)

/** Whether a name means the same without quotes. */
export function needsQuotes(name: string): boolean {
  return !/^[a-z_][a-z0-9_$]*$/.test(name) || RESERVED.has(name)
}

/** A name as it stands in a text. */
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
