import { expect, test } from 'vitest'
import { createMemoryHost } from '../testing/memory-host.js'
import { createSnippetRecords, NEW_META, newSnippetRecord, type SnippetRecord } from './snippet-records.js'

const record = (needsSave: boolean): SnippetRecord => ({
  ...newSnippetRecord(NEW_META),
  base: '2026-01-01T00:00:00.000Z',
  needsSave,
})

function setUp() {
  const forgotten: string[] = []
  const host = createMemoryHost()
  const records = createSnippetRecords(
    host,
    () => undefined,
    (_, id) => forgotten.push(id),
  )
  return { records, forgotten }
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
