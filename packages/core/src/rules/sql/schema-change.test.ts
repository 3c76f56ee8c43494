import { expect, test } from 'vitest'
import { changesCatalogue, followsSchema, mayChangeCatalogue } from './schema-change.js'

test.each([
  ['CREATE TABLE', true],
  ['ALTER TABLE', true],
  ['DROP VIEW', true],
  ['COMMENT', true],
  ['DO', true],
  ['SET', true],
  ['SELECT', false],
  ['INSERT', false],
  ['DOWNLOAD', false],
  ['', false],
])('%s: %s', (command, changes) => {
  expect(changesCatalogue(command)).toBe(changes)
})

test.each([
  ['begin; CREATE table t (); select 1/0', true],
  ['select created_at from t', false],
])('%s, which failed: %s', (sql, changes) => {
  expect(mayChangeCatalogue(sql)).toBe(changes)
})

test.each([
  [['projects', 'p'], true],
  [['projects', 'p', 'catalogue', 'tables'], true],
  [['projects', 'p', 'lints'], true],
  [['projects', 'p', 'branches'], false],
  [['projects', 'p', 'settings-v2'], false],
  [['projects', 'p', 'addons'], false],
  [['projects', 'p', 'custom-domains'], false],
  [['projects', 'p', 'content'], false],
])('%j follows the schema: %s', (key, follows) => {
  expect(followsSchema(key)).toBe(follows)
})
