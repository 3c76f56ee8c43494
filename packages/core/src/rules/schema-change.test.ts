import { expect, test } from 'vitest'
import { changesCatalogue } from './schema-change.js'

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
