import { expect, test } from 'vitest'
import { createMemoryHost } from '../../testing/memory-host.js'
import { QUERIES } from './snippet-kind.js'
import { createSnippetRecords, NEW_META, newSnippetRecord, type SnippetRecord } from './snippet-records.js'

const record = (needsSave: boolean): SnippetRecord => ({
  ...newSnippetRecord(NEW_META),
  base: '2026-01-01T00:00:00.000Z',
  needsSave,
})

function setUp(owner: () => string | undefined = () => undefined) {
  const forgotten: string[] = []
  const host = createMemoryHost()
  const records = createSnippetRecords(host, owner, (_, id) => forgotten.push(id), QUERIES.storage)
  return { host, records, forgotten }
}

test('texts that are saved leave the device, the longest untouched first; one that is not saved never does', () => {
  const { records, forgotten } = setUp()
  records.write('shop', 'unsaved', record(true))
  for (let index = 0; index < 30; index++) records.write('shop', `saved ${index}`, record(false))
  expect(records.unsaved('shop')).toEqual(['unsaved'])
  expect(records.read('shop', 'unsaved')).toMatchObject({ needsSave: true })
  expect(forgotten).toEqual(Array.from({ length: 10 }, (_, index) => `saved ${index}`))
  expect(records.read('shop', 'saved 0')).toBeUndefined()
  expect(records.read('shop', 'saved 29')).toBeDefined()
})

test('once it is saved, it leaves as any other', () => {
  const { records, forgotten } = setUp()
  records.write('shop', 'late', record(true))
  for (let index = 0; index < 25; index++) records.write('shop', `${index}`, record(false))
  records.write('shop', 'late', record(false))
  for (let index = 0; index < 20; index++) records.write('shop', `again ${index}`, record(false))
  expect(records.unsaved('shop')).toEqual([])
  expect(forgotten).toContain('late')
})

test('another project has its own', () => {
  const { records, forgotten } = setUp()
  records.write('shop', 'a', record(false))
  for (let index = 0; index < 25; index++) records.write('other', `${index}`, record(false))
  expect(forgotten).not.toContain('a')
  expect(records.read('shop', 'a')).toBeDefined()
})

test('one that was just created here is not stored anywhere yet', () => {
  expect(newSnippetRecord({ ...NEW_META, name: 'Sales' })).toEqual({
    fields: { ...NEW_META, name: 'Sales' },
    base: null,
    needsSave: false,
    changed: [],
    from: {},
    isTextChanged: true,
    baseText: null,
    isDeleted: false,
    isRefused: false,
    saves: [],
  })
})

test('each person of a browser has their own list', () => {
  let person: string | undefined = 'ada'
  const { host, records } = setUp(() => person)
  records.write('shop', 'a', record(true))
  person = 'bea'
  expect(records.unsaved('shop')).toEqual([])
  records.write('shop', 'b', record(true))
  person = undefined
  expect(records.unsaved('shop')).toEqual([])
  records.write('shop', 'c', record(true))
  const lists = [...host.storage.values].filter(([key]) => key.startsWith('basedeck:snippets:'))
  expect(lists).toEqual([
    ['basedeck:snippets:@ada/shop', '["a"]'],
    ['basedeck:snippets:@bea/shop', '["b"]'],
    ['basedeck:snippets:shop', '["c"]'],
  ])
})

test('the list has each once, the last touched first, and is written when the order changes', () => {
  const { host, records } = setUp()
  const list = () => host.storage.get('basedeck:snippets:shop')
  for (const id of ['a', 'b', 'a', 'c']) records.write('shop', id, record(true))
  expect(list()).toBe('["c","a","b"]')
  host.storage.set('basedeck:snippets:shop', '["c", "a", "b"]')
  records.write('shop', 'c', record(false))
  expect(list()).toBe('["c", "a", "b"]')
})

test('a removed one is gone, with its place in the list; the others stay', () => {
  const { host, records } = setUp()
  for (const id of ['a', 'b']) records.write('shop', id, record(true))
  records.remove('shop', 'a')
  expect(records.read('shop', 'a')).toBeUndefined()
  expect(records.unsaved('shop')).toEqual(['b'])
  expect(host.storage.get('basedeck:snippets:shop')).toBe('["b"]')
})

test('a list that names records that are gone is read, and they leave it', () => {
  const { host, records } = setUp()
  const names = Array.from({ length: 25 }, (_, index) => `gone ${index}`)
  host.storage.set('basedeck:snippets:shop', JSON.stringify(names))
  expect(records.unsaved('shop')).toEqual([])
  records.write('shop', 'a', record(true))
  expect(records.unsaved('shop')).toEqual(['a'])
  expect(JSON.parse(host.storage.get('basedeck:snippets:shop') ?? '')).toEqual(['a', ...names.slice(0, 19)])
})

test('what another window wrote is told with its project', () => {
  const { host, records } = setUp()
  const told: unknown[] = []
  records.onOther((...told_) => told.push(told_))
  const other = setUp()
  other.records.write('shop', 'a', record(true))
  const [key = ''] = [...other.host.storage.values.keys()].filter((name) => name.endsWith('shop/a'))
  host.storage.writeElsewhere(key, other.host.storage.get(key) ?? '')
  host.storage.writeElsewhere('basedeck:snippet:shop/b', 'no record')
  expect(told).toEqual([['shop', 'a', record(true)]])
})
