import { expect, test } from 'vitest'
import { isServerWide, runsAlone } from './migration-statement.js'

test.each<[string, boolean]>([
  ['create index concurrently i on t (a)', true],
  ['  -- why\n/* how */ CREATE UNIQUE\n INDEX  CONCURRENTLY i on t (a)', true],
  ['create index i on t (a)', false],
  [`comment on table t is 'create index concurrently'`, false],
  ['drop index concurrently i', true],
  ['reindex table concurrently t', true],
  ['reindex (verbose) index i', false],
  ['reindex schema app', true],
  ['vacuum full t', true],
  ['create database other', true],
  ['alter system set work_mem = 1', true],
  ['alter table p detach partition q concurrently', true],
  ['alter table p detach partition q', false],
  [`alter type mood add value 'x'`, true],
  ['alter type mood owner to me', false],
  ['create subscription s connection $$x$$ publication p', true],
  ['refresh materialized view concurrently v', false],
  ['cluster', true],
  ['cluster t using i', false],
  ['', false],
])('%s runs alone: %s', (sql, alone) => {
  expect(runsAlone(sql)).toBe(alone)
})

test.each<[string, boolean]>([
  ['create role app', true],
  [`alter user app password 'x'`, true],
  ['/* x */ drop group app', true],
  ['create user mapping for app server s', false],
  ['grant app to other', true],
  ['revoke app from other', true],
  ['grant select on t to app', false],
  ['grant connect on database d to app', true],
  ['grant set on parameter work_mem to app', true],
  ['alter database d set work_mem = 1', true],
  ['alter default privileges grant select on tables to app', false],
  ['reassign owned by app to other', true],
  ['drop owned by app', true],
  ['create table role (a int)', false],
  ['create table t (a int)', false],
])('%s is about the server: %s', (sql, wide) => {
  expect(isServerWide(sql)).toBe(wide)
})
