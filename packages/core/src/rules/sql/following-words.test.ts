import { expect, test } from 'vitest'
import { followingWords, likelyWords } from './following-words.js'
import { SqlWords } from './sql-words.js'

/** What may follow the text, or what is before `|` in it. */
function after(text: string) {
  const [before = '', behind = ''] = text.split('|')
  return followingWords(new SqlWords(before + behind), new SqlWords(before).tokens.length)
}

test.each([
  ['delete', 'from'],
  ['with a as (select 1) insert', 'into'],
  ['with a as (delete', 'from'],
  ['explain delete', 'from'],
  ['create or replace', 'function'],
  ['comment on', 'table'],
  ['refresh', 'materialized view'],
  ['set', 'role'],
  ['select a from t order', 'by'],
  ['select a from t group', 'by'],
  ['select a from t where a is', 'null'],
  ['select a from t where a is not', 'null'],
  ['select a from t left', 'join'],
  ['select 1 union', 'all'],
  ['select 1 union all', 'select'],
  ['select a from t for', 'update'],
  ['select a from t order by a nulls', 'first'],
  ['select sum(a) over (', 'partition by'],
  ['select sum(a) over w from t window w as (', 'partition by'],
  ['insert into t values (1) on', 'conflict'],
  ['insert into t values (1) on conflict', 'do nothing'],
  ['insert into t values (1) on conflict (a) do', 'nothing'],
  ['grant select,', 'select'],
  ['create table t (a int not', 'null'],
  ['create table t (a int generated', 'always as identity'],
  ['select a at', 'time zone'],
  ['update t', 'set'],
  ['update s.t', 'set'],
  ['alter table t add', 'column'],
  ['alter table t alter column a', 'type'],
  ['alter table t add constraint a', 'primary key'],
  ['create table t (a int references b on delete', 'cascade'],
  ['create policy p on t for', 'all'],
  ['create policy p on t for select', 'to'],
  ['create or replace trigger a before', 'insert'],
  ['create trigger a before insert on t for each row execute', 'function'],
  ['create function f() returns int language', 'sql'],
  ['revoke select,', 'select'],
  ['select a from t where exists (delete', 'from'],
  ['insert into t (a, b) select a from (select a from u join v on true) x on', 'conflict'],
  ['insert into t values (1) on conflict on constraint c do', 'nothing'],
])('%s: %s', (text, first) => {
  expect(after(text)?.phrases[0]).toBe(first)
})

test.each([
  [''],
  ['select'],
  ['select a'],
  ['select t.delete'],
  ['select a from t join u on'],
  ['insert into t select a from u join v on'],
  ['insert into t select a from u'],
  ['create index i on'],
  ['grant select, insert on'],
  ['grant select on a,'],
  ['create trigger a after insert on'],
  ['create policy p on t for update using (a) with check (b) and delete'],
  ['select percentile_cont(0.5) within group'],
  ['select count('],
  ['select substring(a for'],
  ['fetch'],
  ['select a from t for update of t'],
  ['update t u'],
  ['grant select (a,'],
  ['grant select to a,'],
  ['revoke select on t from a,'],
  ['revoke select from a,'],
  ['select constructor'],
  ['select a from t where constructor'],
  ['constructor'],
  ['constructor name'],
  ['alter table t constructor'],
  ['select __proto__'],
  ['select t.order'],
  ['select a from t where b in ('],
  ['select a as ('],
  ['select a from t window'],
  ['select do'],
  ['insert into t values (1) do'],
  ['insert into t select a from u join v using (a) join w on'],
  ['select a column b'],
  ['select a alter column b'],
  ['alter view v alter column a'],
  ['alter table t alter column'],
  ['alter table t validate constraint a'],
  ['alter table t alter column 1'],
  ['select (a do |)'],
  ['select (a on |) from t'],
])('%s: anything', (text) => {
  expect(after(text)).toBeUndefined()
})

test('behind the table of an UPDATE comes SET, or its alias', () => {
  expect(after('update t')).toEqual({ phrases: ['set', 'as'], also: 'name' })
})

test.each([
  ['alter table t add', 'name'],
  ['alter table t drop', 'column'],
  ['grant', 'role'],
  ['update t', 'name'],
  ['delete', undefined],
])('%s: also a %s', (text, also) => {
  expect(after(text)?.also).toBe(also)
})

test.each([
  ['select a from t where a', 'where', 'and'],
  ['select case when a', 'when', 'then'],
  ['select a from t order by a', 'by', 'asc'],
  ['select a from t order by a desc', 'by', 'nulls first'],
  ['update t u', 'update', 'set'],
  ['grant select on t', 'on', 'to'],
  ['revoke select on t', 'on', 'from'],
  ['create policy p on t', 'on', 'for'],
  ['create table t (a int', '', 'not null'],
  ['select a', 'select', undefined],
  ['select a from t join u on a', 'on', 'and'],
  ['select a from t group by a having b', 'having', 'and'],
  ['create table t (a int)', '', undefined],
  ['create table t as select (a', 'select', undefined],
  ['select (a', '', undefined],
  ['select a from t where (a', 'where', 'and'],
])('behind %s, in the clause %j, comes first: %s', (text, clause, first) => {
  const words = new SqlWords(text)
  expect(likelyWords(words, words.tokens.length, clause)[0]).toBe(first)
})
