import { expect, test } from 'vitest'
import { canBeJudged, kindOf, reasonsOf } from './statement-kind.js'

test('an unknown kind of statement asks, and can’t be judged', () => {
  expect(kindOf('FutureThingStmt')).toBe('future-thing')
  expect(reasonsOf('FutureThingStmt', {})).toEqual(['unknown-statement'])
  expect(canBeJudged('FutureThingStmt', {})).toBe(false)
})

test.each(['SelectStmt', 'ExplainStmt', 'VariableShowStmt'])('%s itself is no reason to ask', (type) => {
  expect(reasonsOf(type, {})).toEqual([])
  expect(canBeJudged(type, {})).toBe(true)
})

test.each([
  ['AlterOwnerStmt', 'permission-change'],
  ['AlterObjectSchemaStmt', 'schema-change'],
  ['SecLabelStmt', 'schema-change'],
  ['ReassignOwnedStmt', 'permission-change'],
  ['ImportForeignSchemaStmt', 'schema-change'],
  ['ReindexStmt', 'maintenance'],
  ['UnlistenStmt', 'notification'],
  ['FetchStmt', 'session-state'],
  ['DropTableSpaceStmt', 'drop'],
  ['VariableSetStmt', 'setting-change'],
])('%s: %s', (type, reason) => {
  expect(reasonsOf(type, {})).toEqual([reason])
  expect(canBeJudged(type, {})).toBe(true)
})
