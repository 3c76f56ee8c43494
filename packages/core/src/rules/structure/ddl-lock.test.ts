import { expect, test } from 'vitest'
import {
  ddlCost,
  locksAgainst,
  type AddedColumn,
  type DdlStep,
  type LockMode,
  type RowWork,
} from './ddl-lock.js'

test.each<[DdlStep, LockMode | null, RowWork, string[]]>([
  [{ step: 'create-schema' }, null, 'none', []],
  [{ step: 'create-publication' }, null, 'none', []],
  [{ step: 'set-sequence' }, null, 'none', []],
  [{ step: 'create-table', refersTo: [] }, null, 'none', []],
  [{ step: 'create-table', refersTo: ['a', 'b'] }, 'SHARE ROW EXCLUSIVE', 'none', ['a', 'b']],
  [{ step: 'rename' }, 'ACCESS EXCLUSIVE', 'none', []],
  [{ step: 'set-schema' }, 'ACCESS EXCLUSIVE', 'none', []],
  [{ step: 'drop-column' }, 'ACCESS EXCLUSIVE', 'none', []],
  [{ step: 'drop-table' }, 'ACCESS EXCLUSIVE', 'none', []],
  [{ step: 'catalogue-only' }, 'ACCESS EXCLUSIVE', 'none', []],
  [{ step: 'set-not-null' }, 'ACCESS EXCLUSIVE', 'scan', []],
  [{ step: 'add-check' }, 'ACCESS EXCLUSIVE', 'scan', []],
  [{ step: 'add-key' }, 'ACCESS EXCLUSIVE', 'index', []],
  [{ step: 'add-foreign-key', refersTo: ['a'] }, 'SHARE ROW EXCLUSIVE', 'scan', ['a']],
  [{ step: 'drop-foreign-key', refersTo: ['a'] }, 'ACCESS EXCLUSIVE', 'none', ['a']],
  [{ step: 'comment' }, 'SHARE UPDATE EXCLUSIVE', 'none', []],
  [{ step: 'publish' }, 'SHARE UPDATE EXCLUSIVE', 'none', []],
  [{ step: 'copy-rows' }, 'ACCESS SHARE', 'copy', []],
])('%o takes %s and does %s', (step, lock, work, alsoOn) => {
  expect(ddlCost(step)).toEqual({ lock, work, alsoOn })
})

const PLAIN: AddedColumn = {
  type: 'int8',
  default: null,
  identity: null,
  generated: null,
  isUnique: false,
  check: null,
}

test.each<[Partial<AddedColumn>, RowWork]>([
  [{}, 'none'],
  [{ default: '0' }, 'none'],
  [{ default: 'now()' }, 'none'],
  [{ default: 'gen_random_uuid()' }, 'rewrite'],
  [{ default: 'my_function()' }, 'may-rewrite'],
  [{ identity: 'always' }, 'rewrite'],
  [{ generated: 'a + 1' }, 'rewrite'],
  [{ type: 'bigserial' }, 'rewrite'],
  [{ type: 'serial4' }, 'rewrite'],
  [{ isUnique: true }, 'index'],
  [{ isUnique: true, check: 'a > 0' }, 'index'],
  [{ check: 'a > 0' }, 'scan'],
  [{ type: 'smallserial' }, 'rewrite'],
  [{ type: 'serial' }, 'rewrite'],
  [{ type: 'my_serial' }, 'none'],
  [{ default: 'my_function()', isUnique: true }, 'may-rewrite'],
  [{ default: '0', check: 'a > 0' }, 'scan'],
])('a new column with %o: %s', (changes, work) => {
  expect(ddlCost({ step: 'add-column', column: { ...PLAIN, ...changes } })).toMatchObject({
    lock: 'ACCESS EXCLUSIVE',
    work,
  })
})

test.each<[string, string, RowWork]>([
  ['int8', 'bigint', 'none'],
  ['int4', 'int8', 'rewrite'],
  ['varchar(10)', 'varchar(20)', 'none'],
  ['varchar(10)', 'varchar(10)', 'none'],
  ['varchar(20)', 'varchar(10)', 'rewrite'],
  ['varchar(10)', 'varchar', 'none'],
  ['varchar', 'varchar(10)', 'rewrite'],
  ['varchar(10)', 'text', 'none'],
  ['text', 'varchar', 'none'],
  ['text', 'varchar(10)', 'rewrite'],
  ['char(10)', 'char(20)', 'rewrite'],
  ['numeric(10,2)', 'numeric(12,2)', 'none'],
  ['numeric(10,2)', 'numeric(10,2)', 'none'],
  ['numeric(10,2)', 'numeric(12,3)', 'rewrite'],
  ['numeric(10,2)', 'numeric(9,2)', 'rewrite'],
  ['numeric(10)', 'numeric(12)', 'none'],
  ['numeric(10,2)', 'numeric', 'none'],
  ['numeric', 'numeric(10,2)', 'rewrite'],
  ['timestamptz(3)', 'timestamptz', 'none'],
  ['timestamptz', 'timestamptz(3)', 'rewrite'],
  ['timestamp', 'timestamptz', 'may-rewrite'],
  ['cidr', 'inet', 'none'],
  ['inet', 'cidr', 'may-rewrite'],
  ['text', 'inet', 'rewrite'],
  ['int8', 'varchar', 'rewrite'],
  ['numeric', 'numeric(10)', 'rewrite'],
  ['numeric(10)', 'numeric(10,0)', 'none'],
  ['cidr', 'text', 'may-rewrite'],
  ['numeric', 'numeric', 'none'],
  ['numeric(10)', 'numeric(12,0)', 'none'],
  ['numeric(10,2)', 'numeric(12)', 'rewrite'],
  ['numeric(10)', 'numeric(9)', 'rewrite'],
  ['numeric(10)', 'int8', 'rewrite'],
  ['varchar', 'text', 'none'],
  ['varchar(10)', 'int8', 'rewrite'],
  ['char(3)', 'text', 'rewrite'],
  ['text', 'char(3)', 'rewrite'],
  ['bit varying(3)', 'bit varying(5)', 'none'],
  ['bit(3)', 'bit(5)', 'rewrite'],
  ['time(3)', 'time', 'none'],
  ['interval', 'interval(3)', 'rewrite'],
  ['timestamptz', 'timestamp', 'may-rewrite'],
  ['timestamp', 'date', 'rewrite'],
  ['date', 'timestamp', 'rewrite'],
  ['text', 'int8', 'rewrite'],
  ['text', 'shop.mood', 'may-rewrite'],
  ['shop.mood', 'text', 'may-rewrite'],
])('from %s to %s: %s', (from, to, work) => {
  expect(ddlCost({ step: 'set-type', from, to })).toMatchObject({ lock: 'ACCESS EXCLUSIVE', work })
})

test.each<[LockMode, string, number]>([
  ['ACCESS EXCLUSIVE', 'AccessShareLock', 8],
  ['SHARE ROW EXCLUSIVE', 'RowExclusiveLock', 6],
  ['SHARE UPDATE EXCLUSIVE', 'ShareUpdateExclusiveLock', 5],
  ['SHARE', 'RowExclusiveLock', 5],
  ['EXCLUSIVE', 'RowShareLock', 7],
  ['ACCESS SHARE', 'AccessExclusiveLock', 1],
])('%s waits for %s and what is stronger', (lock, weakest, count) => {
  expect(locksAgainst(lock)).toHaveLength(count)
  expect(locksAgainst(lock)[0]).toBe(weakest)
})
