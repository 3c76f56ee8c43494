import { expect, test } from 'vitest'
import {
  afterChange,
  afterSaveBegan,
  afterSaved,
  afterSaveFailed,
  afterTyped,
  asStored,
  basedOn,
  conflictWith,
  fieldsOf,
  versionAge,
  textDigest,
  type DocumentState,
  type StoredVersion,
} from './document-saving.js'

interface Fields {
  name: string
  mail: string
}
type State = DocumentState<Fields>

const fresh: State = {
  stored: { name: 'a', mail: 'm' },
  typed: {},
  base: null,
  isTextChanged: false,
  baseText: null,
  saving: 'IDLE',
  needsSave: false,
  isNotSavedInDatabaseYet: true,
}
const version = (more: Partial<StoredVersion<Fields>> = {}): StoredVersion<Fields> => ({
  version: '2',
  fields: { name: 'a', mail: 'm' },
  text: 'select 1',
  saveId: null,
  ...more,
})
const saved = (state: State, sent: Partial<Fields> = {}, isTextChanged = false) =>
  afterSaved<Fields, State>(state, version({ fields: { ...state.stored, ...sent } }), {
    fields: sent,
    isTextChanged,
  })

test('a saving state goes IDLE, UPDATING, IDLE, and the document is then stored', () => {
  const typed = afterChange(fresh)
  expect(typed).toMatchObject({ saving: 'IDLE', needsSave: true, isNotSavedInDatabaseYet: true })
  const began = afterSaveBegan(typed)
  expect(began).toMatchObject({ saving: 'UPDATING', needsSave: false, isNotSavedInDatabaseYet: true })
  expect(saved(began)).toMatchObject({
    saving: 'IDLE',
    needsSave: false,
    isNotSavedInDatabaseYet: false,
    base: '2',
  })
})

test('what was typed while it was saved needs another save', () => {
  expect(saved(afterChange(afterSaveBegan(afterChange(fresh)))).needsSave).toBe(true)
  expect(saved(fresh, {}, true).isTextChanged).toBe(true)
})

test('after a failure it is not stored, and still needs its save', () => {
  expect(afterSaveFailed(afterSaveBegan(fresh))).toMatchObject({
    saving: 'UPDATING_FAILED',
    needsSave: true,
    isNotSavedInDatabaseYet: true,
  })
})

test('a field that is typed back to what is stored is no change', () => {
  const typed = afterTyped<Fields, State>(fresh, { name: 'b' })
  expect([typed.typed, fieldsOf(typed)]).toEqual([{ name: 'b' }, { name: 'b', mail: 'm' }])
  expect(afterTyped<Fields, State>(typed, { name: 'a' }).typed).toEqual({})
})

test('a field that changed again while it was sent is still a change; the other one is not', () => {
  const sent = afterTyped<Fields, State>(fresh, { name: 'b', mail: 'n' })
  const meanwhile = afterTyped<Fields, State>(sent, { name: 'c' })
  const after = saved(meanwhile, sent.typed)
  expect([after.typed, after.stored]).toEqual([{ name: 'c' }, { name: 'b', mail: 'n' }])
})

test('a newer version goes below what was changed here', () => {
  const typed = afterTyped<Fields, State>(fresh, { name: 'mine' })
  const over = basedOn<Fields, State>(typed, version({ fields: { name: 'theirs', mail: 'new' } }))
  expect(fieldsOf(over)).toEqual({ name: 'mine', mail: 'new' })
  expect(basedOn<Fields, State>(typed, version({ fields: { name: 'mine', mail: 'm' } })).typed).toEqual({})
})

test('what was changed here can be given up', () => {
  const typed = afterChange(afterTyped<Fields, State>({ ...fresh, isTextChanged: true }, { name: 'mine' }))
  expect(asStored<Fields, State>(typed, version())).toMatchObject({
    typed: {},
    isTextChanged: false,
    needsSave: false,
    saving: 'IDLE',
    stored: { name: 'a', mail: 'm' },
  })
})

/** Of each field and of the text: mine is the base's or another one, theirs too, and they are equal or not. */
test.each<[string, Partial<Fields>, Partial<Fields>, string[] | null]>([
  ['nothing changed here', {}, { name: 'theirs' }, null],
  ['nothing changed there', { name: 'mine' }, {}, null],
  ['different fields', { name: 'mine' }, { mail: 'theirs' }, null],
  ['the same field', { name: 'mine' }, { name: 'theirs' }, ['name']],
  ['the same change', { name: 'both' }, { name: 'both' }, null],
  ['both fields', { name: 'mine', mail: 'mine' }, { name: 'theirs', mail: 'theirs' }, ['name', 'mail']],
])('fields, %s: typed %j, saved %j', (_, mine, theirs, conflict) => {
  const state = afterTyped<Fields, State>({ ...fresh, base: '1' }, mine)
  const found = conflictWith(
    state,
    { fields: fieldsOf(state), text: null },
    version({ fields: { ...fresh.stored, ...theirs }, text: null }),
    ['name', 'mail'],
  )
  expect(found?.fields ?? null).toEqual(conflict)
  const asked = conflictWith(
    state,
    { fields: fieldsOf(state), text: null },
    version({ fields: { ...fresh.stored, ...theirs }, text: null }),
    [],
  )
  expect(asked).toBeNull()
})

test.each([
  ['only theirs', false, 'base', 'theirs', false],
  ['only mine', true, 'mine', 'base', false],
  ['both', true, 'mine', 'theirs', true],
  ['both alike', true, 'same', 'same', false],
  ['neither', false, 'base', 'base', false],
  ['mine, and there is none there', true, 'mine', null, false],
])('texts, changed by %s', (_, isTextChanged, mine, theirs, conflict) => {
  const state: State = { ...fresh, base: '1', isTextChanged, baseText: textDigest('base') }
  const found = conflictWith(state, { fields: fresh.stored, text: mine }, version({ text: theirs }), [])
  expect(found?.isTextInConflict ?? false).toBe(conflict)
})

test('where the text of the base is not known, a changed text meets any other as a conflict', () => {
  const state: State = { ...fresh, base: '1', isTextChanged: true }
  const found = conflictWith(state, { fields: fresh.stored, text: 'mine' }, version({ text: 'base' }), [])
  expect(found).toEqual({ fields: [], isTextInConflict: true })
})

test.each([
  [null, '1', 'news'],
  [null, '0', 'news'],
  ['1', '2', 'news'],
  ['2', '2', 'known'],
  ['3', '2', 'late'],
] as const)('here %s, stored %s: %s', (base, stored, news) => {
  expect(versionAge(base, stored)).toBe(news)
})

test('texts that differ in one character, in its position or in their length have different digests', () => {
  const texts = [
    '',
    'a',
    'b',
    'ab',
    'ba',
    'aa',
    'a\u0000',
    'ä',
    'select 1',
    'select 2',
    '1 select',
    'x'.repeat(1e6),
  ]
  expect(new Set(texts.map(textDigest)).size).toBe(texts.length)
  expect(textDigest('select 1')).toBe(textDigest('select 1'))
})

test.each([
  ['', '0:wvjl67o803'],
  ['select 1', '8:1ha5m41gvki'],
])('the digest of %j stays the same: kept changes hold it', (text, digest) => {
  expect(textDigest(text)).toBe(digest)
})

test('the digest of the text of its version is known, where that has one', () => {
  expect(basedOn<Fields, State>(fresh, version({ text: 'select 2' })).baseText).toBe(textDigest('select 2'))
  expect(basedOn<Fields, State>(fresh, version({ text: null })).baseText).toBeNull()
})
