/** A document: what it begins with, and what a save sends and keeps. */
import { expect, test } from 'vitest'
import { textDigest } from '../../rules/documents/document-saving.js'
import {
  held,
  INITIAL,
  opened,
  recorded,
  setUp,
  version,
  type Fields,
  type Options,
} from '../../testing/document-stage.js'
import type { DocumentRecord } from './document-records.js'
import type { DocumentProblem } from './document-types.js'

test.each<[string, Options, { status: string; needsSave: boolean; isNew: boolean; touched: number }]>([
  ['of which nothing is known', {}, { status: 'loading', needsSave: false, isNew: false, touched: 0 }],
  ['new and empty', { isNew: true }, { status: 'ready', needsSave: false, isNew: true, touched: 0 }],
  [
    'new with a text',
    { isNew: true, text: 'x' },
    { status: 'ready', needsSave: true, isNew: true, touched: 1 },
  ],
  [
    'whose text alone is here',
    { text: 'x' },
    { status: 'loading', needsSave: false, isNew: false, touched: 0 },
  ],
  [
    'unsaved, without a text',
    { record: recorded({ needsSave: true }) },
    { status: 'ready', needsSave: true, isNew: false, touched: 1 },
  ],
  [
    'saved, without a text',
    { record: recorded() },
    { status: 'loading', needsSave: false, isNew: false, touched: 0 },
  ],
  [
    'saved, with its text',
    { record: recorded(), text: 'x' },
    { status: 'ready', needsSave: false, isNew: false, touched: 0 },
  ],
  [
    'that the platform never had',
    { record: recorded({ base: null }) },
    { status: 'ready', needsSave: false, isNew: true, touched: 0 },
  ],
  [
    'that was deleted',
    { record: recorded({ isDeleted: true, needsSave: true }), text: 'x' },
    { status: 'deleted', needsSave: true, isNew: false, touched: 0 },
  ],
])('at first, one %s', (_, options, { status, needsSave, isNew, touched }) => {
  const stage = setUp(options)
  expect(stage.document.$status.get()).toEqual({ status })
  expect(stage.local()).toMatchObject({ saving: 'IDLE', needsSave, isNotSavedInDatabaseYet: isNew })
  expect(stage.seen.touched).toBe(touched)
})

test('what a record says is there again: what is stored, what was typed, on which version', () => {
  const changed = { fields: { name: 'Mine', note: 'n' }, changed: ['name'], from: { name: 'Old' } }
  const { local } = setUp({ record: recorded({ ...changed, isTextChanged: true, needsSave: true }) })
  expect(local()).toEqual({
    stored: { name: 'Old', note: 'n' },
    typed: { name: 'Mine' },
    base: '5',
    isTextChanged: true,
    baseText: textDigest('text 5'),
    saving: 'IDLE',
    needsSave: true,
    isNotSavedInDatabaseYet: false,
  })
})

test('without a record it begins with its first values', () => {
  const first = { stored: INITIAL, typed: {}, base: null, baseText: null }
  expect(setUp({ isNew: true }).local()).toMatchObject({ ...first, isTextChanged: true })
  expect(setUp().local()).toMatchObject({ ...first, isTextChanged: false })
})

test('a save sends what was changed, on which version, and is known before it is sent', async () => {
  const stage = opened()
  stage.document.update({ name: 'Mine', note: '' })
  stage.type('my text')
  const written = () => stage.seen.written.at(-1)
  let atSending: DocumentRecord<Fields> | undefined
  const { send } = stage.answers
  stage.answers.send = (sending) => {
    atSending = written()
    return send(sending)
  }
  expect(await stage.document.save()).toEqual({ type: 'done' })
  const [sending] = stage.seen.sent
  expect(sending).toEqual({
    fields: { name: 'Mine', note: '' },
    text: 'my text',
    changed: new Set(['name']),
    isTextChanged: true,
    base: '5',
    saveId: expect.any(String),
    afterSaves: [],
  })
  expect(atSending).toEqual(
    recorded({
      fields: { name: 'Mine', note: '' },
      needsSave: true,
      changed: ['name'],
      from: { name: 'Stored' },
      isTextChanged: true,
      saves: [sending?.saveId ?? ''],
    }),
  )
  expect(stage.seen.saved).toMatchObject([{ at: '6', name: 'Mine' }])
  expect(stage.local()).toMatchObject({ stored: { name: 'Mine' }, typed: {}, base: '6', saving: 'IDLE' })
  expect(stage.local()).toMatchObject({ needsSave: false, isTextChanged: false, problem: undefined })
  expect(written()).toMatchObject({ base: '6', needsSave: false, changed: [], from: {} })
})

