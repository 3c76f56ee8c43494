import { expect, test } from 'vitest'
import type { ObjectField, ObjectValues } from '../../sql/objects/object-kind.js'
import { objectProblems } from './object-problems.js'

const text = (
  check: 'name' | 'type' | 'expression' | 'number' | 'none',
  isRequired = false,
): ObjectField => ({
  name: 'a',
  type: 'text',
  check,
  isRequired,
})
const rows: ObjectField = {
  name: 'a',
  type: 'rows',
  isRequired: true,
  columns: [
    { name: 'x', type: 'text', check: 'name', isRequired: true },
    { name: 'y', type: 'text', check: 'expression' },
    { name: 'z', type: 'flag' },
  ],
}

test.each<[ObjectField, ObjectValues[string], string[]]>([
  [text('name', true), '', ['a name']],
  [text('name'), '', []],
  [text('name'), 'x'.repeat(63), []],
  [text('name'), 'x'.repeat(64), ['a name']],
  [text('name'), '😀'.repeat(16), ['a name']],
  [text('type', true), '  ', ['a required']],
  [text('type'), 'int not null', ['a type']],
  [text('type'), 'int); drop table x; --', ['a type']],
  [text('expression'), '(a', ['a expression']],
  [text('expression'), `a) or ('1'='1'`, ['a expression']],
  [text('expression'), `a > 0`, []],
  [text('number'), '12', []],
  [text('number'), '-1', []],
  [text('number'), '1; drop', ['a number']],
  [text('none'), 'a\0b', ['a nul']],
  [text('none', true), '', ['a required']],
  [{ name: 'a', type: 'code', isRequired: true }, ' \n', ['a required']],
  [{ name: 'a', type: 'code', isRequired: true }, 'select 1', []],
  [{ name: 'a', type: 'secret' }, '\0', ['a nul']],
  [{ name: 'a', type: 'set', choices: ['b'], isRequired: true }, [], ['a required']],
  [{ name: 'a', type: 'set', choices: ['b'], isRequired: true }, ['b'], []],
  [{ name: 'a', type: 'set', choices: ['b'] }, [], []],
  [{ name: 'a', type: 'flag' }, true, []],
  [rows, [], ['a required']],
  [rows, [{ x: '', y: '', z: true }], ['a.0.x name']],
  [
    rows,
    [
      { x: 'b', y: '', z: true },
      { x: 'c', y: "'", z: false },
    ],
    ['a.1.y expression'],
  ],
])('%j with %j', (field, value, expected) => {
  const found = objectProblems([field], { a: value }, true)
  expect(found.map(({ path, problem }) => `${path} ${problem.kind}`)).toEqual(expected)
})

test('a field that the form does not show has no problem', () => {
  const field: ObjectField = { ...text('name', true), isShown: (_values, isNew) => !isNew }
  expect(objectProblems([field], { a: '' }, true)).toEqual([])
  expect(objectProblems([field], { a: '' }, false)).toHaveLength(1)
})
