import { expect, test } from 'vitest'
import { createMemoryStorage } from '../testing/memory-host.js'
import { oneOf, persisted } from './persisted.js'

const options = { key: 'colour', fallback: 'blue', decode: oneOf(['blue', 'green']), encode: String } as const

test('a stored value is read at once', () => {
  const storage = createMemoryStorage()
  storage.set('colour', 'green')
  expect(persisted<string>(storage, options).$value.get()).toBe('green')
})

test.each([['red'], ['']])('a broken stored value (%j) falls back and is left alone', (text) => {
  const storage = createMemoryStorage()
  storage.set('colour', text)
  expect(persisted<string>(storage, options).$value.get()).toBe('blue')
  expect(storage.get('colour')).toBe(text)
})

test('a decoder that throws falls back', () => {
  const storage = createMemoryStorage()
  storage.set('n', '{')
  const { $value } = persisted(storage, {
    key: 'n',
    fallback: 1,
    decode: (text) => JSON.parse(text) as number,
    encode: String,
  })
  expect($value.get()).toBe(1)
})

test('without a stored value the decoder is not asked', () => {
  const decode = (text: string) => `decoded ${text}`
  expect(persisted(createMemoryStorage(), { ...options, fallback: 'blue', decode }).$value.get()).toBe('blue')
})

test('another key of another window changes nothing, and what comes from there is not written again', () => {
  const storage = createMemoryStorage()
  const written: string[] = []
  const watched = { ...storage, set: (key: string, text: string) => written.push(`${key}=${text}`) > 0 }
  const { $value } = persisted<string>(watched, options)
  storage.writeElsewhere('size', 'green')
  expect($value.get()).toBe('blue')
  storage.writeElsewhere('colour', 'green')
  expect([$value.get(), written]).toEqual(['green', []])
  $value.set('blue')
  expect(written).toEqual(['colour=blue'])
})

test('a storage that tells of no other windows serves as well', () => {
  const { get, set } = createMemoryStorage()
  const { $value, dispose } = persisted<string>({ get, set } as never, options)
  $value.set('green')
  dispose()
  $value.set('blue')
  expect(get('colour')).toBe('green')
})

test('a change is written at once, another window is followed without an echo', () => {
  const storage = createMemoryStorage()
  const { $value, dispose } = persisted<string>(storage, options)
  $value.set('green')
  expect(storage.get('colour')).toBe('green')
  storage.writeElsewhere('colour', 'blue')
  expect($value.get()).toBe('blue')
  dispose()
  storage.writeElsewhere('colour', 'green')
  expect($value.get()).toBe('blue')
})
