/** The versions of a document that are read: what they change here, and what stays as it was typed. */
import { expect, test } from 'vitest'
import { textDigest } from '../../rules/documents/document-saving.js'
import {
  gone,
  held,
  opened,
  recorded,
  refused,
  refuseOnce,
  setUp,
  version,
  type Options,
} from '../../testing/document-stage.js'

test('a text that is typed is saved once it rests', () => {
  const { local, seen, type } = opened()
  type('a')
  expect(local()).toMatchObject({ needsSave: true, isTextChanged: true })
  const written = seen.written.length
  type('ab')
  expect(seen.touched).toBe(2)
  expect(seen.written).toHaveLength(written)
})

test('a text is marked as changed also where a field waits to be saved', () => {
  const { document, local, type } = opened()
  document.update({ name: 'Mine' })
  expect(local().isTextChanged).toBe(false)
  type('a')
  expect(local().isTextChanged).toBe(true)
})

test('the first version shows at once', () => {
  const { document, draft, local, seen } = setUp()
  document.adopt(version('5', { name: 'Sales' }))
  expect(document.$status.get()).toEqual({ status: 'ready' })
  expect(draft.$text.get()).toBe('text 5')
  expect(local()).toMatchObject({ stored: { name: 'Sales' }, base: '5', needsSave: false })
  expect(seen.touched).toBe(0)
})

test('a version without a text leaves the draft alone, also where it is taken', async () => {
  const { document, draft } = setUp({ text: 'here' })
  document.adopt(version('5', { text: null }))
  expect(draft.$text.get()).toBe('here')
  const stage = opened()
  stage.document.update({ name: 'Mine' })
  refuseOnce(stage, { type: 'conflict', stored: version('7', { name: 'Theirs', text: null }) })
  await stage.document.save()
  stage.document.takeTheirs()
  expect(stage.local()).toMatchObject({ stored: { name: 'Theirs' }, typed: {} })
  expect(stage.draft.$text.get()).toBe('text 5')
})

test('a new one in which nothing was typed takes what is stored, and asks nothing', () => {
  const { document, draft, local } = setUp({ isNew: true })
  document.adopt(version('5'))
  expect(document.$choice.get()).toBeNull()
  expect(draft.$text.get()).toBe('text 5')
  expect(local()).toMatchObject({ stored: { name: 'Stored' }, base: '5', needsSave: false })
})

test('the known version is taken again where its fields differ, such as a mark that is no version', () => {
  const { document, local, seen, draft } = opened()
  document.adopt(version('5'))
  expect(seen.written).toEqual([])
  document.adopt(version('5', { note: 'marked', text: 'not taken' }))
  expect(local().stored.note).toBe('marked')
  expect(draft.$text.get()).toBe('text 5')
})

test('during a save a newer version is only remembered', async () => {
  const stage = opened()
  const answer = held(stage)
  stage.type('mine')
  const saving = stage.document.save()
  stage.document.adopt(version('6', { name: 'Other' }))
  expect(stage.local()).toMatchObject({ base: '5', saving: 'UPDATING' })
  answer(refused())
  await saving
  stage.document.revert()
  expect(stage.local()).toMatchObject({ base: '6', stored: { name: 'Other' } })
})

test('a newer version meets what was typed: a choice where both changed the same', () => {
  const { document, local, type } = opened()
  type('mine')
  document.adopt(version('6'))
  expect(document.$choice.get()).toMatchObject({ by: 'other', isTextInConflict: true })
  expect(local()).toMatchObject({ problem: { type: 'conflict' }, saving: 'UPDATING_FAILED', base: '5' })
})

test('a newer version meets what was typed: both stay where they differ in other places', () => {
  const { document, local, draft, seen, type } = opened()
  type('mine')
  const before = seen.touched
  document.adopt(version('6', { name: 'Theirs', text: 'text 5' }))
  expect(document.$choice.get()).toBeNull()
  expect(local()).toMatchObject({ stored: { name: 'Theirs' }, base: '6', needsSave: true })
  expect(draft.$text.get()).toBe('mine')
  expect(seen.touched).toBe(before + 1)
})

test('a newer version of our own is no choice', () => {
  const { document, answers, type } = opened()
  answers.shared = recorded({ saves: ['ours'] })
  type('mine')
  document.adopt(version('6', { saveId: 'ours' }))
  expect(document.$choice.get()).toBeNull()
})

test.each([
  ['known', textDigest('text 5')],
  ['not known', null],
])(
  'a restored document whose version is still the stored one, its text %s, is ready, and is saved',
  (_, baseText) => {
    const { document, seen, draft, local } = setUp({
      record: recorded({ needsSave: true, isTextChanged: true, isDeleted: true, baseText }),
      text: 'mine',
    })
    document.adopt(version('5'))
    expect(document.$status.get()).toEqual({ status: 'ready' })
    expect(document.$choice.get()).toBeNull()
    expect(draft.$text.get()).toBe('mine')
    expect(local().needsSave).toBe(true)
    expect(seen.touched).toBe(1)
  },
)

test.each<[string, Options, string, number]>([
  ['unknown', {}, 'missing', 0],
  ['saved before', { record: recorded(), text: 'x' }, 'deleted', 1],
  ['new and changed', { isNew: true, text: 'x' }, 'ready', 0],
  ['new and unchanged', { isNew: true }, 'deleted', 1],
  ['saved before, and changed', { record: recorded({ needsSave: true }), text: 'x' }, 'deleted', 1],
])('not found: one %s', (_, options, status, written) => {
  const { document, seen } = setUp(options)
  document.missed(gone, () => {})
  expect(document.$status.get()).toEqual({ status })
  expect(seen.written).toHaveLength(written)
  if (written > 0) expect(seen.written[0]).toMatchObject({ isDeleted: true })
})

test('one that was read here, and is gone, was deleted', () => {
  const { document, seen } = opened()
  document.missed(gone, () => {})
  expect(document.$status.get()).toEqual({ status: 'deleted' })
  expect(seen.written).toEqual([])
})

test('another refusal is told only while nothing is shown', () => {
  const retry = () => {}
  const error = refused()
  const { document } = setUp()
  document.missed(error, retry)
  expect(document.$status.get()).toEqual({ status: 'failed', error, retry })
  const shown = opened()
  shown.document.missed(error, retry)
  expect(shown.document.$status.get()).toEqual({ status: 'ready' })
})
