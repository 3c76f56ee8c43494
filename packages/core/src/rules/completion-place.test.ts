import { expect, test } from 'vitest'
import { completionPlace } from './completion-place.js'

/** `|` is the cursor. */
function at(text: string) {
  const offset = text.indexOf('|')
  const { words: _, index: __, ...place } = completionPlace(text.replace('|', ''), offset)
  return place
}

test.each([
  ['|', 'head'],
  ['sel|', 'head'],
  ['select |', 'value'],
  ['select a, |', 'value'],
  ['select a |', 'clause'],
  ['select * |', 'clause'],
  ['select a * |', 'value'],
  ['select count(|', 'value'],
  ['select a from |', 'relation'],
  ['select a from t, |', 'relation'],
  ['select a from t |', 'clause'],
  ['select a from t where |', 'value'],
  ['select a from t where a in (|', 'head'],
  ['select a is distinct from |', 'value'],
  ['select a from t for update |', 'value'],
  ['delete from t using |', 'relation'],
  ['insert into |', 'relation'],
  ['insert into t (|', 'columns-of'],
  ['insert into t values (|', 'value'],
  ['update |', 'relation'],
  ['update t set |', 'value'],
  ['select a::|', 'type'],
  ['select cast(a as |', 'type'],
  ['select a as |', 'nothing'],
  ['select u.|', 'member'],
  ['select a..|', 'clause'],
  ['merge into t using |', 'relation'],
  ['create table |', 'nothing'],
  ['create table t (|', 'nothing'],
  ['create table t (id |', 'type'],
  ['create view v as |', 'head'],
  ['create index i on |', 'relation'],
  ['create policy p on |', 'relation'],
  ['alter table |', 'relation'],
  ['create table t (id int references u on |', 'words'],
  ['create function f(|', 'nothing'],
  ['create function s.f(a |', 'type'],
  ['create function f(a int, b |', 'type'],
  ['create function f() returns |', 'type'],
  ['alter table t add column |', 'nothing'],
  ['alter table t add column a |', 'type'],
  ['alter table t add a |', 'type'],
  ['alter table t alter column a type |', 'type'],
  ['alter table t drop column |', 'value'],
  ['drop function |', 'function'],
  ['create trigger a before insert on t for each row execute function |', 'function'],
  ['create function |', 'nothing'],
  ['grant select on |', 'relation'],
  ['grant usage on schema |', 'schema'],
  ['alter table t set schema |', 'schema'],
  ['create schema |', 'nothing'],
  ['refresh materialized view |', 'relation'],
  ['comment on column |', 'relation'],
  ['delete |', 'words'],
  ['select a from t order by a desc |', 'clause'],
  ['select extract(year from |', 'value'],
  ["select 'a|'", 'nothing'],
  ["select 'a|'::t", 'literal'],
  ['select "a|', 'value'],
  ['select $$ a|', 'nothing'],
  ['select 1 -- |', 'nothing'],
  ['select 1 /* /* */ |', 'nothing'],
  ['select 1 /* */ |', 'clause'],
])('%s asks for: %s', (text, type) => {
  expect(at(text).type).toBe(type)
})

test.each([
  ['select ab|cd from t', { typed: 'ab', start: 7, end: 11, isQuoted: false }],
  ['select "a|b" from t', { typed: 'a', start: 7, end: 11, isQuoted: true }],
  ['select "a| from t', { typed: 'a', start: 7, end: 9, isQuoted: true }],
  ['select | from t', { typed: '', start: 7, end: 7, isQuoted: false }],
  ['select a.|', { typed: '', of: ['a'], wantsRelation: false }],
  ['select a."B".c|', { typed: 'c', of: ['a', 'B'] }],
  ['select * from a.|', { of: ['a'], wantsRelation: true }],
  ['insert into s.t (a, |', { relation: ['s', 't'] }],
  // The quote that is open is the one at the cursor.
  ['select a."b| from "T" a', { typed: 'b', of: ['a'], isQuoted: true }],
  ['comment on column t.|', { of: ['t'], wantsRelation: false }],
  ['create trigger a before insert on t for each row execute function s.|', { named: { isTrigger: true } }],
  ['drop function s.|', { named: { isTrigger: false } }],
  // Where an alias may stand, a letter may be one.
  ['select a |', { type: 'clause', mayBeAlias: true }],
  ['select a from t |', { type: 'clause', mayBeAlias: true }],
  ['select a from s.t |', { type: 'clause', mayBeAlias: true }],
  ['select a from (select 1) |', { type: 'clause', mayBeAlias: true }],
  ['select a from t u |', { type: 'clause', mayBeAlias: false }],
  ['select a from t as u |', { type: 'clause', mayBeAlias: false }],
  ['select a from t join v w |', { type: 'clause', mayBeAlias: false, likely: ['on', 'using'] }],
  ['select a from t where a |', { type: 'clause', mayBeAlias: false }],
  ['select a from t order by a |', { type: 'clause', mayBeAlias: false }],
  ['delete from t using u |', { type: 'clause', mayBeAlias: true }],
  ['create policy p on t using (a) |', { type: 'clause', mayBeAlias: false }],
])('%s', (text, place) => {
  expect(at(text)).toMatchObject(place)
})
