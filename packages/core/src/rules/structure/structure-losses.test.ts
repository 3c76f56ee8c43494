import { expect, test } from 'vitest'
import { structureLosses, type LosingTable } from './structure-losses.js'

type Column = LosingTable['columns'][number]

const of = (
  position: number | null,
  name: string,
  type = 'text',
  generated: string | null = null,
): Column => ({
  position,
  name,
  type,
  generated,
})
const table = (columns: readonly Column[], isRlsOn = false): LosingTable => ({ isRlsOn, columns })
const ID = of(1, 'id', 'bigint')
const NOTE = of(2, 'note')
const BEFORE = table([ID, NOTE])

test('a table that stays, is renamed in parts or gets a column loses nothing', () => {
  const none = { columns: [], casts: [], turnsRlsOff: false }
  expect(structureLosses(BEFORE, BEFORE)).toEqual(none)
  expect(structureLosses(BEFORE, table([ID, of(2, 'remark'), of(null, 'more')]))).toEqual(none)
  expect(structureLosses(BEFORE, table([ID, NOTE], true))).toEqual(none)
})

test('row-level security that is turned off is a loss', () => {
  expect(structureLosses(table([ID], true), table([ID])).turnsRlsOff).toBe(true)
})

test.each<[string, Column[], object | null]>([
  ['no column comes', [], null],
  ['one of its name and type comes', [of(null, 'note', ' TEXT ')], { as: 'same', column: 1, type: 'TEXT' }],
  ['one of its name and another type comes', [of(null, 'note', 'jsonb')], { as: 'type', column: 1 }],
  [
    'one of its type and another name comes',
    [of(null, 'remark')],
    { as: 'rename', column: 1, name: 'remark' },
  ],
  ['two of its type come', [of(null, 'remark'), of(null, 'more')], null],
  ['one of its name and one of its type come', [of(null, 'a'), of(null, 'note')], { as: 'same', column: 2 }],
  ['one of another name and type comes', [of(null, 'remark', 'jsonb')], null],
  ['a generated one comes', [of(null, 'note', 'text', "'a'")], null],
])('of a column that goes while %s, the values can be kept: %s', (_, added, keep) => {
  const [lost] = structureLosses(BEFORE, table([ID, ...added])).columns
  expect(lost).toMatchObject({ position: 2, name: 'note' })
  if (keep === null) expect(lost?.keep).toBeNull()
  else expect(lost?.keep).toMatchObject(keep)
})

test('of two columns of one type that go, none is taken for the one that comes', () => {
  const { columns } = structureLosses(table([ID, NOTE, of(3, 'more')]), table([ID, of(null, 'other')]))
  expect(columns.map(({ name, keep }) => [name, keep])).toEqual([
    ['note', null],
    ['more', null],
  ])
})

test('of two columns of one type that go, one of which comes back by its name, the other is renamed', () => {
  const after = table([ID, of(null, 'other'), of(null, 'note')])
  const { columns } = structureLosses(table([ID, NOTE, of(3, 'more')]), after)
  expect(columns.map(({ keep }) => keep)).toMatchObject([
    { as: 'same', column: 2 },
    { as: 'rename', column: 1 },
  ])
})

test.each([
  ['numeric', 'int4', true],
  ['timestamp', 'date', true],
  ['text', 'varchar(3)', true],
  ['varchar(3)', 'varchar(5)', false],
  ['varchar(3)', 'text', false],
  ['int4', ' integer ', false],
])('from %s to %s, values may be cut: %s', (from, to, may) => {
  const { casts } = structureLosses(table([of(1, 'a', from)]), table([of(1, 'b', to)]))
  expect(casts).toEqual(may ? [{ name: 'a', from, to: to.trim() }] : [])
})

test('the values of a generated column are computed again', () => {
  const before = table([of(1, 'a', 'numeric', 'b * 2')])
  expect(structureLosses(before, table([of(1, 'a', 'int4', 'b * 2')])).casts).toEqual([])
})
