import { expect, test } from 'vitest'
import { completionsAt } from './completion.js'
import { indexCatalogue, type KnownFunction, type KnownRelation, EMPTY_CATALOGUE } from './sql-catalogue.js'
import { suggestionKey, type SuggestionKey } from './suggestion-keys.js'
import type { Suggestion } from './suggestion.js'
import { ACCEPTED_FRAGMENTS, TYPED_FRAGMENTS } from '../../testing/typed-fragments.js'

const table = (name: string, ...columns: string[]): KnownRelation => ({
  schema: 'public',
  name,
  kind: 'r',
  comment: null,
  columns: columns.map((column) => ({ name: column, type: 'text', isNullable: true, comment: null })),
})
const system = (name: string, result = 'text'): KnownFunction => ({
  schema: 'pg_catalog',
  name,
  parameters: '',
  result,
  comment: null,
})
const catalogue = indexCatalogue({
  ...EMPTY_CATALOGUE,
  schemas: ['auth', 'pg_catalog', 'public'],
  searchPath: ['pg_catalog', 'public'],
  relations: [
    table('customers', 'id', 'email', 'name', 'region_id', 'created_at'),
    table('orders', 'id', 'customer_id', 'status', 'total', 'created_at'),
    table('order_items', 'id', 'order_id', 'quantity'),
  ],
  functions:
    `count sum now pg_identify_object pg_show_all_settings inet_same_family upper asind nullif_text set_config
    values_of onerror is_normal to_char endof elsewhere dropped`
      .split(/\s+/)
      .map((name) => system(name)),
  types: ['bigint', 'text', 'integer', 'interval', 'timestamp with time zone', 'textsearch'],
})

function outcome(key: SuggestionKey, text: string, offset = text.length) {
  return suggestionKey(key, text, offset, completionsAt(text, offset, catalogue).items)
}

test.each(TYPED_FRAGMENTS)('%s stays as it is typed, on Enter and on Tab', (text) => {
  expect([outcome('Enter', text), outcome('Tab', text)]).toEqual(['type', 'type'])
})

test('in capitals too', () => {
  const changed = TYPED_FRAGMENTS.map((text) => text.toUpperCase()).filter(
    (text) => outcome('Enter', text) !== 'type' || outcome('Tab', text) !== 'type',
  )
  expect(changed).toEqual([])
})

test.each(ACCEPTED_FRAGMENTS)('%s is completed by Enter and by Tab', (text) => {
  expect([outcome('Enter', text), outcome('Tab', text)]).toEqual(['accept', 'accept'])
})

test.each([
  'select * from orders ord',
  'select * from orders o',
  'select total tot',
  'select count(*) fro',
  'select id val',
])('%s may end in an alias: Enter leaves it, Tab completes what can be', (text) => {
  expect(outcome('Enter', text)).toBe('type')
})

test.each(['select * from o', 'select * from orders where s', 'drop table c'])(
  '%s can’t end in an alias: Enter completes it',
  (text) => {
    expect(outcome('Enter', text)).toBe('accept')
  },
)

test('what begins a line is a clause from its second letter on', () => {
  expect(outcome('Enter', 'select * from orders\nwh')).toBe('accept')
  expect(outcome('Enter', 'select * from orders\nwhere status = 1\nord')).toBe('accept')
})

test.each([
  // A single letter.
  'select * from orders o\nw',
  'select * from orders where id = 1 o',
  'select * from orders order by id d',
  // A name that is new.
  'update orders s',
  'alter table orders add con',
  'set t',
])('%s: Enter leaves what may be a slip or a new name', (text) => {
  expect(outcome('Enter', text)).toBe('type')
  expect(outcome('Tab', text)).toBe('accept')
})

test.each([
  'delete fr',
  'create tab',
  'select * from orders order by id des',
  'select name from orders order by na',
])('%s is completed by Enter', (text) => {
  expect(outcome('Enter', text)).toBe('accept')
})

/** What a catalogue that is not known here would suggest. */
const suggested = (label: string): Suggestion[] => [
  { kind: 'column', label, detail: '', comment: null, insert: label, isCall: false },
]

test.each([
  // Behind a dot, and in quotes, nothing is complete; in a string a value is, but an empty one on Enter.
  ['select o.', 'status', 'accept', 'accept'],
  ['select o.st', 'status', 'accept', 'accept'],
  ['select o.tat', 'status', 'accept', 'accept'],
  ['select "st', 'status', 'accept', 'accept'],
  ['select "tat', 'status', 'accept', 'accept'],
  ["select 1 from t where a = 'o", 'open', 'accept', 'accept'],
  ["select 1 from t where a = '", 'open', 'type', 'accept'],
  ["select 1 from t where a = 'pe", 'open', 'accept', 'accept'],
  // A part in the middle of a name is not enough.
  ['select a, tat', 'status', 'type', 'type'],
  ['select a, sta', 'status', 'accept', 'accept'],
  ['select a, STA', 'Status', 'accept', 'accept'],
  ['select a, ', 'status', 'type', 'type'],
  // What may be an alias stays on Enter.
  ['select 1 from t whe', 'where', 'type', 'accept'],
  ['select 1 from t\nwhe', 'where', 'accept', 'accept'],
  ['select 1 from t\rwhe', 'where', 'accept', 'accept'],
  ['select 1\nfrom t whe', 'where', 'type', 'accept'],
  ['select f(1) fro', 'from', 'type', 'accept'],
  ['select 1 fro', 'from', 'type', 'accept'],
  ['select a from', 'from', 'type', 'type'],
  ['select null fro', 'from', 'accept', 'accept'],
  ['select 1 from t wher', 'where', 'accept', 'accept'],
])('%j with %s suggested: Enter does %s, Tab %s', (text, label, enter, tab) => {
  const items = suggested(label)
  expect(suggestionKey('Enter', text, text.length, items)).toBe(enter)
  expect(suggestionKey('Tab', text, text.length, items)).toBe(tab)
})

test('without suggestions, and with the word itself among them, a key is typed', () => {
  expect(suggestionKey('Tab', 'select o.', 9, [])).toBe('type')
  const items = [...suggested('status_code'), ...suggested('Status')]
  expect(suggestionKey('Tab', 'select o.status', 15, items)).toBe('type')
})

test('there are three hundred of them', () => {
  expect(TYPED_FRAGMENTS.length + ACCEPTED_FRAGMENTS.length).toBeGreaterThanOrEqual(300)
})
