import { expect, test } from 'vitest'
import { createMemoryStorage } from '../../testing/memory-host.js'
import { createUnaskedTexts } from './unasked-texts.js'

test('a text is kept for this person and this project', () => {
  const storage = createMemoryStorage()
  let owner: string | undefined = 'ada'
  const texts = createUnaskedTexts(storage, () => owner)
  texts.add('one', 'select f()')
  expect(texts.of('one').get()).toEqual(['select f()'])
  expect(texts.of('two').get()).toEqual([])
  expect([texts.has('one', 'select f()'), texts.has('one', 'select f() ')]).toEqual([true, false])
  owner = 'grace'
  expect(texts.of('one').get()).toEqual([])
  owner = undefined
  expect(texts.of('one').get()).toEqual([])
  expect(
    createUnaskedTexts(storage, () => 'ada')
      .of('one')
      .get(),
  ).toEqual(['select f()'])
})

test('a text is taken back, and that too', () => {
  const texts = createUnaskedTexts(createMemoryStorage(), () => undefined)
  texts.add('one', 'a')
  texts.add('one', 'b')
  texts.add('one', 'c')
  const undo = texts.remove('one', ['a', 'c'])
  expect(texts.of('one').get()).toEqual(['b'])
  undo()
  expect(texts.of('one').get()).toEqual(['c', 'b', 'a'])
})

test('what was written by hand is ignored, and a full device keeps nothing', () => {
  const storage = createMemoryStorage()
  storage.set('basedeck:sql-unasked::one', 'no list')
  const texts = createUnaskedTexts({ ...storage, set: () => false }, () => undefined)
  expect(texts.of('one').get()).toEqual([])
  texts.add('one', 'a')
  expect(texts.of('one').get()).toEqual([])
})
