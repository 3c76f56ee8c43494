import { expect, test } from 'vitest'
import { migrationFile, migrationFileName, migrationSlug, migrationStandings } from './migration-file.js'

test.each<[string, { version: string; name: string } | null]>([
  ['20260102030405_add_orders.sql', { version: '20260102030405', name: 'add_orders' }],
  ['0001_a.b.sql', { version: '0001', name: 'a.b' }],
  ['20260102030405.sql', { version: '20260102030405', name: '' }],
  ['add_orders.sql', null],
  ['20260102030405_add.sql.bak', null],
  ['2026_.txt', null],
])('%s', (file, parts) => {
  expect(migrationFileName(file)).toEqual(parts)
})

test.each([
  ['Add orders', 'add_orders'],
  ['  a/../b"; drop ', 'a_b_drop'],
  ['Größe جدول', 'größe_جدول'],
  ['...', ''],
  ['x'.repeat(150), 'x'.repeat(100)],
])('a file is named after %s', (name, slug) => {
  expect(migrationSlug(name)).toBe(slug)
  expect(migrationFile('7', name)).toBe(slug === '' ? '7.sql' : `7_${slug}.sql`)
})

const sql = 'create table t (a int);'
const applied = (version: string, statements: string[] | null = ['create table t (a int)']) => ({
  version,
  name: 'x',
  statements,
})

test('each file and each applied migration has its standing, the oldest first', () => {
  const standings = migrationStandings(
    [
      { file: '5_new.sql', sql },
      { file: '1_same.sql', sql: `-- a comment\n${sql}\n\n` },
      { file: '2_changed.sql', sql: 'create table t (a bigint);' },
      { file: '3_late.sql', sql },
      { file: '10_two.sql', sql },
      { file: '10_one.sql', sql },
      { file: 'README.md', sql: '' },
    ],
    [applied('4'), applied('2'), applied('1')],
  )
  expect(standings.map(({ version, file, state }) => [version, file, state])).toEqual([
    ['1', '1_same.sql', 'applied'],
    ['2', '2_changed.sql', 'changed'],
    ['3', '3_late.sql', 'late'],
    ['4', null, 'missing'],
    ['5', '5_new.sql', 'pending'],
    ['10', '10_one.sql', 'double'],
    ['10', '10_two.sql', 'double'],
  ])
})

test('a history that keeps no statements takes every text for the applied one', () => {
  expect(migrationStandings([{ file: '1.sql', sql }], [applied('1', null)])[0]?.state).toBe('applied')
})
