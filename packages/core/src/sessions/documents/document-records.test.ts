import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createMemoryStorage } from '../../testing/memory-host.js'
import { createDocumentRecords, parsedJson, type DocumentRecord } from './document-records.js'

const RECORD: DocumentRecord<{ name: string }> = {
  fields: { name: 'Sales' },
  base: '5',
  needsSave: true,
  changed: ['name'],
  from: { name: 'Old' },
  isTextChanged: false,
  baseText: 'digest',
  isDeleted: false,
  isRefused: false,
  saves: ['a'],
}

function setUp(storage = createMemoryStorage(), owner: () => string | undefined = () => undefined) {
  const schema = v.object({ name: v.string() })
  return { storage, records: createDocumentRecords({ storage, prefix: 'doc:', schema, owner }) }
}

test('what was written is read again, under its name', () => {
  const { storage, records } = setUp()
  records.write('1', RECORD)
  expect(records.read('1')).toEqual(RECORD)
  expect([...storage.values.keys()]).toEqual(['doc:1'])
  records.remove('1')
  expect(records.read('1')).toBeUndefined()
})

test('each person of a browser has their own', () => {
  const { storage, records } = setUp(undefined, () => 'ada')
  records.write('1', RECORD)
  expect([...storage.values.keys()]).toEqual(['doc:@ada/1'])
  expect(setUp(storage, () => 'bea').records.read('1')).toBeUndefined()
  expect(setUp(storage).records.read('1')).toBeUndefined()
})

test('a record of an older version is read: what is missing is as it was then', () => {
  const { storage, records } = setUp()
  const old = { meta: { name: 'Sales' }, base: '5', needsSave: true, changed: [], isDeleted: false }
  storage.set('doc:1', JSON.stringify(old))
  expect(records.read('1')).toEqual({
    ...RECORD,
    changed: [],
    from: {},
    isTextChanged: true,
    baseText: null,
    saves: [],
  })
})

test.each(['', '{', 'null', '[]', '{"meta":{"name":1}}'])(
  'what another version wrote is absent: %s',
  (text) => {
    const { storage, records } = setUp()
    storage.set('doc:1', text)
    expect(records.read('1')).toBeUndefined()
  },
)

test('a text that is missing or can’t be read is nothing', () => {
  expect([null, '', '{'].map(parsedJson)).toEqual([undefined, undefined, undefined])
  expect(parsedJson('{"a":1}')).toEqual({ a: 1 })
})

test('a window hears of the records of its person that others write, until it stops listening', () => {
  let person: string | undefined
  const { storage, records } = setUp(undefined, () => person)
  const heard: string[] = []
  const stop = records.onOther((key) => heard.push(key))
  const other: string[] = []
  records.onOther((key) => other.push(key))
  const write = () => {
    for (const name of ['doc:1', 'doc:@ada/2', 'doc:@bea/3', 'elsewhere:4'])
      storage.writeElsewhere(name, '{}')
  }
  write()
  expect(heard).toEqual(['1'])
  person = 'ada'
  write()
  expect(heard).toEqual(['1', '2'])
  stop()
  write()
  expect(heard).toEqual(['1', '2'])
  expect(other).toEqual(['1', '2', '2'])
  records.dispose()
  write()
  expect(other).toHaveLength(3)
})

test('after its end it observes the storage no more', () => {
  const storage = createMemoryStorage()
  let isObserved = false
  const { records } = setUp({
    ...storage,
    subscribe() {
      isObserved = true
      return () => void (isObserved = false)
    },
  })
  expect(isObserved).toBe(true)
  records.dispose()
  expect(isObserved).toBe(false)
})

test('a storage that tells nothing of other windows keeps records all the same', () => {
  const { subscribe: _subscribe, ...silent } = createMemoryStorage()
  const { records } = setUp(silent as ReturnType<typeof createMemoryStorage>)
  records.write('1', RECORD)
  expect(records.read('1')).toEqual(RECORD)
  records.dispose()
})
