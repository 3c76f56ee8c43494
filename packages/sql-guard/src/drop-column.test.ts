import { expect, test } from 'vitest'
import { dropsColumn } from './drop-column.js'
import { piecesOf } from './pieces.js'

test.each([
  ['alter table t drop column a', true],
  ['alter table t drop column if exists a cascade', true],
  ['alter table t drop a', true],
  ['alter table t drop if exists a', true],
  ['alter table if exists only s."T" drop a', true],
  ['alter table t * drop a', true],
  ['alter foreign table t drop column a', true],
  ['alter table t add b numeric(1, 2) default drop(1), drop column a, drop column c', true],
  ['alter table drop drop column a', true],
  ['alter table t alter column a drop not null', false],
  ['alter table t alter a drop default, alter b drop identity if exists', false],
  ['alter table t drop constraint c', false],
  ['alter table t drop constraint if exists c, drop a', true],
  ['alter table t add column drop_at date', false],
  ['alter table t add check (f(a, drop))', false],
  ['alter domain d drop not null', false],
  ['alter view v alter a drop default', false],
  ['alter type t drop attribute a', false],
  ['alter', false],
  ['alter table', false],
  ['alter table s.', false],
])('whether %j drops a column: %s', (sql, expected) => {
  const [piece] = piecesOf(sql)
  expect(piece && dropsColumn(piece, 0)).toBe(expected)
})
