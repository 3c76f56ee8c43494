import { expect, test } from 'vitest'
import type { ControlDatabase } from '../control/control-database.js'
import { roomForSql } from './room-for-sql.js'

const full = () => Promise.reject(Object.assign(new Error('no room'), { code: 'disk_full' }))
/** A control plane that knows one project, run by this engine. */
const projectOn = (engine: string) =>
  ({ selectOften: async () => [{ ref: 'shop', engine }] }) as never as ControlDatabase

const outcome = (sql: string, engine = 'cluster') =>
  roomForSql({ control: projectOn(engine), requireRoom: full })('shop', sql).then(
    () => 'runs',
    (error: { code: string }) => error.code,
  )

test.each([
  'select 1',
  'delete from t',
  'DELETE from t; truncate u; drop table v; vacuum full',
  '/* a */ -- b\n delete from t',
  'begin; delete from t; commit',
  '',
])('with a full disk it runs: %s', async (sql) => {
  expect(await outcome(sql)).toBe('runs')
})

test.each([
  'insert into t values (1)',
  'update t set a = 1',
  'create table t (a int)',
  'delete from t; insert into t values (1)',
  'begin; insert into t values (1); commit',
  'explain analyze insert into t values (1)',
  'with a as (insert into t values (1) returning *) select * from a',
  'deletes from t',
  'do $$ begin end $$',
])('with a full disk it is refused: %s', async (sql) => {
  expect(await outcome(sql)).toBe('disk_full')
})

test('a database that was added by URL is on another disk', async () => {
  expect(await outcome('insert into t values (1)', 'postgres')).toBe('runs')
})

test('with room everything runs', async () => {
  const requireRoomFor = roomForSql({ control: projectOn('cluster'), requireRoom: async () => {} })
  await requireRoomFor('shop', 'insert into t values (1)')
})
