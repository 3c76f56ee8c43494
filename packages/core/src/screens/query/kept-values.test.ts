import { expect, test } from 'vitest'
import { createMemoryHost } from '../../testing/memory-host.js'
import { createKeptValues } from './kept-values.js'

test('values are kept with their query, NULL apart from the empty text', () => {
  const { storage } = createMemoryHost('/')
  const values = createKeptValues(storage, 'a:1')
  values.set('id', '')
  values.set('day', null)
  expect(createKeptValues(storage, 'a:1').$values.get()).toEqual({ id: '', day: null })
  expect(createKeptValues(storage, 'a:2').$values.get()).toEqual({})
})

test('a very long value lasts as long as the page', () => {
  const { storage } = createMemoryHost('/')
  const values = createKeptValues(storage, 'a:1')
  values.set('long', 'x'.repeat(200_000))
  values.set('short', 'y')
  expect(values.$values.get()['long']).toHaveLength(200_000)
  expect(createKeptValues(storage, 'a:1').$values.get()).toEqual({ short: 'y' })
})

test.each(['', '{', '[1]', '"x"', 'null', '{"a": 1, "b": {}}'])(
  'what was stored as %j is no value',
  (text) => {
    const { storage } = createMemoryHost('/')
    storage.set('basedeck:query-values:a:1', text)
    expect(createKeptValues(storage, 'a:1').$values.get()).toEqual({})
  },
)
