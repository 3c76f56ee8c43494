import { describe, expect, test } from 'vitest'
import { changesData, statementFates, type StatementFate } from './statement-fate.js'

const KEPT = 'kept'
const BACK = 'rolled_back'

const ran = (texts: readonly string[]) =>
  texts.map((text) => ({ text, command: text.replace(/^\W+/, '').split(' ')[0]?.toUpperCase() ?? '' }))

describe('the fate of each statement', () => {
  test.each<[string[], leftOpen: boolean, StatementFate[]]>([
    [['insert'], false, [KEPT]],
    [['insert', 'update'], false, [KEPT, KEPT]],
    [['begin', 'insert'], true, [BACK, BACK]],
    // A transaction block takes in what came before it in the same message.
    [['insert', 'begin', 'insert'], true, [BACK, BACK, BACK]],
    [['insert', 'commit', 'begin', 'insert'], true, [KEPT, KEPT, BACK, BACK]],
    [['begin', 'insert', 'commit'], false, [KEPT, KEPT, KEPT]],
    [['begin', 'insert', 'rollback'], false, [BACK, BACK, BACK]],
    [['begin', 'insert', 'rollback', 'insert'], false, [BACK, BACK, BACK, KEPT]],
    [
      ['begin', 'insert', 'rollback', 'begin', 'insert', 'commit'],
      false,
      [BACK, BACK, BACK, KEPT, KEPT, KEPT],
    ],
    [
      ['begin', 'insert', 'savepoint a', 'update', 'rollback to a', 'delete', 'commit'],
      false,
      [KEPT, KEPT, KEPT, BACK, BACK, KEPT, KEPT],
    ],
    [
      ['begin', 'savepoint a', 'update', '/* x */ rollback to a', 'delete'],
      true,
      [BACK, BACK, BACK, BACK, BACK],
    ],
    [['insert', 'call p()', 'begin', 'insert'], true, ['unknown', BACK, BACK, BACK]],
    [['insert', 'call p()'], false, [KEPT, KEPT]],
    [[], true, []],
  ])('%j, left open: %s', (texts, leftOpen, expected) => {
    expect(statementFates(ran(texts), leftOpen)).toEqual(expected)
  })

  test.each([
    ['rollback to a', KEPT],
    ['ROLLBACK TO SAVEPOINT a', KEPT],
    ['rollback work to a', KEPT],
    ['-- so\nrollback transaction to a', KEPT],
    ['rollback', BACK],
    ['rollback and chain', BACK],
    ['rollback -- to a', BACK],
  ])('%j leaves what came before the savepoint: %s', (text, expected) => {
    const statements = [
      { command: 'INSERT' },
      { command: 'SAVEPOINT' },
      { command: 'UPDATE' },
      { command: 'ROLLBACK', text },
    ]
    expect(statementFates(statements, false)[0]).toBe(expected)
  })
})

test.each([
  ['INSERT', true],
  ['CREATE TABLE', true],
  ['SELECT', false],
  ['BEGIN', false],
  ['SET', false],
  ['', false],
])('%s changes what is stored: %s', (command, expected) => {
  expect(changesData(command)).toBe(expected)
})
