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
  ["select 'a|'", 'nothing'],
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
])('%s', (text, place) => {
  expect(at(text)).toMatchObject(place)
})