test('the last ten saves of all windows are remembered', async () => {
  const stage = opened({ record: recorded({ saves: ['a'] }), text: 'x' })
  stage.answers.shared = recorded({ saves: ['a', 'b', ...'cdefghijk'] })
  stage.type('more')
  await stage.document.save()
  expect(stage.seen.sent[0]?.afterSaves).toEqual([...'bcdefghijk'])
  const saves = stage.seen.written.at(-1)?.saves ?? []
  expect(saves).toHaveLength(10)
  expect(saves.at(-1)).toBe(stage.seen.sent[0]?.saveId)
})

test('nothing to save is saved, and nothing is sent', async () => {
  const { document, seen } = opened()
  expect(await document.save()).toEqual({ type: 'done' })
  expect(seen.sent).toEqual([])
})

test('what was deleted waits, and is not sent', async () => {
  const { document, seen } = setUp({ record: recorded({ isDeleted: true, needsSave: true }), text: 'x' })
  expect(await document.save()).toEqual({ type: 'waiting' })
  expect(seen.sent).toEqual([])
})

test('one save at a time', async () => {
  const stage = opened()
  const answer = held(stage)
  stage.type('one')
  const saving = stage.document.save()
  expect(stage.local()).toMatchObject({ saving: 'UPDATING', needsSave: false })
  stage.type('two')
  expect(await stage.document.save()).toEqual({ type: 'waiting' })
  answer()
  expect(await saving).toEqual({ type: 'done' })
  expect(stage.seen.sent).toHaveLength(1)
})

test('what is typed during a save is saved afterwards', async () => {
  const stage = opened()
  const answer = held(stage)
  stage.type('one')
  const saving = stage.document.save()
  stage.type('two')
  const before = stage.seen.touched
  answer()
  await saving
  expect(stage.local()).toMatchObject({ isTextChanged: true, needsSave: true, saving: 'IDLE' })
  expect(stage.seen.touched).toBe(before + 1)
  await stage.document.save()
  expect(stage.seen.sent.map(({ text }) => text)).toEqual(['one', 'two'])
  expect(stage.seen.touched).toBe(before + 1)
})

test('a form without a text sends none, and is not told to save itself', async () => {
  const stage = setUp({ isForm: true })
  stage.document.adopt(version('5', { text: null }))
  stage.document.update({ name: 'Mine' })
  stage.answers.send = async () => version('6', { name: 'Mine', text: null })
  expect(await stage.document.save()).toEqual({ type: 'done' })
  expect(stage.seen.sent).toMatchObject([{ text: null }])
  expect(stage.local()).toMatchObject({ isTextChanged: false, baseText: null })
})

test('after its end it neither sends nor writes', async () => {
  const stage = opened()
  stage.type('one')
  stage.seen.written.length = 0
  stage.document.dispose()
  expect(await stage.document.save()).toEqual({ type: 'waiting' })
  stage.document.update({ name: 'Mine' })
  expect(stage.seen.sent).toEqual([])
  expect(stage.seen.written).toEqual([])
})

test('an objection is told without sending', async () => {
  const problem: DocumentProblem = { type: 'refused', message: 'A shared query is in no folder' }
  const { document, seen, local, type } = opened({
    objection: ({ name }) => (name === 'Bad' ? problem : undefined),
  })
  document.update({ name: 'Bad' })
  expect(await document.save()).toEqual({ type: 'failed', problem })
  expect(seen.sent).toEqual([])
  expect(local()).toMatchObject({ saving: 'UPDATING_FAILED', needsSave: true, problem })
  type('x')
  document.update({ name: 'Good' })
  expect(await document.save()).toEqual({ type: 'done' })
  expect(local().problem).toBeUndefined()
})

test('a role that may only read is told so, and asked again by the next save', async () => {
  const { document, seen, answers, local, type } = opened()
  answers.send = async () => 'read-only'
  type('x')
  expect(await document.save()).toEqual({ type: 'failed', problem: { type: 'read-only' } })
  expect(seen.saved).toEqual([])
  expect(local()).toMatchObject({ saving: 'UPDATING_FAILED', needsSave: true })
  await document.save()
  expect(seen.sent).toHaveLength(2)
})

test('where a prerequisite is missing, it waits as if nothing was tried', async () => {
  const { document, seen, answers, local, type } = opened()
  answers.send = async () => undefined
  type('x')
  expect(await document.save()).toEqual({ type: 'waiting' })
  expect(seen.saved).toEqual([])
  expect(local()).toMatchObject({ saving: 'IDLE', needsSave: true })
  expect(local().problem).toBeUndefined()
  await document.save()
  expect(seen.sent).toHaveLength(2)
})
